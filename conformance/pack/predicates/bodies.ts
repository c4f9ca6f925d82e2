/** Predicates on whole bodies. */
import { follow, parsePointer } from '../../values/pointers.js';
import { alike, answersOf } from './answers.js';
import { optional, pointers, steps } from './arguments.js';
import { predicate } from './predicate.js';

export const sameBody = predicate('same-body', {
  holdsWhen: 'the bodies are equal JSON; without `with` those of the copies and rounds of this step',
  arguments: { with: optional(steps), except: optional(pointers) },
  pointers: ({ except = [] }) => (except as string[]).map((pointer) => ({ pointer, steps: null })),
  judge: (args, answers, context) =>
    alike(
      [...answersOf(args.with, context), ...answers],
      ({ response }) => without(response?.body, args.except ?? []),
      'equal JSON bodies',
    ),
});

export const sameBytes = predicate('same-bytes', {
  holdsWhen: 'the bodies are equal byte for byte',
  arguments: { with: optional(steps) },
  judge: (args, answers, context) =>
    alike(
      [...answersOf(args.with, context), ...answers],
      ({ response }) => response?.bodyText,
      'equal bytes',
    ),
});

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
