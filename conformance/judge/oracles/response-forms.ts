/**
 * Every answer has a status that its operation lists, the media type of that status, and a body of its form (§2, §7). The
 * contract's schemas decide, and name the clause that a fault breaks.
 */
import { clausesInContract, type ClauseId } from '../../../spec/clauses.js';
import {
  type Issue,
  type Operation,
  type OperationId,
  type Path,
  type ResponseContract,
} from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { follow } from '../../values/pointers.js';
import { shown, textOf } from '../../values/text.js';
import { answers, type Answer } from '../../model/answers.js';
import { fields, strings, type Fields } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';

/** Statuses that a reading allows where the source does not list them (401), or that any limit brings (429). */
const ALLOWED_EVERYWHERE = [401, 429];

/** Code of the envelope error by status, with the clause that names it (§7.3). */
const LEGACY_CODES: Record<number, [code: string, clause: ClauseId]> = {
  400: ['bad_request', 'LEG-17'],
  401: ['unauthorized', 'LEG-18'],
  422: ['validation_error', 'LEG-19'],
  429: ['rate_limit_exceeded', 'LEG-21'],
};
/** A company may lack these, and no scenario asks for them on every search: null, too, is evidence of their form. */
const MAY_BE_UNKNOWN = ['locations', 'specialties', 'tagline'];

export const responseForms: Oracle = {
  id: 'response-forms',
  clauses: [
    ...clausesInContract('x-kit-clause'),
    'ERR-9',
    'ERR-10',
    'ERR-12',
    'ERR-17',
    'AUTH-11',
    'VALID-20',
    'BILL-13',
    'IDEM-22',
    'HIST-1',
    'HIST-2',
    'JOB-2',
    'JOB-15',
    'LEG-20',
    'LEG-22',
    'LEG-32',
    'LEG-34',
    ...Object.values(LEGACY_CODES).map(([, clause]) => clause),
    'BAL-6',
  ],
  reads: ['response headers', 'response body'],
  judge(history, context) {
    const evidence = gatherEvidence('response-forms', context);
    const naming = operationsThatName(history);
    for (const answer of answers(history, context)) {
      const { exchange, operation, response } = answer;
      const statuses = lawfulStatuses(operation);
      const listed = statuses.includes(response.status);
      evidence.judge(
        'ERR-10',
        exchange,
        listed,
        `one of the statuses ${statuses.join(', ')}`,
        `status ${response.status}`,
      );
      judgeMediaType(answer, evidence);
      if (response.status === 200) {
        if (operation.kind === 'search') judgeSearch(answer, context, naming, evidence);
        else judgeReference(answer, evidence);
      } else if (response.status >= 400) judgeError(answer, evidence);
    }
    return evidence.findings();
  },
};

/** A 409 stands in the table of all searches (§7.1): one that heeds operation keys may need it (legacy-idempotency). */
function lawfulStatuses({ responses, kind }: Operation): number[] {
  const conflict = kind === 'search' ? [409] : [];
  const listed = [...responses.values()].filter(({ stated }) => stated).map(({ status }) => status);
  return [...new Set([...listed, ...ALLOWED_EVERYWHERE, ...conflict])].sort((a, b) => a - b);
}

function isJson({ response }: Answer): boolean {
  return /^application\/(json|[\w.+-]+\+json)\b/i.test(response.headers['content-type'] ?? '');
}

function isPlainText({ response }: Answer): boolean {
  return /^text\/plain\b/i.test(response.headers['content-type'] ?? '');
}

function judgeMediaType(answer: Answer, evidence: Evidence): void {
  const { exchange, operation, response } = answer;
  if (response.status === 500) return;
  const parses = response.body !== undefined;
  evidence.judge(
    'ERR-17',
    exchange,
    isJson(answer) && parses,
    'a JSON content type and a body that parses as JSON',
    `${shown(response.headers['content-type'] ?? null)} on a ${response.status} of ${operation.id}, ` +
      (parses ? 'which parses' : 'which does not parse'),
  );
}

/* ------------------------------------------------------------------------------------------- completed searches */

