/** Predicates on the lists of an answer, such as those of the lookups. */
import { canonical, sameJson } from '../../values/json.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { answered, answersOf, itemsIn, stepList } from './answers.js';
import { isTrue, itemCondition, oneOf, optional, pointer, steps } from './arguments.js';
import {
  predicate,
  said,
  type Arguments,
  type Expected,
  type PointerUse,
  type PredicateContext,
} from './predicate.js';
import { quantified } from './quantifiers.js';
import type { Exchange } from '../../record/exchange.js';

export const sorted = predicate({
  name: 'sorted',
  holdsWhen: 'the list is in order; alphabetical order by code point and as in a dictionary both pass',
  arguments: {
    list: pointer,
    by: optional(pointer),
    order: optional(oneOf('ascending', 'descending')),
    'ignoring-case': optional(isTrue),
  },
  pointers: listPointers,
  judge: (args, answers) => {
    const descending = args.order === 'descending';
    const by = parsePointer(args.by ?? '');
    const expected = `${args.list} ${descending ? 'descending' : 'ascending'}`;
    for (const answer of answered(answers)) {
      const list = follow(answer.response?.body, parsePointer(args.list));
      if (!Array.isArray(list)) return said(false, expected, 'there is no such list', [answer]);
      const keys = list.map((item) => {
        const key = follow(item, by);
        return typeof key === 'string' && args['ignoring-case'] === true ? key.toLowerCase() : key;
      });
      const wrong = keys.findIndex((key, i) => i > 0 && !inOrder(keys[i - 1], key, descending));
      const actual = `${shown(keys[wrong - 1])} comes before ${shown(keys[wrong])}`;
      if (wrong !== -1) return said(false, expected, actual, [answer]);
    }
    return said(true, expected, 'in order', answers);
  },
});

export const everyItem = predicate({
  name: 'every-item',
  holdsWhen: 'every item of the list matches',
  arguments: { list: pointer, ...itemCondition },
  pointers: listPointers,
  judge: (args, answers) => listed('every', args, answers),
});

export const someItem = predicate({
  name: 'some-item',
  holdsWhen: 'at least one item matches',
  arguments: { list: pointer, ...itemCondition },
  pointers: listPointers,
  judge: (args, answers) => listed('some', args, answers),
});

export const noItem = predicate({
  name: 'no-item',
  holdsWhen: 'no item matches',
  arguments: { list: pointer, ...itemCondition },
  pointers: listPointers,
  judge: (args, answers) => listed('no', args, answers),
});

export const distinctItems = predicate({
  name: 'distinct-items',
  holdsWhen: 'no two items of the list are alike, or alike in what `by` leads to',
  arguments: { list: pointer, by: optional(pointer) },
  pointers: listPointers,
  judge: (args, answers) => {
    const by = parsePointer(args.by ?? '');
    const expected = `no two alike in ${args.list}`;
    for (const answer of answered(answers)) {
      const seen = new Set<string>();
      for (const { item } of itemsIn([answer], args.list) ?? []) {
        const key = canonical(follow(item, by));
        if (seen.has(key)) return said(false, expected, `${key} twice`, [answer]);
        seen.add(key);
      }
    }
    return said(true, expected, 'all different', answers);
  },
});

export const sameItems = predicate({
  name: 'same-items',
  holdsWhen: 'both lists hold the same items in the same order; `with-list` is `list` if unsaid',
  arguments: { list: pointer, with: steps, 'with-list': optional(pointer) },
  pointers: listPointers,
  judge: (args, answers, context) => {
    const [here, there] = bothLists(args, answers, context);
    const holds = here !== null && there !== null && sameJson(here, there);
    const expected = `the same items as ${stepList(args.with)}, in the same order`;
    const actual = `${here?.length ?? 'no'} items here, ${there?.length ?? 'no'} there`;
    return said(holds, expected, actual, answers);
  },
});

export const itemsWithin = predicate({
  name: 'items-within',
  holdsWhen: 'every item here is one there; `with-list` is `list` if unsaid',
  arguments: { list: pointer, with: steps, 'with-list': optional(pointer) },
  pointers: listPointers,
  judge: (args, answers, context) => {
    const [here, there] = bothLists(args, answers, context);
    const known = new Set((there ?? []).map(canonical));
    const stray = here?.find((item) => !known.has(canonical(item)));
    const expected = `every item of ${args.list} is one of ${stepList(args.with)}`;
    if (here === null || there === null) return said(false, expected, 'there is no such list', answers);
    const actual = stray === undefined ? 'all are' : `${shown(stray)} is not`;
    return said(stray === undefined, expected, actual, answers);
  },
});

/** The list, what `by` and `field` lead to in its items, and the list of the other steps. */
function listPointers(args: Arguments): PointerUse[] {
  const list = String(args['list']);
  const { by, field, with: others, 'with-list': otherList = list } = args;
  const inItems = [by, typeof field === 'string' && !field.startsWith('/') ? `/${field}` : field];
  return [
    { pointer: list, steps: null },
    ...inItems
      .filter((each) => typeof each === 'string')
      .map((each) => ({ pointer: `${list}/0${each}`, steps: null })),
    ...(others === undefined ? [] : [{ pointer: String(otherList), steps: [others].flat().map(String) }]),
  ];
}

function listed(
  which: 'every' | 'some' | 'no',
  args: Arguments & { list: string },
  answers: readonly Exchange[],
): Expected {
  const { list, ...condition } = args;
  return quantified(which, 'item', itemsIn(answers, list), condition, answers);
}

function bothLists(
  args: { list: string; with: string | readonly string[]; 'with-list': string | undefined },
  answers: readonly Exchange[],
  context: PredicateContext,
): [unknown[] | null, unknown[] | null] {
  const items = (of: readonly Exchange[], list: string): unknown[] | null =>
    itemsIn(of, list)?.map(({ item }) => item) ?? null;
  const there = answersOf(args.with, context);
  return [items(answers, args.list), items(there, args['with-list'] ?? args.list)];
}

function inOrder(a: unknown, b: unknown, descending: boolean): boolean {
  if (typeof a !== typeof b || (typeof a !== 'string' && typeof a !== 'number'))
    return a === b || a === null || b === null;
  const [low, high] = descending ? [b as typeof a, a] : [a, b as typeof a];
  // "Alphabetically" is lawful by code point and by dictionary order alike.
  return low <= high || (typeof low === 'string' && low.localeCompare(high as string, 'en') <= 0);
}
