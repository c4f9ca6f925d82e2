/** The `Idempotency-Key` header: which keys are accepted, and what the response says (§5.2, 1 and 2). */
import type { ClauseId } from '../../../../spec/clauses.js';
import {
  isOperationKey,
  MOST_OPERATION_KEY_CHARACTERS,
  OPERATION_KEY_FORM,
  OPERATION_KEY_PREFIX,
} from '../../../../spec/operation-key.js';
import { answers, searchOf, type Answer } from '../../../model/answers.js';
import type { Exchange } from '../../../record/exchange.js';
import { shown } from '../../../values/text.js';
import { clausesOf, oracleOf, type Evidence } from '../../oracle.js';

/** Statuses of refusals after the service has read a valid key. */
const READ_THE_KEY = [400, 402, 409, 422];

/** The clauses of valid keys, by what follows the prefix. */
const ACCEPTED: Partial<Record<ClauseId, (rest: string) => boolean>> = {
  'IDEM-6': (rest) => rest.length === 1,
  'IDEM-7': (rest) => rest.length === MOST_OPERATION_KEY_CHARACTERS,
  'IDEM-8': (rest) => [/[a-z]/, /[A-Z]/, /\d/, /_/, /-/].every((kind) => kind.test(rest)),
};

/** The clauses of invalid keys; the first that applies counts. */
const INVALID: Partial<Record<ClauseId, (key: string) => boolean>> = {
  'IDEM-9': (key) => !key.startsWith(OPERATION_KEY_PREFIX),
  'IDEM-10': (key) => key === OPERATION_KEY_PREFIX,
  'IDEM-11': (key) => /^[A-Za-z0-9_-]+$/.test(key),
  'IDEM-12': () => true,
};

/** Clauses about the header of the response. */
const OTHERS: ClauseId[] = ['IDEM-1', 'IDEM-2', 'IDEM-3', 'IDEM-4', 'IDEM-32', 'IDEM-36', 'LEG-33'];

export const operationKeys = oracleOf({
  id: 'operation-keys',
  clauses: [...OTHERS, ...clausesOf(ACCEPTED, INVALID)],
  judge(history, context, evidence) {
    const made: MadeKeys = { byKey: new Map(), bySearch: new Map() };
    for (const answer of answers(history, context)) {
      const { exchange, operation, response } = answer;
      const sent = exchange.request.headers['idempotency-key'];
      const returned = response.headers['idempotency-key'];
      const isServed = response.status === 200;
      if (operation.kind !== 'search') continue;
      if (operation.acceptsOperationKey) {
        if (sent !== undefined) judgeSent(answer, sent, evidence);
        else if (isServed) judgeMade(answer, made, evidence);
      } else if (isServed && sent !== undefined && isOperationKey(sent)) {
        evidence.observe('legacy-idempotency', returned === sent ? 'honoured' : 'ignored', exchange);
      }
    }
  },
});

function judgeSent({ exchange, response }: Answer, sent: string, evidence: Evidence): void {
  const returned = response.headers['idempotency-key'];
  const isServed = response.status === 200;
  if (!isOperationKey(sent)) {
    if (sent === '' || !(isServed || response.status === 400)) return;
    const clause = clausesOf(INVALID).find((id) => INVALID[id]!(sent))!;
    const actual = `status ${response.status} for ${shown(sent)}`;
    evidence.judge(clause, exchange, !isServed, 'status 400 for an invalid key', actual);
  } else if (isServed) {
    evidence.judge('IDEM-2', exchange, returned === sent, `Idempotency-Key ${shown(sent)}`, shown(returned));
    const rest = sent.slice(OPERATION_KEY_PREFIX.length);
    const clauses = clausesOf(ACCEPTED).filter((id) => ACCEPTED[id]!(rest));
    evidence.judge(clauses, exchange, true, 'a key of this form is accepted', `200 for ${shown(sent)}`);
  } else if (returned !== undefined && returned !== sent) {
    evidence.judge('IDEM-32', exchange, false, `Idempotency-Key ${shown(sent)}, or none`, shown(returned));
  } else if (READ_THE_KEY.includes(response.status) && !exchange.faultPlanted) {
    if (returned === sent) evidence.observe('effective-key-on-errors', 'present', exchange);
    if (returned === undefined) evidence.observe('effective-key-on-errors', 'absent', exchange);
  }
}

/** The first exchange that returned each made key, and the first that sent each search without a key. */
type MadeKeys = Record<'byKey' | 'bySearch', Map<string, Exchange>>;

/** A made key belongs to one search of one account; the same search may get it again (reading made-keys). */
function judgeMade({ exchange, response }: Answer, { byKey, bySearch }: MadeKeys, evidence: Evidence): void {
  const key = response.headers['idempotency-key'];
  const actual = key === undefined ? 'no such header' : shown(key);
  evidence.judge('IDEM-1', exchange, key !== undefined, 'an Idempotency-Key that the service made', actual);
  if (key === undefined) return;
  evidence.judge('IDEM-3', exchange, isOperationKey(key), OPERATION_KEY_FORM, shown(key));
  const search = searchOf(exchange);
  const slot = `${exchange.account} ${key}`;
  const [owner, before] = [byKey.get(slot), bySearch.get(search)];
  if (owner === undefined) byKey.set(slot, exchange);
  if (before === undefined) bySearch.set(search, exchange);
  const isTaken = owner !== undefined && searchOf(owner) !== search;
  const on = owner === undefined ? exchange : [owner, exchange];
  const whose = isTaken ? `${shown(key)}, also the key of #${owner.id}` : shown(key);
  evidence.judge('IDEM-4', on, !isTaken, 'a key that no other search received', whose);
  if (before === undefined || isTaken) return;
  const choice = owner === undefined ? 'new-each-time' : 'same-for-same-request';
  evidence.observe('made-keys', choice, [before, exchange]);
}