function judgeSearch(
  answer: Answer,
  context: OracleContext,
  naming: ReadonlySet<OperationId>,
  evidence: Evidence,
): void {
  const { exchange, operation, response } = answer;
  const named = naming.has(operation.id) ? context.contract.jobFields : USUAL;
  if (response.body === undefined) return;
  const form = operation.responses.get(200)!;
  const issues = form.validateBody(response.body);
  const faults = new Map<ClauseId, string[]>();
  for (const issue of issues) {
    if (saysNothing(fields(follow(response.body, ['data'])) ?? {}, issue, operation)) continue;
    const clause = isLeftOut(issue, response.body, named) ? 'JOB-2' : form.clauseOf(issue)!;
    faults.set(clause, [...(faults.get(clause) ?? []), issueText(issue)]);
  }
  const say = (clause: ClauseId, expected: string, actual: string): void => {
    const wrong = faults.get(clause);
    faults.delete(clause);
    const text = wrong === undefined ? actual : wrong.slice(0, 3).join('; ');
    evidence.judge(clause, exchange, wrong === undefined, expected, text);
  };

  const body = fields(response.body);
  const data = fields(body?.['data']);
  say('ENV-1', 'an object with success, data and error', `success ${shown(body?.['success'])}`);
  if (body?.['success'] === true) {
    say('ENV-2', 'an object in data', 'data is an object');
  }
  if (data !== null) {
    const jobs = Array.isArray(data['jobs']) ? (data['jobs'] as unknown[]) : [];
    say('ENV-3', 'jobs is an array of objects', `${jobs.length} jobs`);
    if (body?.['success'] === true) {
      for (const name of ['credits_used', 'credits_remaining', operation.cursorField ?? 'search_after']) {
        say(clauseAt(form, 'data', name), `${name} of its type`, `${name} ${shown(data[name], 60)}`);
      }
    }
    const page = jobs.map(fields).filter((job) => job !== null);
    if (page.length > 0) judgeJobs(page, context, say);
    observeJobs(page, exchange, named, context, evidence);
    const company = fields(data['company_details']);
    // A company whose jobs are found is known, and asked for by its profile.
    if (company === null && operation.withCompany && operation.acceptsOperationKey && page.length > 0)
      faults.set('COMP-6', faults.get('COMP-6') ?? [`company_details ${shown(data['company_details'])}`]);
    if (company !== null && operation.withCompany) {
      const about = clauseAt(form, 'data', 'company_details');
      say(about, 'an object in company_details', `details of ${shown(company['company_name'])}`);
      const odd = otherSpelling(company, context);
      if (odd !== undefined) faults.set('CO-1', [...(faults.get('CO-1') ?? []), odd]);
      if (Object.keys(company).length > 0) judgeCompany(company, context, say);
    }
    if (body?.['success'] === true && issues.length === 0) {
      say('HIST-1', 'the form of a company search', 'the same form');
      say('HIST-2', 'the form of a direct search', 'the same form');
    }
  }
  // What nobody asked about above is a fault all the same.
  for (const clause of [...faults.keys()]) say(clause, 'the form of the contract', '');
}

type Say = (clause: ClauseId, expected: string, actual: string) => void;

function clauseAt({ clauseOf }: ResponseContract, ...place: (string | number)[]): ClauseId {
  return clauseOf({ loc: ['body', ...place], type: 'type' })!;
}

function judgeJobs(jobs: readonly Fields[], { contract }: OracleContext, say: Say): void {
  say('JOB-1', 'the published names', `${jobs.length} jobs with no other spelling of one`);
  if (jobs.some((job) => Object.values(job).includes(null)))
    say('JOB-2', 'all 21 fields, null where nothing is known', 'null');
  say('JOB-3', 'texts are strings or null', `${jobs.length} jobs, all of them so`);
  for (const [clause, paths] of contract.pathsByClause('Job'))
    if (jobs.some((job) => paths.some((path) => valuesAt(job, path).length > 0)))
      say(clause, `${namesOf(paths)} of the published type`, `${jobs.length} jobs, all of them so`);
}

/** The values at a path, through lists, without null. */
function valuesAt(value: unknown, path: Path): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && path.length > 0) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  return name === undefined ? [value] : valuesAt(fields(value)?.[name], rest);
}

function namesOf(paths: readonly Path[]): string {
  return new Intl.ListFormat('en').format(paths.map((path) => path.at(-1)!));
}

