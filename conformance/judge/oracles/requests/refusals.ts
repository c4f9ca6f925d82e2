/**
 * Requests that break the contract are refused, with the status that the source states (§4, §7.1). The oracle judges only
 * requests with one kind of fault and valid keys, because the order of errors is a reading.
 */
import { isOperationKey } from '../../../../spec/operation-key.js';
import { clausesInContract, type ClauseId } from '../../../../spec/clauses.js';
import type { Operation } from '../../../../spec/contract.js';
import type { Refusal } from '../../../../spec/schema-clauses.js';
import type { TargetFacts } from '../../../record/facts.js';
import { shown } from '../../../values/text.js';
import { answers, isValid, knownBoards, searchAnswer, type Answer } from '../../../model/answers.js';
import { fields, strings, type Fields } from '../../../values/fields.js';
import { callerOf } from './authentication.js';
import { oracleOf } from '../../oracle.js';

type KnownBoards = ReturnType<typeof knownBoards>;

type Fault = Omit<Refusal, 'field' | 'value'> & { field?: string };

/** With these readings, a search may also accept the value and find no jobs. */
const MAY_FIND_NOTHING: readonly unknown[] = ['value-case', 'unknown-board'];

/** Clauses about faults that no field of the contract states. Some of the faults depend on the target's data. */
const JUDGED: ClauseId[] = ['VALID-15', 'VALID-19', 'COMP-2', 'COMP-3', 'COMP-4', 'COMP-13', 'DIR-4'];
const OBSERVED: ClauseId[] = ['VALID-16', 'VALID-17', 'COMP-5', 'DIR-5'];

export const refusals = oracleOf({
  id: 'refusals',
  clauses: [...clausesInContract('x-kit-refused'), ...JUDGED, ...OBSERVED],
  // Whether a board is unknown depends on the list of boards.
  infers: ['COMP-13', 'DIR-4'],
  judge(history, context, evidence) {
    const isRun = context.seen === 'all';
    // The list of boards may change in traffic.
    const boards = { ...knownBoards(history, context), ...(isRun ? {} : { complete: false }) };
    for (const answer of answers(history, context)) {
      const { exchange, operation, response } = answer;
      const { status } = response;
      const key = exchange.request.headers['idempotency-key'];
      if (callerOf(exchange, context) !== 'active' || exchange.faultPlanted) continue;
      if (key !== undefined && !isOperationKey(key)) continue;
      if (!isRun && ![200, 400, 422].includes(status)) continue;
      const isPassing = status === 500 && context.passed.get(exchange.id)?.end === 'healed';
      const mayBeWrong = status >= 400 && status <= 500 && !isPassing;
      if (mayBeWrong && !isValid(exchange, operation, operation.validateStatedBody))
        evidence.judge('VALID-19', exchange, status < 500, 'a status of the 4xx range', `status ${status}`);
      // A target may refuse a used key before it reads the body.
      if (operation.kind !== 'search' || [401, 403, 409, 429].includes(status) || status >= 500) continue;

      const fault = onlyFault(answer, context.target, boards);
      if (fault === null) continue;
      const { clause, statuses, what, reading, field = '' } = fault;
      if (clause === null) {
        const accepted = reading === 'strict-types' ? 'coerced' : 'ignored';
        if (status === 200) evidence.observe(reading!, accepted, exchange);
        else if (status === 422 && response.bodyText.includes(field))
          evidence.observe(reading!, '422', exchange);
        continue;
      }
      // The target accepts the value, but the caller cannot pay for the results.
      if (status === 402 && statuses.includes(200)) continue;
      const mayFindNothing = MAY_FIND_NOTHING.includes(reading) && !statuses.includes(200);
      // Only a scenario can know whether nothing was found for this value or for another reason.
      if (mayFindNothing && searchAnswer(answer)?.jobs.length === 0) continue;
      const expected = `status ${statuses.join(' or ')} for ${what}${mayFindNothing ? ', or no jobs' : ''}`;
      evidence.judge(clause, exchange, statuses.includes(status), expected, `status ${status}`);
      if (reading !== null && (status === 400 || status === 422))
        evidence.observe(reading, reading === 'value-case' ? 'refused' : `${status}`, exchange);
      if (clause === 'COMP-1' && status === 400) {
        const detail = shown(fields(response.body)?.['detail']);
        const isNamed = detail.includes('company_network_url');
        evidence.judge('COMP-2', exchange, isNamed, 'a detail that names company_network_url', detail);
      }
    }
  },
});

