/** The historical searches (§4.4, §4.5). */
import type { Call, Rule } from './mutant.js';
import {
  ANY_HISTORICAL,
  forgets,
  HISTORICAL,
  HISTORICAL_DIRECT,
  misreads,
  mutant,
  outgoing,
  refuses,
  results,
  setJson,
  type Fields,
} from './rules.js';

const NEEDS_AGENCY = 'needs a company known to be an agency';

export const historicalMutants = [
  mutant(
    'history-without-details',
    'HIST-1',
    results(HISTORICAL, (data) => void delete data['company_details']),
  ),
  mutant(
    'history-in-another-form',
    'ENV-11',
    results(HISTORICAL, (data) => {
      data['next_cursor'] = data['search_after'];
      delete data['search_after'];
    }),
  ),
  mutant(
    'historical-direct-with-details',
    'HIST-2',
    results(HISTORICAL_DIRECT, (data) => void (data['company_details'] = {})),
  ),
  // An index of its own, which knows fewer filters.
  mutant(
    'archive-forgets-remote',
    'FILT-8',
    misreads(HISTORICAL, 'is_remote', (value, body, call) => (isOfOld(body, call) ? undefined : value)),
  ),
  mutant(
    'archive-forgets-keywords',
    'KEY-1',
    misreads(HISTORICAL, 'job_keywords', (value, body, call) => (isOfOld(body, call) ? undefined : value)),
  ),
  mutant('historical-agencies-stay', 'HIST-5', forgets(HISTORICAL, 'is_agency')),
  mutant(
    'historical-agencies-out-unless-said',
    'HIST-7',
    misreads(HISTORICAL, 'is_agency', (value) => value ?? false),
    NEEDS_AGENCY,
  ),
  mutant(
    'historical-agencies-never',
    'HIST-7',
    misreads(HISTORICAL, 'is_agency', (value) => (value === true ? false : value)),
    NEEDS_AGENCY,
  ),
  mutant(
    'historical-salary-always',
    'HIST-8',
    misreads(HISTORICAL, 'salary_data_available', () => true),
    'nobody knows from outside what the data holds that this target never shows',
  ),
  mutant(
    'historical-salary-unread',
    'FILT-20',
    misreads(HISTORICAL, 'salary_data_available', () => false),
  ),
  mutant(
    'historical-refusal-is-402',
    'HIST-12',
    refuses(ANY_HISTORICAL, () => true, 402),
  ),
  mutant('history-refused-with-text', 'HIST-12', refusedInWords()),
  mutant(
    'history-without-credits-is-400',
    'HIST-14',
    outgoing(HISTORICAL, [402, 403], (answer) => void (answer.status = 400)),
    'needs an account without credits',
  ),
];

/** Whether a search is about days that the current ones do not reach. */
function isOfOld({ published_before: before }: Fields, { now }: Call): boolean {
  return typeof before === 'string' && Date.parse(before) < now - 200 * 86_400_000;
}

/** A 403 that is not the contract's. */
function refusedInWords(): Rule {
  return outgoing(ANY_HISTORICAL, 200, (answer) => {
    answer.status = 403;
    setJson(answer, { message: 'Talk to sales' });
  });
}
