/** Predicates on lists in responses, such as those of lookups. */
import { entryOf } from '../../values/fields.js';
import { canonical, sameJson } from '../../values/json.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { answered, answersOf, firstRepeated, itemsIn, stepList, type Located } from './answers.js';
import { said, type Definitions } from './predicate.js';
import { quantifier } from './quantifiers.js';

export const items = {
  sorted: (args, answers) => {
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
  'every-item': quantifier('every', 'item'),
  'some-item': quantifier('some', 'item'),
  'no-item': quantifier('no', 'item'),
  'distinct-items': (args, answers) => {
    const by = parsePointer(args.by ?? '');
    const expected = `${args.list} without repeated items`;
    for (const answer of answered(answers)) {
      const items = itemsIn([answer], args.list) ?? [];
      const found = firstRepeated(items, (item) => canonical(follow(item, by)));
      if (found !== null) return said(false, expected, `${found.key} is repeated`, [answer]);
    }
    return said(true, expected, 'all different', answers);
  },
  'same-items': (args, answers, context) => {
    const here = itemsIn(answers, args.list);
    const there = itemsIn(answersOf(args.with, context), args['with-list'] ?? args.list);
    const [a, b] = [here, there].map((items) => items?.map(({ item }) => entryOf(item)));
    const expected = `the same items as ${stepList(args.with)}, in the same order`;
    const actual = `${a?.length ?? 'no'} items here, ${b?.length ?? 'no'} in ${stepList(args.with)}`;
    return said(a !== undefined && b !== undefined && sameJson(a, b), expected, actual, answers);
  },
  'items-within': (args, answers, context) => {
    const here = itemsIn(answers, args.list);
    const there = itemsIn(answersOf(args.with, context), args['with-list'] ?? args.list);
    const expected = `every item of ${args.list} is one of ${stepList(args.with)}`;
    if (here === null || there === null) return said(false, expected, 'there is no such list', answers);
    const keyOf = ({ item }: Located): string => canonical(entryOf(item));
    const known = new Set(there.map(keyOf));
    const stray = here.find((each) => !known.has(keyOf(each)));
    const actual = stray === undefined ? 'all are' : `${shown(stray.item)} is not`;
    return said(stray === undefined, expected, actual, answers);
  },
} satisfies Partial<Definitions>;

function inOrder(a: unknown, b: unknown, descending: boolean): boolean {
  if (typeof a !== typeof b || (typeof a !== 'string' && typeof a !== 'number'))
    return a === b || a === null || b === null;
  const [low, high] = descending ? [b as typeof a, a] : [a, b as typeof a];
  // Alphabetical order by code point and by dictionary both conform.
  return low <= high || (typeof low === 'string' && low.localeCompare(high as string, 'en') <= 0);
}
