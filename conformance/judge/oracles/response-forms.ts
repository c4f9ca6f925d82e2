/**
 * Every answer has a status listed for its operation, the media type of that status, and a body of its form
 * (§2, §7). The contract's schemas decide; this oracle only says which clause a fault falls under.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Issue, Operation, OperationId } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { follow } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { answers, type Answer } from '../../model/answers.js';
import { fields, strings } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';

/** Statuses that a reading allows where the source does not list them (401), or that any limit brings (429). */
const ALLOWED_EVERYWHERE = [401, 429];

const FORM_CLAUSES: Record<number, ClauseId> = {
  400: 'ERR-1',
  402: 'ERR-2',
  403: 'ERR-3',
  409: 'ERR-4',
  422: 'ERR-5',
  429: 'ERR-6',
  500: 'ERR-7',
  503: 'ERR-8',
};
const FREE_FORM_CLAUSES: Record<number, ClauseId> = {
  403: 'ERR-13',
  422: 'ERR-14',
  500: 'ERR-16',
  503: 'ERR-15',
};
/** Code of the envelope error by status, with the clause that names it (§7.3). */
const LEGACY_CODES: Record<number, [code: string, clause: ClauseId]> = {
  400: ['bad_request', 'LEG-17'],
  401: ['unauthorized', 'LEG-18'],
  422: ['validation_error', 'LEG-19'],
  429: ['rate_limit_exceeded', 'LEG-21'],
};
const ENVELOPE_CLAUSES: Record<string, ClauseId> = {
  success: 'ENV-1',
  error: 'ENV-1',
  jobs: 'ENV-3',
  total: 'ENV-6',
  total_jobs_found: 'ENV-7',
  credits_used: 'ENV-9',
  credits_remaining: 'ENV-10',
  search_after: 'ENV-11',
  next_cursor: 'LEG-7',
};
const JOB_CLAUSES: Record<string, ClauseId> = {
  'Is Remote': 'JOB-4',
  'Salary From': 'JOB-5',
  'Salary To': 'JOB-5',
  'Department Name': 'JOB-6',
  Skills: 'JOB-6',
  'Post Date': 'JOB-7',
};
const COMPANY_CLAUSES: Record<string, ClauseId> = {
  company_name: 'CO-2',
  description: 'CO-2',
  industry: 'CO-2',
  website: 'CO-2',
  network_url: 'CO-2',
  employee_data: 'CO-3',
  locations: 'CO-5',
  founded_date: 'CO-6',
  specialties: 'CO-7',
  tagline: 'CO-8',
};
/** Of a known company, null or missing: a form of their own that is kept. */
const MAY_BE_UNKNOWN = ['locations', 'specialties', 'tagline'];
const LOOKUP_CLAUSES = {
  listJobBoards: { top: 'LOOK-1', items: 'LOOK-4' },
  listDepartments: { top: 'LOOK-2', items: 'LOOK-4' },
  listLocations: { top: 'LOOK-3', items: 'LOOK-5' },
} as const;

