/** Faults of the service. Each breaks a *must* of the source, and the suite must report at least one of its clauses. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { BANK } from './bank.js';

/** Faults that the code of the service tests for by name, with their clauses. */
const BUILT_IN = {
  'charges-paid-jobs-again': ['BILL-6', 'BILL-7', 'BILL-8'],
  'history-at-one-credit': ['BILL-3', 'BILL-4'],
  'charges-a-retry': ['IDEM-14'],
  'answers-a-changed-request': ['IDEM-19', 'IDEM-20', 'IDEM-21'],
  'returns-no-operation-key': ['IDEM-2', 'IDEM-3'],
  'takes-any-operation-key': ['IDEM-9', 'IDEM-12'],
  'request-id-stays': ['REQ-4'],
  'loses-a-job-between-pages': ['PAGE-5'],
  'fifty-by-default': ['PAGE-9'],
  'history-below-ten': ['HIST-4'],
  'counts-the-page-alone': ['ENV-7'],
  'says-nothing-when-empty': ['ENV-5'],
  'balance-lags': ['BAL-2'],
  'history-forgets-seniority': ['FILT-19'],
  'forgets-excluded-places': ['FILT-6', 'FILT-7'],
  'agencies-come-along': ['FILT-22', 'LEG-24', 'HIST-5'],
  // If no total shows the duplicates, the kept and the excluded jobs of a filter do not add up.
  'duplicates-stay-out': ['FILT-34', 'FILT-30', 'FILT-31'],
  'blocks-always-together': ['KEY-5'],
  'groups-any-of': ['KEY-12'],
  'legacy-excludes-any': ['LEG-26'],
  'takes-old-dates': ['WIN-6', 'WIN-12'],
  'four-months-by-default': ['WIN-4'],
  'takes-unknown-boards': ['COMP-13'],
  'other-companies-too': ['COMP-7'],
  'boards-in-one-case': ['LOOK-8'],
  'twenty-places': ['LOOK-23'],
  'takes-anything-for-an-object': ['VALID-15'],
  'detail-is-an-object': ['ERR-1', 'ERR-3', 'ERR-4'],
} as const satisfies Record<string, readonly string[]>;

export type Fault = keyof typeof BUILT_IN | keyof typeof BANK;

interface Facts {
  clauses: readonly string[];
  habits?: readonly string[];
  unseen?: string;
  leavesOpen?: string;
}

const file = new URL('./bank.yaml', import.meta.url);
const builtIn = Object.entries(BUILT_IN).map(([name, clauses]) => [name, { clauses }]);

export const FAULTS = {
  ...Object.fromEntries(builtIn),
  ...(parse(readFileSync(file, 'utf8')) as object),
} as Record<Fault, Facts>;
