/** The predicates "every", "some" and "no", on the jobs of a search and on the items of any list. */
import { shown } from '../../values/text.js';
import { itemMismatch } from '../language/matchers.js';
import { itemsIn, jobName, jobsIn } from './answers.js';
import { said, type Arguments, type Judge } from './predicate.js';

export function quantifier(which: 'every' | 'some' | 'no', of: 'job' | 'item'): Judge<Arguments> {
  const isOfJobs = of === 'job';
  return ({ list, ...condition }, answers, { contract }) => {
    const expected = `${which} ${of} with ${shown(condition, 300)}`;
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
