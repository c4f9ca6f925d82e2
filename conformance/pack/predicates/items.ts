/** Predicates on lists in responses, such as those of lookups. */
import { entryOf } from '../../values/fields.js';
import { canonical, sameJson } from '../../values/json.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { conditionText, itemMismatch } from '../language/matchers.js';
import { answered, firstRepeated, itemsIn, jobName, jobsIn, type Located } from './answers.js';
import { said, type Arguments, type Definitions, type Judge } from './predicate.js';

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
  'same-items': (args, answers, { others, named }) => {
    const here = itemsIn(answers, args.list);
    const there = itemsIn(others, args['with-list'] ?? args.list);
    const [a, b] = [here, there].map((items) => items?.map(({ item }) => entryOf(item)));
    const expected = `the same items as ${named}, in the same order`;
    const actual = `${a?.length ?? 'no'} items here, ${b?.length ?? 'no'} in ${named}`;
    return said(a !== undefined && b !== undefined && sameJson(a, b), expected, actual, answers);
  },
  'items-within': (args, answers, { others, named }) => {
    const here = itemsIn(answers, args.list);
    const there = itemsIn(others, args['with-list'] ?? args.list);
    const expected = `every item of ${args.list} is one of ${named}`;
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

/** "Every", "some" or "no", on the jobs of a search or on the items of a list. */
export function quantifier(which: 'every' | 'some' | 'no', of: 'job' | 'item'): Judge<Arguments> {
  const isOfJobs = of === 'job';
  return ({ list, ...condition }, answers, { contract }) => {
    const expected = `${which} ${of} with ${conditionText(condition)}`;
    const items = isOfJobs ? jobsIn(answers) : itemsIn(answers, String(list));
    if (items === null) return said(false, expected, `there is no list of ${of}s in the response`, answers);
    // A service may leave out fields that a posting lacks (reading absent-fields). They count as null.
    const absent = isOfJobs ? Object.fromEntries(contract.jobFields.map((name) => [name, null])) : null;
    const judged = items.map(({ item, id }) => {
      const whole = absent === null ? item : { ...absent, ...(item as object) };
      return { item: whole, id, wrong: itemMismatch(whole, condition) };
    });
    if (which === 'some') {
      const holds = judged.some(({ wrong }) => wrong === null);
      return said(holds, expected, holds ? 'there is one' : `none of ${items.length}`, answers);
    }
    const odd = judged.find(({ wrong }) => (wrong === null) === (which === 'no'));
    if (odd === undefined) return said(true, expected, `${items.length} ${of}s, all as expected`, answers);
    const name = isOfJobs ? jobName(odd.item) : shown(odd.item);
    return said(false, expected, `${name}: ${odd.wrong ?? 'matches'}`, [odd]);
  };
}
