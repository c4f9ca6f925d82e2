/**
 * Requests that break the contract are refused, with the status that the source gives (§4, §7.1). Judged only where a
 * request has one kind of fault, a good key and a good operation key, because the order of errors is a reading.
 */
import { isOperationKey } from '../../../spec/operation-key.js';
import type { ClauseId } from '../../../spec/clauses.js';
import type { Issue, Operation } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { shown, textOf } from '../../values/text.js';
import { answers, knownBoards, searchAnswer, type KnownBoards } from '../../model/answers.js';
import { fields, strings, type Fields } from '../../values/fields.js';
import { gatherEvidence } from './evidence.js';

/** Readings whose choices are the two statuses that a fault may meet. */
type StatusReading =
  | 'bad-cursor'
  | 'null-profile-url'
  | 'unknown-board'
  | 'unknown-value'
  | 'value-case'
  | 'legacy-missing-identity'
  | 'malformed-json'
  | 'profile-url-shape';

interface Fault {
  clause: ClauseId;
  statuses: number[];
  what: string;
  /** The reading that leaves the status open. */
  reading?: StatusReading;
  /** By that reading a search may also take the value for one that no job has, and find nothing by it. */
  mayFindNothing?: true;
}

export const refusals: Oracle = {
  id: 'refusals',
  clauses: [
    'VALID-1',
    'VALID-2',
    'VALID-4',
    'VALID-6',
    'VALID-8',
    'VALID-10',
    'VALID-11',
    'VALID-12',
    'VALID-13',
    'VALID-15',
    'VALID-19',
    'PAGE-12',
    'PAGE-14',
    'HIST-4',
    'LEG-4',
    'LEG-14',
    'LEG-15',
    'COMP-1',
    'COMP-2',
    'COMP-3',
    'COMP-4',
    'COMP-13',
    'DIR-4',
    'VALID-16',
    'VALID-17',
    'VALID-18',
    'PAGE-15',
    'LEG-5',
    'COMP-5',
    'COMP-15',
    'DIR-5',
    'VALID-21',
    'VALID-22',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('refusals', context);
    const isRun = context.seen === 'all';
    // What was on a list at another time may not be on it now.
    const boards = { ...knownBoards(history), ...(isRun ? {} : { complete: false }) };
    for (const { exchange, operation, response } of answers(history, context)) {
      const { status } = response;
      if (!reachesValidation(exchange, context) || exchange.faultPlanted) continue;
      const invalid =
        operation.kind === 'search'
          ? fields(exchange.request.body) === null ||
            operation.validateStatedBody(exchange.request.body).length > 0
          : operation.validateQuery(exchange.request.query).length > 0;
      if (!isRun && ![200, 400, 422].includes(status)) continue;
      if (invalid && (status === 500 || (status >= 400 && status < 500))) {
        evidence.judge('VALID-19', exchange, status < 500, 'a status of the 4xx range', `status ${status}`);
      }
      // A used key may be refused before its body is looked at.
      if (operation.kind !== 'search' || [401, 403, 409, 429].includes(status) || status >= 500) continue;

      const open = openFault(exchange, operation);
      if (open !== null) {
        if (status === 200) evidence.observe(open.reading, open.accepted, exchange);
        else if (status === 422 && response.bodyText.includes(open.field))
          evidence.observe(open.reading, '422', exchange);
        continue;
      }
      const fault = onlyFault(exchange, operation, context, boards);
      if (fault === null) continue;
      const { clause, statuses, what, reading, mayFindNothing } = fault;
      // Served, but for the price: what it found cannot be paid for.
      if (status === 402 && statuses.includes(200)) continue;
      // Whether nothing was found for this value or for another reason, only a scenario can tell.
      if (mayFindNothing && searchAnswer({ exchange, operation, response })?.jobs.length === 0) continue;
      const expected = `status ${statuses.join(' or ')} for ${what}${mayFindNothing ? ', or no jobs' : ''}`;
      evidence.judge(clause, exchange, statuses.includes(status), expected, `status ${status}`);
      if (reading === 'value-case' && statuses.includes(status))
        evidence.observe(reading, 'refused', exchange);
      else if (reading !== undefined && reading !== 'value-case' && (status === 400 || status === 422))
        evidence.observe(reading, status === 422 ? '422' : '400', exchange);
      if (clause === 'COMP-1' && status === 400) {
        const detail = shown(fields(response.body)?.['detail']);
        const named = detail.includes('company_network_url');
        evidence.judge('COMP-2', exchange, named, 'a detail that names company_network_url', detail);
      }
    }
    return evidence.findings();
  },
};

