import type { Oracle } from '../oracle.js';
import { acceptance } from './requests/acceptance.js';
import { accounts } from './accounts/accounts.js';
import { authentication } from './requests/authentication.js';
import { balance } from './answers/balance.js';
import { companies } from './answers/companies.js';
import { cursorChains } from './results/cursor-chains.js';
import { envelope } from './answers/envelope.js';
import { filters } from './results/filters.js';
import { freeResults } from './accounts/free-results.js';
import { jobValues } from './answers/job-values.js';
import { leftOut } from './results/left-out.js';
import { lookups } from './results/lookups.js';
import { operationKeys } from './accounts/operation-keys.js';
import { paths } from './requests/paths.js';
import { rateLimits } from './accounts/rate-limits.js';
import { refusals } from './requests/refusals.js';
import { replay } from './accounts/replay.js';
import { requestIds } from './answers/request-ids.js';
import { responseForms } from './answers/response-forms.js';
import { steadiness } from './results/steadiness.js';
import { windows } from './results/windows.js';

/** All oracles, in the order of the contract: callers, answers, prices. */
export const oracles: readonly Oracle[] = [
  authentication,
  requestIds,
  paths,
  responseForms,
  envelope,
  jobValues,
  companies,
  refusals,
  acceptance,
  filters,
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