export const responseForms: Oracle = {
  id: 'response-forms',
  clauses: [
    'ERR-9',
    'ERR-10',
    'ERR-12',
    'ERR-17',
    'AUTH-9',
    'AUTH-11',
    'VALID-20',
    'BILL-13',
    'IDEM-22',
    ...Object.values(FORM_CLAUSES),
    ...Object.values(FREE_FORM_CLAUSES),
    'LEG-16',
    'LEG-20',
    'LEG-22',
    'LEG-23',
    'LEG-32',
    ...Object.values(LEGACY_CODES).map(([, clause]) => clause),
    ...new Set(Object.values(ENVELOPE_CLAUSES)),
    'ENV-2',
    'COMP-6',
    'HIST-1',
    'HIST-2',
    'LEG-6',
    'LEG-30',
    'CO-1',
    'CO-4',
    'JOB-1',
    'JOB-2',
    'JOB-3',
    'JOB-15',
    'LEG-34',
    ...new Set(Object.values(JOB_CLAUSES)),
    ...new Set(Object.values(COMPANY_CLAUSES)),
    'LOOK-1',
    'LOOK-2',
    'LOOK-3',
    'LOOK-4',
    'LOOK-5',
    'BAL-1',
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
  const issues = operation.responses.get(200)?.validateBody(response.body) ?? [];
  const faults = new Map<ClauseId, string[]>();
  for (const issue of issues) {
    if (saysNothing(fields(follow(response.body, ['data'])) ?? {}, issue, operation)) continue;
    const clause = isLeftOut(issue, response.body, named) ? 'JOB-2' : searchClause(issue, operation);
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
        say(ENVELOPE_CLAUSES[name]!, `${name} of its type`, `${name} ${shown(data[name], 60)}`);
      }
    }
    const page = jobs.map(fields).filter((job) => job !== null);
    if (page.length > 0) judgeJobs(page, say);
    observeJobs(page, exchange, named, context, evidence);
    const company = fields(data['company_details']);
    // A company whose jobs are found is known, and asked for by its profile.
    if (company === null && operation.withCompany && operation.acceptsOperationKey && page.length > 0)
      faults.set('COMP-6', faults.get('COMP-6') ?? [`company_details ${shown(data['company_details'])}`]);
    if (company !== null && operation.withCompany) {
      const about = operation.id === 'searchCompanyJobsLegacy' ? 'LEG-6' : 'COMP-6';
      say(about, 'an object in company_details', `details of ${shown(company['company_name'])}`);
      const odd = otherSpelling(company);
      if (odd !== undefined) faults.set('CO-1', [...(faults.get('CO-1') ?? []), odd]);
      if (Object.keys(company).length > 0) judgeCompany(company, say);
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

/** A clause passes only where some job shows a value that it speaks of. */
function judgeJobs(jobs: readonly Record<string, unknown>[], say: Say): void {
  const some = (names: readonly string[]): boolean =>
    jobs.some((job) => names.some((name) => job[name] !== null && job[name] !== undefined));
  say('JOB-1', 'the published names', `${jobs.length} jobs with no other spelling of one`);
  if (jobs.some((job) => Object.values(job).includes(null)))
    say('JOB-2', 'all 21 fields, null where nothing is known', 'null');
  say('JOB-3', 'texts are strings or null', `${jobs.length} jobs, all of them so`);
  for (const clause of new Set(Object.values(JOB_CLAUSES))) {
    const names = Object.keys(JOB_CLAUSES).filter((name) => JOB_CLAUSES[name] === clause);
    if (some(names))
      say(clause, `${names.join(' and ')} of the published type`, `${jobs.length} jobs, all of them so`);
  }
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
function otherSpelling(company: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of Object.keys(COMPANY_CLAUSES)) {
    if (name in company) continue;
    const other = Object.keys(company).find((each) => letters(each) === letters(name));
    if (other !== undefined) return `${shown(other)} in place of ${shown(name)}`;
  }
  return undefined;
}

function judgeCompany(company: Readonly<Record<string, unknown>>, say: Say): void {
  say('CO-1', 'the published names', Object.keys(company).join(', '));
  const isKnown = typeof company['company_name'] === 'string';
  for (const [name, clause] of Object.entries(COMPANY_CLAUSES)) {
    const isThere = company[name] !== null && company[name] !== undefined;
    // No scenario asks for these on every search, and one may know less of a company than another.
    if (isThere || (isKnown && MAY_BE_UNKNOWN.includes(name)))
      say(clause, `${name} of the published type`, `${name} ${shown(company[name] ?? null, 60)}`);
  }
  if (typeof fields(company['employee_data'])?.['size_range'] === 'string') {
    say('CO-4', 'size_range is a string or null', shown(fields(company['employee_data'])?.['size_range']));
  }
  const locations = Array.isArray(company['locations']) ? company['locations'].map(fields) : [];
  if (locations.some((location) => typeof location?.['address_line1'] === 'string')) {
    say('LEG-30', 'address_line1 is a string', 'a string');
  }
}

function searchClause({ loc, type }: Issue, operation: Operation): ClauseId {
  const [, top, name, third, field] = loc.map(String);
  const missing = type === 'missing';
  if (top !== 'data') return 'ENV-1';
  if (name === undefined) return missing ? 'ENV-1' : 'ENV-2';
  if (name === 'jobs' && field !== undefined) return missing ? 'JOB-1' : (JOB_CLAUSES[field] ?? 'JOB-3');
  if (name === 'company_details') {
    if (third === undefined) {
      return operation.id === 'searchCompanyJobsLegacy' ? 'LEG-6' : 'COMP-6';
    }
    if (missing && third === 'company_name') return 'CO-1';
    if (loc.includes('size_range')) return 'CO-4';
    if (loc.includes('address_line1')) return 'LEG-30';
    return COMPANY_CLAUSES[third] ?? 'CO-1';
  }
  return ENVELOPE_CLAUSES[name] ?? 'ENV-2';
}

/* ---------------------------------------------------------------------------------------- lookups and the balance */

function judgeReference(answer: Answer, evidence: Evidence): void {
  const { exchange, operation, response } = answer;
  if (response.body === undefined) return;
  const body = fields(response.body);
  const wrapped = body === null ? [] : ['success', 'data'].filter((name) => name in body);
  const issues = operation.responses.get(200)?.validateBody(response.body) ?? [];
  const bare = wrapped.length === 0;
  const names = body === null ? shown(response.body, 60) : Object.keys(body).join(', ');

  if (operation.id === 'getCreditBalance') {
    // Whether such an object holds the balance is for another oracle to say.
    const wrong = issues.slice(0, 3).map(issueText).join('; ');
    if (wrong !== '') evidence.judge('BAL-1', exchange, false, 'an object that holds the balance', wrong);
    evidence.judge('BAL-6', exchange, bare, 'no success and no data', `members ${names}`);
    return;
  }
  const { top, items } = LOOKUP_CLAUSES[operation.id as keyof typeof LOOKUP_CLAUSES];
  const inItems = issues.filter(({ loc }) => loc.length > 2);
  const atTop = issues.filter(({ loc }) => loc.length <= 2);
  const wrong = [...atTop.map(issueText), ...(bare ? [] : [`a wrapper: ${wrapped.join(', ')}`])];
  evidence.judge(
    top,
    exchange,
    wrong.length === 0,
    'the list at the top, unwrapped',
    wrong.join('; ') || names,
  );
  const list = Object.values(body ?? {}).find(Array.isArray);
  if (inItems.length > 0 || (list !== undefined && list.length > 0)) {
    const text = inItems.slice(0, 3).map(issueText).join('; ');
    evidence.judge(
      items,
      exchange,
      text === '',
      'a label and a value of the published form each',
      text || `${list?.length ?? 0} entries, all of them so`,
    );
  }
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
  const clause = (operation.kind === 'search' ? FORM_CLAUSES : FREE_FORM_CLAUSES)[status];
  if (clause === undefined) return;
  const contract = operation.responses.get(status);
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
  const issues = contract?.validateBody(response.body) ?? [];
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
  const issues = operation.responses.get(status)?.validateBody(response.body) ?? [];
  const actual = issues.slice(0, 3).map(issueText).join('; ') || shown(response.body);

  if (status === 500) {
    const fine = isPlainText(answer) || (issues.length === 0 && error?.['code'] === 'server_error');
    evidence.judge('LEG-23', exchange, fine, 'plain text, or an envelope with code server_error', actual);
    return;
  }
  if (status === 402) {
    if (issues.length > 0) return;
    evidence.observe('legacy-unaffordable', error === null ? 'detail' : 'envelope', exchange);
    return;
  }
  if ((status === 401 || status === 403) && issues.length === 0)
    evidence.observe('legacy-refusal-form', error === null ? 'detail' : 'envelope', exchange);
  const coded = LEGACY_CODES[status];
  if (coded === undefined) {
    if (status === 403)
      evidence.judge('AUTH-9', exchange, issues.length === 0, 'the envelope error form, or {detail}', actual);
    return;
  }
  const [code, clause] = coded;
  evidence.judge('LEG-16', exchange, issues.length === 0, '{success: false, data: null, error: {…}}', actual);
  if (error === null) return;
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
    const message = String(error['message']);
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
