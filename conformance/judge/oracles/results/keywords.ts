/** Jobs match the keywords of their request, by the lawful reading that blames the target least (§2.6, §4.1, keyword-match). */
import type { ClauseId } from '../../../../spec/clauses.js';
import { askedFilters, clausesOfFilters, isKeywordFilter } from '../../../model/filters.js';
import { count, shown } from '../../../values/text.js';
import { searchAnswers } from '../../../model/answers.js';
import { oracleOf } from '../../evidence.js';

export const keywords = oracleOf({
  id: 'keywords',
  clauses: [...clausesOfFilters(true), 'HIST-10', 'PAGE-17'],
  judge(history, context, evidence) {
    const { enums } = context.contract;
    for (const { exchange, operation, request, jobs } of searchAnswers(history, context)) {
      for (const filter of askedFilters(request, { operation, boards: new Map(), enums })) {
        if (!isKeywordFilter(filter.name)) continue;
        const looks = jobs.map(filter.matches);
        const judged = looks.filter((look) => look !== 'unknown').length;
        if (judged === 0) continue;
        const wrong = jobs[looks.indexOf('no')];
        if (filter.name.startsWith('advanced_') && operation.id === 'searchCompanyJobsHistorical') {
          // Whether the historical search supports these fields is a reading.
          if (wrong !== undefined) evidence.observe('historical-advanced-keywords', 'ignored', exchange);
          continue;
        }
        const [all, verb] = filter.name.includes('exclude') ? ['none', 'matches'] : ['all', 'does not match'];
        const actual =
          wrong === undefined
            ? `${count(judged, 'job')}, ${all} matching`
            : `the job ${shown(wrong['Job Title'], 80)} ${verb}`;
        const paged: ClauseId[] = (request[operation.cursorField] ?? null) === null ? [] : ['PAGE-17'];
        const clauses = wrong === undefined ? filter.clauses : [filter.clauses[0]!, ...paged];
        evidence.judge(clauses, exchange, wrong === undefined, filter.expected, actual);
      }
    }
  },
});
