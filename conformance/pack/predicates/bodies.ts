/** Predicates on whole bodies. */
import { follow, parsePointer } from '../../values/pointers.js';
import { alike, answersOf } from './answers.js';
import type { Definitions } from './predicate.js';

export const bodies = {
  'same-body': (args, answers, context) => {
    const all = [...answersOf(args.with, context), ...answers];
    return alike(all, ({ response }) => without(response?.body, args.except ?? []), 'equal JSON bodies');
  },
  'same-bytes': (args, answers, context) => {
    const all = [...answersOf(args.with, context), ...answers];
    return alike(all, ({ response }) => response?.bodyText, 'equal bytes');
  },
} satisfies Partial<Definitions>;

function without(value: unknown, pointers: readonly string[]): unknown {
  const copy = structuredClone(value);
  for (const pointer of pointers) {
    const parts = parsePointer(pointer);
    const last = parts.pop();
    const holder = follow(copy, parts);
    if (last !== undefined && typeof holder === 'object' && holder !== null)
      delete (holder as Record<string, unknown>)[last];
  }
  return copy;
}
