/**
 * Every answer has a status that its operation lists, the media type of that status, and a body of its form (§2, §7). The
 * schemas of the contract decide, and name the clause that a fault breaks.
 */
import { clausesInContract, type ClauseId } from '../../../../spec/clauses.js';
import type { Issue, Operation, OperationId, Path, ResponseContract } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import {
  type OracleContext,
  clausesOf,
  oracleOf,
  type Check,
  type Evidence,
  type Rule,
  type Rules,
} from '../../oracle.js';
import { follow } from '../../../values/pointers.js';
import { count, shown, textOf } from '../../../values/text.js';
import { once } from '../../../values/once.js';
import { answers, type Answer } from '../../../model/answers.js';
import { fields, isText, strings, type Fields } from '../../../values/fields.js';
import { collected } from '../../../values/grouped.js';

/** Statuses that a reading allows if the source does not list them (401), or that any limit causes (429). */
const ALLOWED_EVERYWHERE = [401, 429];

/** Null also shows the form of a cursor, and of these details, which a company may lack on all searches of a run. */
const CURSORS = ['search_after', 'next_cursor'];
const MAY_BE_UNKNOWN = ['locations', 'specialties', 'tagline'];

/** Clauses about figures, which another oracle compares with the jobs. */
const OF_FIGURES: readonly ClauseId[] = ['ENV-6', 'ENV-7'];

const EVERY_ANSWER: Rules<Answer> = {
  'ERR-10': ({ exchange: { request }, operation, response: { status } }) => {
    const statuses = lawfulStatuses(operation);
    // The source does not say whether a body must be declared as JSON.
    if (status === 415 && operation.method === 'POST' && !isJson(request.headers)) return false;
    return [statuses.includes(status), `one of the statuses ${statuses.join(', ')}`, `status ${status}`];
  },
  'ERR-17': ({ operation, response: { status, headers, body } }) => {
    const parses = body === undefined ? 'which does not parse' : 'which parses';
    const actual = `${shown(headers['content-type'] ?? null)} on a ${status} of ${operation.id}, ${parses}`;
    const expected = 'a JSON content type and a body that parses as JSON';
    return status !== 500 && [isJson(headers) && body !== undefined, expected, actual];
  },
};

type Refusal = ReturnType<typeof refusalIn>;

/** Rules about a refusal beyond its form. */
const REFUSALS: Rules<Refusal> = {
  'ERR-9': (refusal) => deliversNothing(refusal),
  'BILL-13': (refusal) => refusal.status === 402 && deliversNothing(refusal),
  'IDEM-22': (refusal) => refusal.status === 409 && deliversNothing(refusal),
  'AUTH-11': ({ status, response, lists }) => {
    const body = fields(response.body) ?? {};
    const leaked = ['jobs', ...lists, 'credits_remaining'].filter(
      (name) => name in body || name in (fields(body['data']) ?? {}),
    );
    const isRefused = status === 401 || status === 403;
    return isRefused && [leaked.length === 0, 'no data in a refusal', leaked.join(', ') || 'none'];
  },
  'VALID-20': ({ status, detail }) => {
    if (status !== 422 || !Array.isArray(detail)) return null;
    const isWorded = detail.every(
      (entry) => isText(fields(entry)?.['msg']) && isText(fields(entry)?.['type']),
    );
    return [isWorded, 'text in msg and type of each entry', shown(detail.map(fields))];
  },
  'ERR-12': ({ status, issues, detail }) => {
    const isNamed = /service_unavailable|invalid_result/.test(textOf(detail));
    const expected = 'a detail that names service_unavailable or invalid_result';
    return status === 503 && issues.length === 0 && [isNamed, expected, shown(textOf(detail))];
  },
  'LEG-32': ({ status, issues, error }) =>
    status === 402 && issues.length === 0 && ['legacy-unaffordable', error === null ? 'detail' : 'envelope'],
  'LEG-34': ({ status, issues, error }) =>
    (status === 401 || status === 403) &&
    issues.length === 0 && ['legacy-refusal-form', error === null ? 'detail' : 'envelope'],
  'LEG-17': hasCode(400, 'bad_request'),
  'LEG-18': hasCode(401, 'unauthorized'),
  'LEG-19': hasCode(422, 'validation_error'),
  'LEG-20': ({ status, error }) => {
    if (status !== 422 || error === null) return null;
    const details = Array.isArray(error['details']) ? error['details'].map(fields) : [];
    const isWhole = details.every((entry) => entry && 'loc' in entry && 'msg' in entry && 'type' in entry);
    const expected = 'at least one detail, each with loc, msg and type';
    return [details.length > 0 && isWhole, expected, shown(error['details'])];
  },
  'LEG-21': hasCode(429, 'rate_limit_exceeded'),
  'LEG-22': ({ status, error }) => {
    const message = textOf(error?.['message']);
    const expected = 'the allowed number of requests per minute';
    return status === 429 && error !== null && [/\d/.test(message), expected, shown(message)];
  },
};

