/** `job-search-kit/spec`: the contract, its clauses and its types. */
export {
  clauseIds,
  loadClauses,
  readingChoices,
  type Clause,
  type ClauseId,
  type ClauseLevel,
  type Clauses,
  type ClauseSet,
  type Reading,
  type ReadingAssignment,
  type ReadingChoices,
  type ReadingId,
} from './clauses.js';
export {
  clientRuleIds,
  clientRulePath,
  loadClientRules,
  type ClientRule,
  type ClientRuleId,
  type ClientRules,
} from './clients.js';
export {
  loadContract,
  MOST_ISSUES,
  operationIds,
  type Contract,
  type BalanceOperation,
  type Issue,
  type LookupId,
  type LookupOperation,
  type Operation,
  type OperationId,
  type ResponseContract,
  type SearchId,
  type SearchOperation,
  type SearchWindow,
  type Validator,
} from './contract.js';
export { kitVersion } from '../common/kit-version.js';
import type { components } from './generated/openapi.js';

export type { components, operations, paths } from './generated/openapi.js';

/** A posting, with the field names of the contract (§2.1). */
export type Job = components['schemas']['Job'];
/** A company, as in results of company searches (§2.2). */
export type CompanyDetails = components['schemas']['CompanyDetails'];
/** The envelopes of results (§2.3). */
export type DirectSearchResult = components['schemas']['DirectSearchResult'];
export type CompanySearchResult = components['schemas']['CompanySearchResult'];
export type LegacySearchResult = components['schemas']['LegacySearchResult'];
export type FailedSearch = components['schemas']['FailedSearch'];
/** A place, as lookups return and location filters accept it (§2.5). */
export type LocationItem = components['schemas']['LocationItem'];
export type LocationOption = components['schemas']['LocationOption'];
export type Option = components['schemas']['Option'];
export type Keywords = components['schemas']['Keywords'];
export type KeywordBlock = components['schemas']['KeywordBlock'];
export type KeywordGroup = components['schemas']['KeywordGroup'];
export type DirectSearchRequest = components['schemas']['DirectSearchRequest'];
export type CompanySearchRequest = components['schemas']['CompanySearchRequest'];
export type HistoricalCompanySearchRequest = components['schemas']['HistoricalCompanySearchRequest'];
export type HistoricalDirectSearchRequest = components['schemas']['HistoricalDirectSearchRequest'];
export type LegacySearchRequest = components['schemas']['LegacySearchRequest'];
