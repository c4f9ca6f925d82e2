/** Where the balance stands in an answer whose form the contract leaves open (§4.10, reading `balance-body`). */
import { follow, parsePointer } from './expressions.js';

/** Where the profile points, else in `credits_remaining`, else the one integer of the body; null where there is none. */
export function balanceIn(body: unknown, pointer: string | null): number | null {
  if (pointer !== null) return integer(follow(body, parsePointer(pointer)));
  const found = integersIn(body);
  return integer(follow(body, ['credits_remaining'])) ?? (found.length === 1 ? found[0]! : null);
}

function integersIn(value: unknown): number[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(integersIn);
  const number = integer(value);
  return number === null ? [] : [number];
}

function integer(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}
