/**
 * Every answer has a status that its operation lists, the media type of that status, and a body of its form (§2, §7). The
 * schemas of the contract decide, and name the clause that a fault breaks.
 */
import { clausesInContract, type ClauseId } from '../../../../spec/clauses.js';
import type { Issue, Operation, OperationId, Path, ResponseContract } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import type { OracleContext } from '../../oracle.js';
import { follow } from '../../../values/pointers.js';
import { count, shown, textOf } from '../../../values/text.js';
import { answers, type Answer } from '../../../model/answers.js';
import { fields, isText, strings, type Fields } from '../../../values/fields.js';
import { clausesOf, oracleOf, type Check, type Evidence, type Rule, type Rules } from '../../evidence.js';

/** Statuses that a reading allows if the source does not list them (401), or that any limit causes (429). */
const ALLOWED_EVERYWHERE = [401, 429];

/** A company may lack these fields, and no scenario asks for them on every search, so null also shows their form. */
const MAY_BE_UNKNOWN = ['locations', 'specialties', 'tagline'];

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

/** Rules about the data in a refusal. */
const DELIVERY: Rules<Refusal> = {
  'ERR-9': (refusal) => deliversNothing(refusal),
  'BILL-13': (refusal) => refusal.status === 402 && deliversNothing(refusal),
  'IDEM-22': (refusal) => refusal.status === 409 && deliversNothing(refusal),
  'AUTH-11': ({ status, response }) => {
    const body = fields(response.body) ?? {};
    const leaked = ['jobs', 'job_boards', 'departments', 'locations', 'credits_remaining'].filter(
      (name) => name in body || name in (fields(body['data']) ?? {}),
    );
    const isRefused = status === 401 || status === 403;
    return isRefused && [leaked.length === 0, 'no data in a refusal', leaked.join(', ') || 'none'];
  },
};

