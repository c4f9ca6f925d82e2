/** Finds the balance in its response, whose form the contract does not define (§4.10, reading `balance-body`). */
import { integer } from './fields.js';
import { follow, parsePointer } from './pointers.js';

/**
 * Returns the integer at the profile's pointer. Without a pointer, returns the first that exists: `credits_remaining`, the
 * only integer named like a balance, the only integer. Returns null if there is none, or several, or if it is above 2^53.
 */
export function balanceIn(body: unknown, pointer: string | null): number | null {
  return integer(valueIn(body, pointer));
}

/** True if several integers may be the balance, or if it is above 2^53, where JavaScript numbers lose digits. */
export function isUncountable(body: unknown, pointer: string | null): boolean {
  const value = valueIn(body, pointer);
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return value === null && pointer === null && integersIn(body).length > 1;
}

function valueIn(body: unknown, pointer: string | null): unknown {
  if (pointer !== null) return follow(body, parsePointer(pointer));
  return follow(body, ['credits_remaining']) ?? likely(integersIn(body));
}

interface Named {
  name: string;
  value: number;
}

/** Returns the only integer named like a balance, else the only one. Names of times or used credits do not match. */
function likely(found: readonly Named[]): number | null {
  const choices = [
    ...[/balance|remaining/i, /^(available_?)?credits?$/i].map((words) =>
      found.filter(({ name }) => words.test(name)),
    ),
    found.filter(({ value }) => Number.isSafeInteger(value)),
    found,
  ];
  const first = choices.find((some) => some.length > 0);
  return first?.length === 1 ? first[0]!.value : null;
}

function integersIn(value: unknown, name = ''): Named[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, each]) => integersIn(each, member));
  return Number.isInteger(value) ? [{ name, value: value as number }] : [];
}
