/** Finds the balance in a response whose form the contract leaves open (§4.10, reading `balance-body`). */
import { integer } from './fields.js';
import { follow, parsePointer } from './pointers.js';

/**
 * Returns the integer at the profile's pointer. Without a pointer, returns the first that exists: `credits_remaining`, the
 * only integer, the only integer named like a balance. Returns null if there is none, or several.
 */
export function balanceIn(body: unknown, pointer: string | null): number | null {
  if (pointer !== null) return integer(follow(body, parsePointer(pointer)));
  return integer(follow(body, ['credits_remaining'])) ?? likely(integersIn(body));
}

/** True if several integers may be the balance, so that the profile must point to the right one. */
export function isOneOfSeveral(body: unknown, pointer: string | null): boolean {
  if (pointer !== null || follow(body, ['credits_remaining']) !== undefined) return false;
  const found = integersIn(body);
  return found.length > 1 && likely(found) === null;
}

interface Named {
  name: string;
  value: number;
}

/** Returns the only integer, or the only one named like a balance. Names of times or used credits do not match. */
function likely(found: readonly Named[]): number | null {
  if (found.length === 1) return found[0]!.value;
  const called = [/balance|remaining/i, /^(available_?)?credits?$/i].map((words) =>
    found.filter(({ name }) => words.test(name)),
  );
  const [first] = called.filter((some) => some.length > 0);
  return first?.length === 1 ? first[0]!.value : null;
}

function integersIn(value: unknown, name = ''): Named[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, each]) => integersIn(each, member));
  const number = integer(value);
  return number === null ? [] : [{ name, value: number }];
}