/** Clauses of completed searches and of the balance that no schema states. */
const OTHERS: ClauseId[] = ['HIST-1', 'HIST-2', 'JOB-2', 'JOB-15', 'BAL-6'];

export const responseForms = oracleOf({
  id: 'response-forms',
  clauses: [...clausesInContract('x-kit-clause'), ...OTHERS, ...clausesOf(EVERY_ANSWER, REFUSALS)],
  reads: ['response headers', 'response body'],
  judge(history, context, evidence) {
    const naming = operationsThatName(history);
    for (const answer of answers(history, context)) {
      const { operation, response } = answer;
      evidence.check(EVERY_ANSWER, answer);
      if (response.status >= 400) judgeRefusal(answer, context, evidence);
      if (response.status !== 200 || response.body === undefined) continue;
      const named = naming.has(operation.id) ? context.contract.jobFields : USUAL;
      if (operation.kind === 'search') judgeSearch(answer, context, named, evidence);
      else judgeReference(answer, evidence);
    }
  },
});

function isJson(headers: Readonly<Record<string, string>>): boolean {
  return /^application\/(json|[\w.+-]+\+json)\b/i.test(headers['content-type'] ?? '');
}

/** All searches may answer 409 (§7.1), because the legacy search may honour operation keys (legacy-idempotency). */
function lawfulStatuses({ responses, kind }: Operation): number[] {
  const conflict = kind === 'search' ? [409] : [];
  const listed = [...responses.values()].filter(({ stated }) => stated).map(({ status }) => status);
  return [...new Set([...listed, ...ALLOWED_EVERYWHERE, ...conflict])].sort((a, b) => a - b);
}

type Faults = (readonly [clause: ClauseId, text: string])[];

/** The evidence of an answer without faults, by clause. */
type Shows = Partial<Record<ClauseId, readonly [expected: string, actual: string]>>;

/** Judges the clauses that an answer shows, and others with faults. */
function judgeForm(exchange: Exchange, faults: Faults, shows: Shows, evidence: Evidence): void {
  const wrong = collected(faults);
  for (const clause of new Set([...clausesOf(shows), ...wrong.keys()])) {
    const [expected, actual] = shows[clause] ?? ['the form of the contract', ''];
    const text = wrong.get(clause)?.slice(0, 3).join('; ') ?? actual;
    evidence.judge(clause, exchange, !wrong.has(clause), expected, text);
  }
}

function judgeSearch(
  { exchange, operation, response }: Answer,
  { contract }: OracleContext,
  named: readonly string[],
  evidence: Evidence,
): void {
  const { jobFields, companyFields } = contract;
  const form = operation.responses.get(200)!;
  const body = fields(response.body);
  const data = fields(body?.['data']) ?? {};
  const company = (operation.withCompany && fields(data['company_details'])) || {};
  const issues = form.validateBody(response.body).filter((issue) => !saysNothing(data, issue, operation));
  const faults: Faults = issues.map((issue) => [
    isLeftOut(issue, response.body, named) ? 'JOB-2' : form.clauseOf(issue)!,
    issueText(issue),
  ]);
  const page = (Array.isArray(data['jobs']) ? data['jobs'] : []).map(fields).filter((job) => job !== null);
  const isShort = (job: Fields): boolean => jobFields.some((name) => isAbsent(job, name, named));
  if (page.some(isShort)) evidence.observe('absent-fields', 'left-out', exchange);
  else if (page.some(hasNull)) evidence.observe('absent-fields', 'null', exchange);
  const odd = companyFields.find((name) => otherSpelling(name, company) !== undefined);
  if (odd !== undefined)
    faults.push(['CO-1', `${shown(otherSpelling(odd, company))} in place of ${shown(odd)}`]);
  // A company whose jobs are found is known, and the search names it by its profile.
  const mustDescribe = operation.withCompany && operation.acceptsOperationKey && page.length > 0;
  if (mustDescribe && data['company_details'] === null)
    faults.push([clauseAt(form, 'data', 'company_details'), 'company_details null']);
  const isSuccess = body?.['success'] === true;
  const names = Object.keys(company).join(', ');
  const shows: Shows = {
    'ENV-1': ['an object with success, data and error', `success ${shown(body?.['success'])}`],
    ...(isSuccess && membersShown(body, form)),
    ...(page.length > 0 && {
      'JOB-1': ['the published names', `${count(page.length, 'job')} with these names`],
    }),
    ...(page.some(hasNull) && { 'JOB-2': [`all ${jobFields.length} fields, null if unknown`, 'null'] }),
    ...(names !== '' && { 'CO-1': ['the published names', names] }),
    ...(isSuccess && issues.length === 0 && SAME_FORM),
  };
  judgeForm(exchange, faults, shows, evidence);
}

