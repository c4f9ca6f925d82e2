/** Page sizes: other defaults, other bounds, too many jobs (§4.2 to §4.6, §8). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Returns one job more than requested. */
function oneMore(operations: on.Operations): Rule {
  return rule.results(operations, (data, call) => {
    const first = data.jobs[0];
    if (first === undefined || data.jobs.length !== rule.bodyOf(call)['limit']) return;
    data.jobs.push({ ...first, 'Job Title': 'One more' });
    data.total += 1;
  });
}

export const limitRules = (): rule.Rules => ({
  'one-job-too-many': oneMore(on.KEYED),
  'legacy-one-job-too-many': oneMore(on.LEGACY),
});