/** Rules about members of a refusal beyond its form. */
const MEMBERS: Rules<Refusal> = {
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
  clauses: [
    ...new Set([
      ...clausesInContract('x-kit-clause'),
      ...OTHERS,
      ...clausesOf(EVERY_ANSWER, DELIVERY, MEMBERS),
    ]),
  ],
  reads: ['response headers', 'response body'],
  judge(history, context, evidence) {
    const naming = operationsThatName(history);
    for (const answer of answers(history, context)) {
      const { operation, response } = answer;
      evidence.check(EVERY_ANSWER, answer);
      if (response.status >= 400) judgeRefusal(answer, evidence);
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

/** Gathers the faults of one answer by clause. Judging a clause removes its faults; `actual` is the text of a pass. */
function gatherFaults(exchange: Exchange, evidence: Evidence) {
  const byClause = new Map<ClauseId, string[]>();
  return {
    byClause,
    add(clause: ClauseId, text: string): void {
      byClause.set(clause, [...(byClause.get(clause) ?? []), text]);
    },
    judge(clause: ClauseId, expected: string, actual = ''): void {
      const wrong = byClause.get(clause);
      byClause.delete(clause);
      const text = wrong?.slice(0, 3).join('; ') ?? actual;
      evidence.judge(clause, exchange, wrong === undefined, expected, text);
    },
  };
}

type Faults = ReturnType<typeof gatherFaults>;

function judgeSearch(
  answer: Answer,
  context: OracleContext,
  named: readonly string[],
  evidence: Evidence,
): void {
  const { exchange, operation, response } = answer;
  const form = operation.responses.get(200)!;
  const issues = form.validateBody(response.body);
  const body = fields(response.body);
  const data = fields(body?.['data']);
  const faults = gatherFaults(exchange, evidence);
  for (const issue of issues) {
    if (saysNothing(data ?? {}, issue, operation)) continue;
    faults.add(isLeftOut(issue, response.body, named) ? 'JOB-2' : form.clauseOf(issue)!, issueText(issue));
  }
  const isSuccess = body?.['success'] === true;
  faults.judge('ENV-1', 'an object with success, data and error', `success ${shown(body?.['success'])}`);
  if (isSuccess) faults.judge('ENV-2', 'an object in data', 'data is an object');
  if (data !== null) {
    const jobs = Array.isArray(data['jobs']) ? (data['jobs'] as unknown[]) : [];
    faults.judge('ENV-3', 'jobs is an array of objects', count(jobs.length, 'job'));
    if (isSuccess)
      for (const name of ['credits_used', 'credits_remaining', operation.cursorField ?? 'search_after'])
        faults.judge(clauseAt(form, 'data', name), `${name} of its type`, `${name} ${shown(data[name], 60)}`);
    const page = jobs.map(fields).filter((job) => job !== null);
    if (page.length > 0) judgeJobs(page, context, faults);
    const isShort = (job: Fields): boolean =>
      context.contract.jobFields.some((name) => isAbsent(job, name, named));
    if (page.some(isShort)) evidence.observe('absent-fields', 'left-out', exchange);
    else if (page.some(hasNull)) evidence.observe('absent-fields', 'null', exchange);
    const company = fields(data['company_details']);
    // A company whose jobs are found is known, and the search names it by its profile.
    const mustDescribe = operation.acceptsOperationKey && page.length > 0;
    const about = operation.withCompany ? clauseAt(form, 'data', 'company_details') : null;
    if (about !== null && company !== null) {
      const actual = `details of ${shown(company['company_name'])}`;
      faults.judge(about, 'an object in company_details', actual);
      judgeCompany(company, context, faults);
    } else if (about !== null && mustDescribe && !faults.byClause.has(about))
      faults.add(about, `company_details ${shown(data['company_details'])}`);
    if (isSuccess && issues.length === 0) {
      faults.judge('HIST-1', 'the form of a company search', 'the same form');
      faults.judge('HIST-2', 'the form of a direct search', 'the same form');
    }
  }
  for (const clause of [...faults.byClause.keys()]) faults.judge(clause, 'the form of the contract');
}

function clauseAt({ clauseOf }: ResponseContract, ...place: (string | number)[]): ClauseId {
  return clauseOf({ loc: ['body', ...place], type: 'type' })!;
}

function judgeJobs(jobs: readonly Fields[], { contract }: OracleContext, faults: Faults): void {
  faults.judge('JOB-1', 'the published names', `${count(jobs.length, 'job')} without another spelling`);
  if (jobs.some(hasNull))
    faults.judge('JOB-2', `all ${contract.jobFields.length} fields, null if unknown`, 'null');
  const allOfThem = `${count(jobs.length, 'job')}, all as expected`;
  faults.judge('JOB-3', 'texts are strings or null', allOfThem);
  for (const [clause, paths] of contract.pathsByClause('Job'))
    if (paths.some((path) => valuesAt(jobs, path).length > 0))
      faults.judge(clause, `${namesOf(paths)} of the published type`, allOfThem);
}

function judgeCompany(company: Fields, { contract }: OracleContext, faults: Faults): void {
  const clauses = contract.pathsByClause('CompanyDetails');
  for (const [name, ...inner] of [...clauses.values()].flat()) {
    if (inner.length > 0 || name! in company) continue;
    const other = Object.keys(company).find((each) => letters(each) === letters(name!));
    if (other === undefined) continue;
    faults.add('CO-1', `${shown(other)} in place of ${shown(name!)}`);
    break;
  }
  if (Object.keys(company).length === 0) return;
  faults.judge('CO-1', 'the published names', Object.keys(company).join(', '));
  const isKnown = typeof company['company_name'] === 'string';
  for (const [clause, paths] of clauses) {
    const values = paths.flatMap((path) => valuesAt(company, path));
    if (values.length > 0 || (isKnown && MAY_BE_UNKNOWN.includes(namesOf(paths))))
      faults.judge(clause, `${namesOf(paths)} of the published type`, shown(values[0] ?? null, 60));
  }
}

/** The values at a path, through lists, without null. */
function valuesAt(value: unknown, path: Path): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && path.length > 0) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  return name === undefined ? [value] : valuesAt(fields(value)?.[name], rest);
}

const NAMES = new Intl.ListFormat('en');

function namesOf(paths: readonly Path[]): string {
  return NAMES.format(paths.map((path) => path.at(-1)!));
}

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
  if (field in job || !named.some((name) => name in job)) return false;
  return !Object.keys(job).some((name) => letters(name) === letters(field));
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
  const faults = gatherFaults(exchange, evidence);
  for (const issue of form.validateBody(response.body)) faults.add(form.clauseOf(issue)!, issueText(issue));

  if (operation.id === 'getCreditBalance') {
    // Another oracle judges whether such an object holds the balance.
    if (faults.byClause.has('BAL-1')) faults.judge('BAL-1', 'an object that holds the balance');
    evidence.judge('BAL-6', exchange, wrapped.length === 0, 'no success and no data', `members ${names}`);
    return;
  }
  const top = clauseAt(form);
  if (wrapped.length > 0) faults.add(top, `an envelope: ${wrapped.join(', ')}`);
  faults.judge(top, 'the list at the top level, without an envelope', names);
  const [name = '', entries = []] =
    Object.entries(body ?? {}).find((member): member is [string, unknown[]] => Array.isArray(member[1])) ??
    [];
  const items = clauseAt(form, name, 0);
  const text = `${count(entries.length, 'entry')}, all as expected`;
  if (items !== top && entries.length > 0)
    faults.judge(items, 'a label and a value of the published form in each entry', text);
}

/** The form of the refusal in the contract, the mistakes in its body (`text`: or the body, if it has none), and its errors. */
function refusalIn(answer: Answer) {
  const { operation, response } = answer;
  const { status } = response;
  const form = operation.responses.get(status);
  const issues = form?.validateBody(response.body) ?? [];
  const text = issues.slice(0, 3).map(issueText).join('; ') || shown(response.body);
  const body = fields(response.body);
  return { ...answer, status, form, issues, text, detail: body?.['detail'], error: fields(body?.['error']) };
}

function judgeRefusal(answer: Answer, evidence: Evidence): void {
  const refusal = refusalIn(answer);
  const { exchange, operation, response, status, form, issues, text, error } = refusal;
  const { headers, bodyText } = response;
  evidence.check(DELIVERY, refusal);
  if (form === undefined) return;
  if (form.clause !== null) {
    const isPlain = /^text\/plain\b/i.test(headers['content-type'] ?? '');
    const isLegacy = operation.errorForm === 'envelope';
    const isEnvelope = isLegacy && issues.length === 0 && error?.['code'] === 'server_error';
    const holds = status === 500 ? isPlain || isEnvelope : issues.length === 0;
    const shownType = `${shown(headers['content-type'] ?? null)}: ${shown(bodyText, 60)}`;
    const actual = status === 500 && !isLegacy ? shownType : text;
    evidence.judge(form.clause, exchange, holds, expectedForm(status, isLegacy), actual);
  }
  evidence.check(MEMBERS, refusal);
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