const SAME_FORM: Shows = {
  'HIST-1': ['the form of a company search', 'the same form'],
  'HIST-2': ['the form of a direct search', 'the same form'],
};

/** The clauses of members that have a value, or whose form null shows, too. */
function membersShown(body: Fields, form: ResponseContract): Shows {
  const isKnown = isText(follow(body, ['data', 'company_details', 'company_name']));
  const mayBeNull = isKnown ? [...CURSORS, ...MAY_BE_UNKNOWN] : CURSORS;
  const isShown = (path: Path): boolean =>
    hasValueAt(body, mayBeNull.includes(path.at(-1)!) ? path.slice(0, -1) : path);
  return Object.fromEntries(
    [...form.pathsByClause()]
      .filter(([clause, paths]) => !OF_FIGURES.includes(clause) && paths.some(isShown))
      .map(([clause, paths]) => [clause, [`${namesOf(paths)} of the published type`, 'as expected']]),
  );
}

function clauseAt({ clauseOf }: ResponseContract, ...place: (string | number)[]): ClauseId {
  return clauseOf({ loc: ['body', ...place], type: 'type' })!;
}

/** True if there is a value at a path, through lists. */
function hasValueAt(value: unknown, path: Path): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value) && path.length > 0) return value.some((item) => hasValueAt(item, path));
  const [name, ...rest] = path;
  return name === undefined || hasValueAt(fields(value)?.[name], rest);
}

const NAMES = new Intl.ListFormat('en');

const namesOf = once((paths: readonly Path[]) => NAMES.format(paths.map((path) => path.at(-1)!)));

function hasNull(job: Fields): boolean {
  return Object.values(job).includes(null);
}

/** A field that is missing from a job, and not there under another spelling. */
function isLeftOut({ loc, type }: Issue, body: unknown, named: readonly string[]): boolean {
  if (type !== 'missing' || loc.length !== 5 || loc[2] !== 'jobs') return false;
  const job = fields(follow(body, ['data', 'jobs', String(loc[3])]));
  return job !== null && isAbsent(job, String(loc[4]), named);
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The member that has this name in another spelling. */
function otherSpelling(name: string, value: Fields): string | undefined {
  return name in value ? undefined : Object.keys(value).find((each) => letters(each) === letters(name));
}

/** The names that nearly every posting has. */
const USUAL = ['Job Title', 'Company Name', 'Job URL'];

/** The operations that return jobs with `USUAL` names. On others, an object without these names does not count as a job. */
function operationsThatName(history: readonly Exchange[]): ReadonlySet<OperationId | null> {
  const naming = history.filter(({ response }) => {
    const jobs = follow(response?.body, ['data', 'jobs']);
    return Array.isArray(jobs) && jobs.some((job) => USUAL.some((name) => name in (fields(job) ?? {})));
  });
  return new Set(naming.map(({ operation }) => operation));
}

/** True if a job lacks the field, in any spelling. An object without any of the names is not a job. */
function isAbsent(job: Fields, field: string, named: readonly string[]): boolean {
  return !(field in job) && named.some((name) => name in job) && otherSpelling(field, job) === undefined;
}

/**
 * True for details of an unknown company (reading unknown-company): they are missing, have no members, or none but the profile
 * URL of the request has a value. The legacy search can find jobs by the name of a company that it does not know otherwise.
 */
function saysNothing(data: Fields, { loc }: Issue, { id }: Operation): boolean {
  const { company_details: details = {}, jobs } = data;
  const company = fields(details);
  if (company === null || !Array.isArray(jobs)) return false;
  if (jobs.length > 0 && id !== 'searchCompanyJobsLegacy') return false;
  const isBare = Object.entries(company).every(([name, value]) => name === 'network_url' || isBlank(value));
  return isBare && loc[2] === 'company_details' && (loc[3] ?? 'company_name') === 'company_name';
}

/** True for null, and for lists and objects that contain only null. */
function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every(isBlank));
}

