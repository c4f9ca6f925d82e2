/**
 * The oracles: pure functions over the whole history of a run, each with one rule of the contract. They read prices,
 * windows and schemas from `spec/`, do their own arithmetic, and know nothing of any implementation.
 */
import type { Oracle } from '../oracle.js';
import { acceptance } from './acceptance.js';
import { accounts } from './accounts.js';
import { authentication } from './authentication.js';
import { balance } from './balance.js';
import { companyDetails } from './company-details.js';
import { companyNames } from './company-names.js';
import { cursorChains } from './cursor-chains.js';
import { envelope } from './envelope.js';
import { filters } from './filters.js';
import { freeResults } from './free-results.js';
import { jobValues } from './job-values.js';
import { keywords } from './keywords.js';
import { leftOut } from './left-out.js';
import { lookups } from './lookups.js';
import { operationKeys } from './operation-keys.js';
import { paths } from './paths.js';
import { rateLimits } from './rate-limits.js';
import { refusals } from './refusals.js';
import { replay } from './replay.js';
import { requestIds } from './request-ids.js';
import { responseForms } from './response-forms.js';
import { steadiness } from './steadiness.js';
import { windows } from './windows.js';

/** All oracles, in the order of the contract: callers, answers, prices. */
export const oracles: readonly Oracle[] = [
  authentication,
  requestIds,
  paths,
  responseForms,
  envelope,
  jobValues,
  companyDetails,
  companyNames,
  refusals,
  acceptance,
  filters,
  keywords,
  leftOut,
  windows,
  cursorChains,
  lookups,
  balance,
  accounts,
  freeResults,
  operationKeys,
  replay,
  rateLimits,
  steadiness,
];