/** Which way jobs show what their postings lack (reading absent-fields). */
function observeJobs(
  jobs: readonly Record<string, unknown>[],
  exchange: Exchange,
  named: readonly string[],
  { contract: { jobFields } }: OracleContext,
  evidence: Evidence,
): void {
  if (jobs.some((job) => jobFields.some((name) => isAbsent(job, name, named))))
    evidence.observe('absent-fields', 'left-out', exchange);
  else if (jobs.some((job) => Object.values(job).includes(null)))
    evidence.observe('absent-fields', 'null', exchange);
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

/** The operations of which some job has one of them: there a job that has none can lack them all, as long as it has any other. */
function operationsThatName(history: readonly Exchange[]): ReadonlySet<OperationId> {
  const naming = new Set<OperationId>();
  for (const { operation, response } of history) {
    if (operation === null || naming.has(operation)) continue;
    const jobs = follow(response?.body, ['data', 'jobs']);
    if (Array.isArray(jobs) && jobs.some((job) => USUAL.some((name) => name in (fields(job) ?? {}))))
      naming.add(operation);
  }
  return naming;
}

/** A job that has none of these names is no job with something left out. */
function isAbsent(job: Readonly<Record<string, unknown>>, field: string, named: readonly string[]): boolean {
  if (field in job || !named.some((name) => name in job)) return false;
  return !Object.keys(job).some((name) => letters(name) === letters(field));
}

/**
 * Details of a company that nothing is known of (reading unknown-company): they can be without members, or tell nothing
 * beyond the profile URL that was asked for. The legacy search can find an employer's jobs by a name of which it knows no more.
 */
function saysNothing(data: Readonly<Record<string, unknown>>, { loc }: Issue, { id }: Operation): boolean {
  const company = fields(data['company_details']);
  const jobs = data['jobs'];
  if (company === null || !Array.isArray(jobs)) return false;
  if (jobs.length > 0 && id !== 'searchCompanyJobsLegacy') return false;
  const isBare = Object.entries(company).every(([name, value]) => name === 'network_url' || isBlank(value));
  return isBare && loc[2] === 'company_details' && loc[3] === 'company_name';
}

/** Null, or a list or an object that holds nothing else. */
function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every(isBlank));
}

/** A published name that the details lack and have in another spelling. */
function otherSpelling(company: Fields, { contract }: OracleContext): string | undefined {
  for (const [name, ...inner] of [...contract.pathsByClause('CompanyDetails').values()].flat()) {
    if (inner.length > 0 || name! in company) continue;
    const other = Object.keys(company).find((each) => letters(each) === letters(name!));
    if (other !== undefined) return `${shown(other)} in place of ${shown(name!)}`;
  }
  return undefined;
}

function judgeCompany(company: Fields, { contract }: OracleContext, say: Say): void {
  say('CO-1', 'the published names', Object.keys(company).join(', '));
  const isKnown = typeof company['company_name'] === 'string';
  for (const [clause, paths] of contract.pathsByClause('CompanyDetails')) {
    const values = paths.flatMap((path) => valuesAt(company, path));
    if (values.length > 0 || (isKnown && MAY_BE_UNKNOWN.includes(namesOf(paths))))
      say(clause, `${namesOf(paths)} of the published type`, shown(values[0] ?? null, 60));
  }
}

/* ---------------------------------------------------------------------------------------- lookups and the balance */

function judgeReference(answer: Answer, evidence: Evidence): void {
  const { exchange, operation, response } = answer;
  if (response.body === undefined) return;
  const body = fields(response.body);
  const wrapped = body === null ? [] : ['success', 'data'].filter((name) => name in body);
  const form = operation.responses.get(200)!;
  const issues = form.validateBody(response.body);
  const bare = wrapped.length === 0;
  const names = body === null ? shown(response.body, 60) : Object.keys(body).join(', ');

  if (operation.id === 'getCreditBalance') {
    // Whether such an object holds the balance is for another oracle to say.
    const wrong = issues.slice(0, 3).map(issueText).join('; ');
    if (wrong !== '')
      evidence.judge(clauseAt(form), exchange, false, 'an object that holds the balance', wrong);
    evidence.judge('BAL-6', exchange, bare, 'no success and no data', `members ${names}`);
    return;
  }
  const faultsOf = (clause: ClauseId): string[] =>
    issues.filter((issue) => form.clauseOf(issue) === clause).map(issueText);
  const top = clauseAt(form);
  const wrong = [...faultsOf(top), ...(bare ? [] : [`a wrapper: ${wrapped.join(', ')}`])];
  evidence.judge(
    top,
    exchange,
    wrong.length === 0,
    'the list at the top, unwrapped',
    wrong.join('; ') || names,
  );
  const [name = '', entries = []] =
    Object.entries(body ?? {}).find((member): member is [string, unknown[]] => Array.isArray(member[1])) ??
    [];
  const items = clauseAt(form, name, 0);
  if (items === top || entries.length === 0) return;
  const text = faultsOf(items).slice(0, 3).join('; ');
  evidence.judge(
    items,
    exchange,
    text === '',
    'a label and a value of the published form each',
    text || `${entries.length} entries, all of them so`,
  );
}

/* ------------------------------------------------------------------------------------------------------- refusals */