function judgeReference({ exchange, operation, response }: Answer, evidence: Evidence): void {
  const body = fields(response.body);
  const form = operation.responses.get(200)!;
  const names = body === null ? shown(response.body, 60) : Object.keys(body).join(', ');
  const wrapped = ['success', 'data'].filter((name) => body !== null && name in body);
  const faults: Faults = form
    .validateBody(response.body)
    .map((issue) => [form.clauseOf(issue)!, issueText(issue)]);
  if (operation.id === 'getCreditBalance') {
    evidence.judge('BAL-6', exchange, wrapped.length === 0, 'no success and no data', `members ${names}`);
    // Another oracle judges whether an object holds the balance.
    return judgeForm(exchange, faults, {}, evidence);
  }
  const top = clauseAt(form);
  if (wrapped.length > 0) faults.push([top, `an envelope: ${wrapped.join(', ')}`]);
  const shows: Shows = { [top]: ['the list at the top level, without an envelope', names] };
  const lists = Object.entries(body ?? {}).filter(([, list]) => Array.isArray(list) && list.length > 0);
  for (const [name, list] of lists) {
    const text = `${count((list as unknown[]).length, 'entry')}, all as expected`;
    shows[clauseAt(form, name, 0)] ??= ['a label and a value of the published form in each entry', text];
  }
  judgeForm(exchange, faults, shows, evidence);
}

/** A refusal with the faults of its body by the contract. */
function refusalIn(answer: Answer, { contract }: OracleContext) {
  const { status, body } = answer.response;
  const lists = contract.operations.flatMap((each) => (each.kind === 'lookup' ? each.list : []));
  const { detail, error } = fields(body) ?? {};
  const form = answer.operation.responses.get(status);
  const issues = form?.validateBody(body) ?? [];
  return { ...answer, status, form, issues, detail, error: fields(error), lists };
}

function judgeRefusal(answer: Answer, context: OracleContext, evidence: Evidence): void {
  const refusal = refusalIn(answer, context);
  const { exchange, operation, response, status, form, issues, error } = refusal;
  const { headers, body, bodyText } = response;
  if (form !== undefined && form.clause !== null) {
    const isPlain = /^text\/plain\b/i.test(headers['content-type'] ?? '');
    const isLegacy = operation.errorForm === 'envelope';
    const isEnvelope = isLegacy && issues.length === 0 && error?.['code'] === 'server_error';
    const holds = status === 500 ? isPlain || isEnvelope : issues.length === 0;
    const shownType = `${shown(headers['content-type'] ?? null)}: ${shown(bodyText, 60)}`;
    const text = issues.slice(0, 3).map(issueText).join('; ') || shown(body);
    const actual = status === 500 && !isLegacy ? shownType : text;
    evidence.judge(form.clause, exchange, holds, expectedForm(status, isLegacy), actual);
  }
  evidence.check(REFUSALS, refusal);
}

function expectedForm(status: number, isLegacy: boolean): string {
  if (isLegacy && status === 500) return 'plain text, or an envelope with code server_error';
  if (isLegacy && status === 403) return 'the envelope error form, or {detail}';
  if (isLegacy) return '{success: false, data: null, error: {…}}';
  return status === 500 ? 'text/plain' : status === 422 ? '{detail: [{msg, type}, …]}' : '{detail: string}';
}

function hasCode(refusalStatus: number, code: string): Rule<Refusal> {
  return ({ status, error }) =>
    status === refusalStatus &&
    error !== null && [error['code'] === code, `code ${code}`, `code ${shown(error['code'])}`];
}

function deliversNothing({ status, response }: Refusal): Check {
  const top = fields(response.body) ?? {};
  const jobs = [top['jobs'], fields(top['data'])?.['jobs']].filter((list) => Array.isArray(list)).flat();
  return [jobs.length === 0, `no jobs in a ${status}`, count(jobs.length, 'job')];
}

function issueText({ loc, msg }: Issue): string {
  return `${strings(loc.map(String)).join('.')} ${msg}`;
}
