/** Groups of operations that rules apply to. */
import type { OperationId } from '../../spec/contract.js';

export type Operations = readonly OperationId[];

export const DIRECT: Operations = ['searchJobs'];
export const COMPANY: Operations = ['searchCompanyJobs'];
export const HISTORICAL: Operations = ['searchCompanyJobsHistorical'];
export const HISTORICAL_DIRECT: Operations = ['searchJobsHistorical'];
export const LEGACY: Operations = ['searchCompanyJobsLegacy'];
export const CURRENT: Operations = [...DIRECT, ...COMPANY];
export const ANY_DIRECT: Operations = [...DIRECT, ...HISTORICAL_DIRECT];
/** The company searches that take an operation key. */
export const KEYED_COMPANY: Operations = [...COMPANY, ...HISTORICAL];
export const ANY_COMPANY: Operations = [...KEYED_COMPANY, ...LEGACY];
export const ANY_HISTORICAL: Operations = [...HISTORICAL, ...HISTORICAL_DIRECT];
/** Searches that take an operation key. */
export const KEYED: Operations = [...DIRECT, ...COMPANY, ...HISTORICAL, ...HISTORICAL_DIRECT];
export const SEARCHES: Operations = [...KEYED, ...LEGACY];
export const BOARDS: Operations = ['listJobBoards'];
export const DEPARTMENTS: Operations = ['listDepartments'];
export const LISTS: Operations = [...BOARDS, ...DEPARTMENTS];
export const LOCATIONS: Operations = ['listLocations'];
export const LOOKUPS: Operations = [...LISTS, ...LOCATIONS];
export const BALANCE: Operations = ['getCreditBalance'];
export const FREE: Operations = [...LOOKUPS, ...BALANCE];
export const ALL: Operations = [...SEARCHES, ...FREE];