/** Callers that are let in, with an operation key that is none or well-formed. */
function reachesValidation({ account, request }: Exchange, context: OracleContext): boolean {
  const facts = context.accounts.get(account);
  if (facts === undefined || facts.active === false || facts.role === 'inactive') return false;
  if (!/^bearer\s+\S/i.test(request.headers['authorization'] ?? '')) return false;
  const key = request.headers['idempotency-key'];
  return key === undefined || isOperationKey(key);
}

/** Faults that the target may pass over by a reading: unknown fields, numbers in quotes, bare strings for lists. */
function openFault(
  { request }: Exchange,
  operation: Operation,
): { reading: 'unknown-field' | 'strict-types'; accepted: 'ignored' | 'coerced'; field: string } | null {
  const body = fields(request.body);
  if (body === null) return null;
  const issues = operation.validateBody(body);
  // §4.3 says itself that industry is passed over there.
  const unknown = Object.keys(body).find(
    (name) => !operation.bodyFields.includes(name) && name !== 'industry',
  );
  if (issues.length === 0 && unknown !== undefined) {
    return { reading: 'unknown-field', accepted: 'ignored', field: unknown };
  }
  const [issue] = issues;
  if (issue === undefined || issues.length > 1 || issue.loc.length !== 2) return null;
  const field = String(issue.loc[1]);
  const value = body[field];
  const isNeighbour =
    typeof value === 'string' && (isList(field) || (field === 'limit' && /^\d+$/.test(value)));
  return isNeighbour ? { reading: 'strict-types', accepted: 'coerced', field } : null;
}

function onlyFault(
  { request }: Exchange,
  operation: Operation,
  context: OracleContext,
  boards: KnownBoards,
): Fault | null {
  const body = fields(request.body);
  if (body === null) {
    return {
      clause: 'VALID-15',
      statuses: [400, 422],
      what: 'a body that is no JSON object',
      reading: 'malformed-json',
    };
  }
  const faults = operation.validateBody(body).map((issue) => faultOf(issue, body, operation, context));
  for (const extra of [profileFault(body, operation, context), boardFault(body, operation, boards)]) {
    if (extra !== null) faults.push(extra);
  }
  const first = faults[0] ?? null;
  return first !== null && faults.every((fault) => fault?.clause === first.clause) ? first : null;
}

const ENUM_CLAUSES: Record<string, ClauseId> = {
  department: 'VALID-1',
  industry: 'VALID-4',
  job_type: 'VALID-6',
  seniority_level: 'VALID-8',
};

function isList(field: string): boolean {
  return ENUM_CLAUSES[field] !== undefined || /^(jobs|exclude_jobs)_locations$|_job_boards$/.test(field);
}

