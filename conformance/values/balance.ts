/** Where the balance stands in an answer whose form the contract leaves open (§4.10, reading `balance-body`). */
import { follow, parsePointer } from './pointers.js';

/** Where the profile points, else in `credits_remaining`, else the one integer of the body; null where there is none. */
export function balanceIn(body: unknown, pointer: string | null): number | null {
  if (pointer !== null) return integer(follow(body, parsePointer(pointer)));
  const found = integersIn(body);
  return integer(follow(body, ['credits_remaining'])) ?? (found.length === 1 ? found[0]! : null);
}

/** True where the balance may well be there, and only the target's owner can say which of several integers it is. */
export function isOneOfSeveral(body: unknown, pointer: string | null): boolean {
  return pointer === null && follow(body, ['credits_remaining']) === undefined && integersIn(body).length > 1;
}

function integersIn(value: unknown): number[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(integersIn);
  const number = integer(value);
  return number === null ? [] : [number];
}

function integer(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}
