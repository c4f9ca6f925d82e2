/** "Every", "some" and "no", as predicates on jobs and on items say them. */
import type { Exchange } from '../../record/exchange.js';
import { shown } from '../../values/text.js';
import { itemMismatch } from '../language/matchers.js';
import { jobName, type Located } from './answers.js';
import { said, type Arguments, type Expected } from './predicate.js';

/** Judges the items, null where no answer has them, by a condition as matchers spell it. */
export function quantified(
  which: 'every' | 'some' | 'no',
  noun: 'job' | 'item',
  items: readonly Located<unknown>[] | null,
  condition: Arguments,
  answers: readonly Exchange[],
): Expected {
  const expected = `${which} ${noun} with ${shown(condition, 300)}`;
  if (items === null) return said(false, expected, `there is no list of ${noun}s in the answer`, answers);
  const judged = items.map((each) => ({ ...each, wrong: itemMismatch(each.item, condition) }));
  if (which === 'some') {
    const holds = judged.some(({ wrong }) => wrong === null);
    return said(holds, expected, holds ? 'there is one' : `none of ${items.length}`, answers);
  }
  const odd = judged.find(({ wrong }) => (wrong === null) === (which === 'no'));
  if (odd === undefined) return said(true, expected, `${items.length} ${noun}s, all as asked`, answers);
  const name = noun === 'job' ? jobName(odd.item) : shown(odd.item);
  return { holds: false, expected, actual: `${name}: ${odd.wrong ?? 'it is so'}`, exchanges: [odd.exchange] };
}
