/** The `Idempotency-Key` header: which ones are taken, and what the response says (§5.2, 1 and 2). */
import {
  isOperationKey,
  MOST_OPERATION_KEY_CHARACTERS,
  OPERATION_KEY_FORM,
  OPERATION_KEY_PREFIX,
} from '../../../spec/operation-key.js';
import type { ClauseId } from '../../../spec/clauses.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle } from '../oracle.js';
import { canonical } from '../../values/json.js';
import { shown } from '../../values/text.js';
import { answers } from '../../model/answers.js';
import { gatherEvidence, type Evidence } from './evidence.js';

/** Refusals that come after the key was read and found valid. */
const READ_THE_KEY = [400, 402, 409, 422];

export const operationKeys: Oracle = {
  id: 'operation-keys',
  clauses: [
    'IDEM-1',
    'IDEM-2',
    'IDEM-3',
    'IDEM-4',
    'IDEM-6',
    'IDEM-7',
    'IDEM-8',
    'IDEM-9',
    'IDEM-10',
    'IDEM-11',
    'IDEM-12',
    'IDEM-32',
    'IDEM-36',
    'LEG-33',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('operation-keys', context);
    const made: MadeKeys = { byKey: new Map(), bySearch: new Map() };
    for (const { exchange, operation, response } of answers(history, context)) {
      if (operation.kind !== 'search') continue;
      const sent = exchange.request.headers['idempotency-key'];
      const returned = response.headers['idempotency-key'];
      const ok = response.status === 200;
      if (!operation.acceptsOperationKey) {
        if (ok && sent !== undefined && isOperationKey(sent)) {
          evidence.observe('legacy-idempotency', returned === sent ? 'honoured' : 'ignored', exchange);
        }
        continue;
      }

      if (sent === undefined) {
        if (!ok) continue;
        evidence.judge(
          'IDEM-1',
          exchange,
          returned !== undefined,
          'an Idempotency-Key that the service made',
          returned === undefined ? 'no such header' : shown(returned),
        );
        if (returned === undefined) continue;
        evidence.judge('IDEM-3', exchange, isOperationKey(returned), OPERATION_KEY_FORM, shown(returned));
        judgeMade(exchange, returned, made, evidence);
      } else if (isOperationKey(sent)) {
        if (ok) {
          evidence.judge(
            'IDEM-2',
            exchange,
            returned === sent,
            `Idempotency-Key ${shown(sent)}`,
            shown(returned),
          );
          for (const clause of lengthsAndLetters(sent)) {
            evidence.judge(clause, exchange, true, 'a key of this form is served', `200 for ${shown(sent)}`);
          }
        } else if (READ_THE_KEY.includes(response.status) && !exchange.faultPlanted) {
          if (returned === sent) evidence.observe('effective-key-on-errors', 'present', exchange);
          if (returned === undefined) evidence.observe('effective-key-on-errors', 'absent', exchange);
        }
      } else if (sent !== '' && (ok || response.status === 400)) {
        evidence.judge(
          faultOf(sent),
          exchange,
          !ok,
          'status 400 for an invalid key',
          `status ${response.status} for ${shown(sent)}`,
        );
      }
    }
    return evidence.findings();
  },
};

/** The first exchange that was given a key, and the first that sent a search without one. */
interface MadeKeys {
  byKey: Map<string, Exchange>;
  bySearch: Map<string, Exchange>;
}

/** A made key is one search's own; the same search again may get it again (reading made-keys). */
function judgeMade(exchange: Exchange, key: string, { byKey, bySearch }: MadeKeys, evidence: Evidence): void {
  // Operations are an account's own: another account's search may bear the same key.
  const own = `${exchange.account} ${key}`;
  const [owner, before] = [byKey.get(own), bySearch.get(searchOf(exchange))];
  if (owner === undefined) byKey.set(own, exchange);
  if (before === undefined) bySearch.set(searchOf(exchange), exchange);
  const isTaken = owner !== undefined && searchOf(owner) !== searchOf(exchange);
  evidence.judge(
    'IDEM-4',
    owner === undefined ? exchange : [owner, exchange],
    !isTaken,
    'a key that no other search was given',
    isTaken ? `${shown(key)}, which #${owner.id} was given too` : shown(key),
  );
  if (before !== undefined && !isTaken)
    evidence.observe('made-keys', owner === undefined ? 'new-each-time' : 'same-for-same-request', [
      before,
      exchange,
    ]);
}

function searchOf({ account, operation, request }: Exchange): string {
  return `${account} ${operation} ${canonical(request.body ?? null)}`;
}

function lengthsAndLetters(key: string): ClauseId[] {
  const rest = key.slice(OPERATION_KEY_PREFIX.length);
  const clauses: ClauseId[] = [];
  if (rest.length === 1) clauses.push('IDEM-6');
  if (rest.length === MOST_OPERATION_KEY_CHARACTERS) clauses.push('IDEM-7');
  if ([/[a-z]/, /[A-Z]/, /\d/, /_/, /-/].every((kind) => kind.test(rest))) clauses.push('IDEM-8');
  return clauses;
}

/** The clause that an invalid key falls under. */
function faultOf(key: string): ClauseId {
  if (!key.startsWith(OPERATION_KEY_PREFIX)) return 'IDEM-9';
  const rest = key.slice(OPERATION_KEY_PREFIX.length);
  if (rest === '') return 'IDEM-10';
  return /^[A-Za-z0-9_-]+$/.test(rest) ? 'IDEM-11' : 'IDEM-12';
}