/** The clause that one fault of form falls under; null where the source does not say how it is met. */
function faultOf(issue: Issue, body: Fields, operation: Operation, context: OracleContext): Fault | null {
  const { loc, type } = issue;
  const field = String(loc[1] ?? '');
  const value = body[field];
  const legacy = operation.id === 'searchCompanyJobsLegacy';
  const refused = (clause: ClauseId, what: string): Fault => ({ clause, statuses: [422], what });

  if (field === 'company_network_url' && value === null && !legacy) {
    const what = 'company_network_url null';
    return { clause: 'COMP-15', statuses: [400, 422], what, reading: 'null-profile-url' };
  }
  if (loc.length === 1 || (type === 'missing' && field.startsWith('company_'))) {
    if (legacy)
      return {
        clause: 'LEG-4',
        statuses: [400, 422],
        what: 'no company',
        reading: 'legacy-missing-identity',
      };
    return { clause: 'COMP-1', statuses: [400], what: 'a missing company_network_url' };
  }
  if (field === 'limit' && type === 'maximum')
    return refused(legacy ? 'LEG-14' : 'PAGE-12', `limit ${shown(value)}`);
  if (field === 'limit' && type === 'minimum') {
    if (legacy) return refused('LEG-15', `limit ${shown(value)}`);
    return operation.id === 'searchCompanyJobsHistorical' ? refused('HIST-4', `limit ${shown(value)}`) : null;
  }
  if (field === 'search_after') {
    return {
      clause: 'PAGE-14',
      statuses: [400, 422],
      what: `search_after ${shown(value)}`,
      reading: 'bad-cursor',
    };
  }
  if (field.startsWith('published_') && type === 'format') {
    const written = /^\d{4}-\d\d-\d\d$/.test(textOf(value));
    return refused(written ? 'VALID-12' : 'VALID-11', `${field} ${shown(value)}`);
  }
  const clause = ENUM_CLAUSES[field];
  if (clause !== undefined && loc.length === 3 && Array.isArray(value)) {
    const odd: unknown = value[Number(loc[2])];
    if (typeof odd !== 'string') return null;
    const recased = context.contract.enums.department.some(
      (name) => name.toLowerCase() === odd.toLowerCase(),
    );
    const what = `${field} ${shown(odd)}`;
    const statuses = [400, 422];
    if (field !== 'department' || !recased) return { clause, statuses, what, reading: 'unknown-value' };
    return { clause: 'VALID-2', statuses, what, reading: 'value-case', mayFindNothing: true };
  }
  if (loc.at(-1) === 'mode' && type === 'enum') return refused('VALID-10', `a mode of ${shown(value)}`);
  // Null where the source is silent, and a lone value for a list of one or the reverse, may be taken (strict-types).
  const isSeveral = Array.isArray(value) && value.length !== 1;
  const wantsBoolean = [
    'is_remote',
    'country_exists',
    'job_boards',
    'salary_data_available',
    'is_agency',
  ].includes(field);
  if (type === 'type' && loc.length === 2) {
    if ((isList(field) && fields(value) !== null) || (wantsBoolean && isSeveral))
      return refused('VALID-13', `${field} ${shown(value)}`);
  }
  return null;
}

/** A profile URL of the wrong shape, where the network's prefix is known. */
function profileFault(body: Fields, operation: Operation, context: OracleContext): Fault | null {
  const url = body['company_network_url'];
  const network = context.target.networkUrl;
  if (
    typeof url !== 'string' ||
    network === null ||
    operation.id === 'searchCompanyJobsLegacy' ||
    !operation.withCompany
  )
    return null;
  const prefix = `${network}/company/`;
  const fault = (clause: ClauseId): Fault => ({
    clause,
    statuses: [400, 422],
    what: `company_network_url ${shown(url)}`,
    reading: 'profile-url-shape',
  });
  if (!url.startsWith(prefix)) {
    // Another spelling of the same address may be taken for it.
    const alike = url
      .toLowerCase()
      .replace(/^https?:\/\/(www\.)?/, '')
      .startsWith(prefix.toLowerCase().replace(/^https?:\/\/(www\.)?/, ''));
    return alike ? null : fault('COMP-3');
  }
  return /^\/*$/.test(url.slice(prefix.length)) ? fault('COMP-4') : null;
}

/** A job board that the complete lookup of the same run does not have. */
function boardFault(body: Fields, operation: Operation, boards: KnownBoards): Fault | null {
  if (!boards.complete || operation.id === 'searchCompanyJobsLegacy') return null;
  const named = [...strings(body['include_job_boards']), ...strings(body['exclude_job_boards'])];
  const unknown = named.find((name) => !boards.names.has(name.toLowerCase()));
  if (unknown === undefined) return null;
  const what = `the unknown job board ${shown(unknown)}`;
  if (operation.withCompany) return { clause: 'COMP-13', statuses: [400], what };
  const included = strings(body['include_job_boards']);
  const fault = { clause: 'DIR-4', what, reading: 'unknown-board' } as const;
  // Taken for a board without jobs, it adds nothing to others, and leaves out nothing.
  if (included.length === 0 || included.some((name) => boards.names.has(name.toLowerCase())))
    return { ...fault, statuses: [200, 400, 422] };
  return { ...fault, statuses: [400, 422], mayFindNothing: true };
}
