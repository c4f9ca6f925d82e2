/** The contract as code reads it: operations, accepted values, limits and compiled validators. */

export type OperationId =
  | 'searchJobs'
  | 'searchCompanyJobs'
  | 'searchCompanyJobsHistorical'
  | 'searchJobsHistorical'
  | 'searchCompanyJobsLegacy'
  | 'listJobBoards'
  | 'listDepartments'
  | 'listLocations'
  | 'getCreditBalance';

/** One thing wrong with a value; `loc` leads to it from the body, query or header it stands in. */
export interface Issue {
  loc: (string | number)[];
  msg: string;
  type: string;
}

export interface SearchWindow {
  /** How far back `published_after` may reach from the request date. */
  oldest: { months?: number; years?: number };
  /** No posting is older than this date, however far the window reaches. */
  floor?: string;
  /** Offset back from the request date of the default lower bound; `days` then moves forward. */
  defaultAfter: { months?: number; years?: number; days?: number };
  defaultBefore: 'today' | 'tomorrow';
}

export interface ResponseContract {
  status: number;
  mediaType: 'application/json' | 'text/plain';
  headers: readonly { name: string; required: boolean }[];
  validateBody(body: unknown): Issue[];
  validateHeaders(headers: Readonly<Record<string, string | undefined>>): Issue[];
}

export interface Operation {
  id: OperationId;
  /** Section of the source that describes it, such as `4.2`. */
  section: string;
  method: 'GET' | 'POST';
  path: string;
  kind: 'search' | 'lookup' | 'balance';
  /** Credits for each posting that is new in the billing cycle; 0 where nothing is charged. */
  creditCost: number;
  /** `stated` is false where the source gives no limit (reading `rate-others`). */
  rateLimit: { requests: number; seconds: number; stated: boolean };
  errorForm: 'detail' | 'envelope';
  acceptsOperationKey: boolean;
  cursorField: 'search_after' | 'next_cursor' | null;
  window: SearchWindow | null;
  withCompany: boolean;
  validateBody(body: unknown): Issue[];
  validateQuery(query: Readonly<Record<string, unknown>>): Issue[];
  responses: ReadonlyMap<number, ResponseContract>;
}

export interface Contract {
  document: Record<string, unknown>;
  operations: readonly Operation[];
  operation(id: OperationId): Operation;
  /** The operation at a method and path, the methods the path does take, or null for an unknown path. */
  match(method: string, path: string): { operation: Operation } | { allow: string[] } | null;
  enums: {
    department: readonly string[];
    industry: readonly string[];
    job_type: readonly string[];
    seniority_level: readonly string[];
  };
  /** A validator for one named schema of the document, such as `Job`. */
  validator(schema: string): (value: unknown) => Issue[];
}