/** The fault of a request with one kind of fault. Null if it has none or several, or if the source leaves the fault open. */
function onlyFault({ exchange, operation }: Answer, target: TargetFacts, boards: KnownBoards): Fault | null {
  const body = fields(exchange.request.body);
  const open = { statuses: [400, 422], reading: 'malformed-json' } as const;
  if (body === null) return { ...open, clause: 'VALID-15', what: 'a body that is not a JSON object' };
  const issues = operation.validateBody(body);
  // The company search ignores industry (§4.3).
  const unknown = Object.keys(body).find(
    (name) => !operation.bodyFields.includes(name) && name !== 'industry',
  );
  if (issues.length === 0 && unknown !== undefined)
    return { clause: null, statuses: [], what: unknown, field: unknown, reading: 'unknown-field' };
  const faults = issues.map((issue): Fault | null => {
    const refusal = operation.refusalOf(issue, body);
    if (refusal === null) return null;
    const { field, value } = refusal;
    return {
      ...refusal,
      what: refusal.what.replace('{field}', field).replace('{value}', () => shown(value)),
    };
  });
  const [first] = faults;
  if (first?.clause === null) return faults.length === 1 ? first : null;
  const isLegacy = operation.id === 'searchCompanyJobsLegacy';
  const profile = isLegacy ? null : profileFault(body, operation, target);
  for (const other of [profile, boardFault(body, operation, boards)]) if (other !== null) faults.push(other);
  return faults.every((fault) => fault?.clause === faults[0]?.clause) ? (faults[0] ?? null) : null;
}

/** A profile URL of the wrong shape, if the network's prefix is known. */
function profileFault(
  body: Fields,
  operation: Operation,
  { networkUrl: network }: TargetFacts,
): Fault | null {
  const url = body['company_network_url'];
  if (typeof url !== 'string' || network === null || !operation.withCompany) return null;
  const prefix = `${network}/company/`;
  const bare = (text: string): string => text.toLowerCase().replace(/^https?:\/\/(www\.)?/, '');
  // A target may accept another spelling of the same address.
  if (!url.startsWith(prefix) && bare(url).startsWith(bare(prefix))) return null;
  if (url.startsWith(prefix) && !/^\/*$/.test(url.slice(prefix.length))) return null;
  return {
    clause: url.startsWith(prefix) ? 'COMP-4' : 'COMP-3',
    statuses: [400, 422],
    what: `company_network_url ${shown(url)}`,
    reading: 'profile-url-shape',
  };
}

/** A job board that the complete lookup of the same run does not list. */
function boardFault(body: Fields, operation: Operation, boards: KnownBoards): Fault | null {
  const isUnknown = (name: string): boolean => !boards.names.has(name.toLowerCase());
  const included = strings(body['include_job_boards']);
  const unknown = [...included, ...strings(body['exclude_job_boards'])].find(isUnknown);
  if (!boards.complete || unknown === undefined) return null;
  const what = `the unknown job board ${shown(unknown)}`;
  const statuses = operation.errorForm === 'envelope' ? [400, 422] : [400];
  if (operation.withCompany) return { clause: 'COMP-13', statuses, what, reading: null };
  // A target may treat it as a board without jobs, which changes nothing if it is excluded, or included with known boards.
  const isHarmless = included.length === 0 || !included.every(isUnknown);
  const lawful = isHarmless ? [200, 400, 422] : [400, 422];
  return { clause: 'DIR-4', statuses: lawful, what, reading: 'unknown-board' };
}