function judgeError(answer: Answer, evidence: Evidence): void {
  const { exchange, operation, response } = answer;
  const { status } = response;
  const jobs = deliveredJobs(response.body);
  const nothing = jobs === 0;
  const delivered = nothing ? 'none' : `${jobs} jobs`;
  evidence.judge('ERR-9', exchange, nothing, `no jobs in a ${status}`, delivered);
  if (status === 402) evidence.judge('BILL-13', exchange, nothing, 'no jobs in a 402', delivered);
  if (status === 409) evidence.judge('IDEM-22', exchange, nothing, 'no jobs in a 409', delivered);
  if (status === 401 || status === 403) {
    const body = fields(response.body) ?? {};
    const leaked = ['jobs', 'job_boards', 'departments', 'locations', 'credits_remaining'].filter(
      (name) => name in body || name in (fields(body['data']) ?? {}),
    );
    evidence.judge(
      'AUTH-11',
      exchange,
      leaked.length === 0,
      'no data for a refused caller',
      leaked.join(', ') || 'none',
    );
  }

  if (operation.errorForm === 'envelope') return judgeLegacyError(answer, evidence);
  const form = operation.responses.get(status);
  const clause = form?.clause ?? null;
  if (form === undefined || clause === null) return;
  if (status === 500) {
    evidence.judge(
      clause,
      exchange,
      isPlainText(answer),
      'text/plain',
      `${shown(response.headers['content-type'] ?? null)}: ${shown(response.bodyText, 60)}`,
    );
    return;
  }
  const issues = form.validateBody(response.body);
  const actual = issues.slice(0, 3).map(issueText).join('; ') || shown(response.body);
  const expected = status === 422 ? '{detail: [{msg, type}, …]}' : '{detail: string}';
  evidence.judge(clause, exchange, issues.length === 0, expected, actual);
  if (status === 422 && operation.kind === 'search' && Array.isArray(fields(response.body)?.['detail'])) {
    judgeWording(answer, evidence);
  }
  if (status === 503 && operation.kind === 'search' && issues.length === 0) {
    const detail = String(fields(response.body)?.['detail']);
    evidence.judge(
      'ERR-12',
      exchange,
      /service_unavailable|invalid_result/.test(detail),
      'a detail that names service_unavailable or invalid_result',
      shown(detail),
    );
  }
}

function judgeWording({ exchange, response }: Answer, evidence: Evidence): void {
  const entries = (fields(response.body)!['detail'] as unknown[]).map(fields);
  const worded = entries.every((entry) =>
    ['msg', 'type'].every((name) => typeof entry?.[name] === 'string' && entry[name].trim() !== ''),
  );
  evidence.judge('VALID-20', exchange, worded, 'text in msg and type of each entry', shown(entries));
}

function judgeLegacyError(answer: Answer, evidence: Evidence): void {
  const { exchange, operation, response } = answer;
  const { status } = response;
  const error = fields(fields(response.body)?.['error']);
  const form = operation.responses.get(status);
  if (form === undefined) return;
  const issues = form.validateBody(response.body);
  const actual = issues.slice(0, 3).map(issueText).join('; ') || shown(response.body);
  const shape = error === null ? 'detail' : 'envelope';
  if (status === 402 && issues.length === 0) evidence.observe('legacy-unaffordable', shape, exchange);
  if ((status === 401 || status === 403) && issues.length === 0)
    evidence.observe('legacy-refusal-form', shape, exchange);
  if (form.clause === null) return;
  if (status === 500) {
    const fine = isPlainText(answer) || (issues.length === 0 && error?.['code'] === 'server_error');
    evidence.judge(form.clause, exchange, fine, 'plain text, or an envelope with code server_error', actual);
    return;
  }
  const expected =
    status === 403 ? 'the envelope error form, or {detail}' : '{success: false, data: null, error: {…}}';
  evidence.judge(form.clause, exchange, issues.length === 0, expected, actual);
  const coded = LEGACY_CODES[status];
  if (error === null || coded === undefined) return;
  const [code, clause] = coded;
  evidence.judge(clause, exchange, error['code'] === code, `code ${code}`, `code ${shown(error['code'])}`);
  const details = Array.isArray(error['details']) ? error['details'].map(fields) : [];
  if (status === 422) {
    const whole =
      details.length > 0 && details.every((each) => each && 'loc' in each && 'msg' in each && 'type' in each);
    evidence.judge(
      'LEG-20',
      exchange,
      whole,
      'details with loc, msg and type, at least one',
      shown(error['details']),
    );
  }
  if (status === 429) {
    const message = textOf(error['message']);
    evidence.judge(
      'LEG-22',
      exchange,
      /\d/.test(message),
      'how many requests a minute are allowed',
      shown(message),
    );
  }
}

function deliveredJobs(body: unknown): number {
  const top = fields(body) ?? {};
  const lists = [top['jobs'], fields(top['data'])?.['jobs']];
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

function issueText({ loc, msg }: Issue): string {
  return `${strings(loc.map(String)).join('.')} ${msg}`;
}
