/** One step of a story as data. Like packs, it has expressions in place of keys and cursors, so it can be sent again. */
import type { Contract, OperationId } from '../../spec/contract.js';
import type { AdminContract, AdminOperationId } from '../../spec/admin.js';
import { fill, type Scope } from '../pack/language/expressions.js';
import type { Fields } from '../values/fields.js';
import { asJson } from '../values/unchanged.js';
import type { Outgoing } from '../wire/wire.js';

/** The helpers of `packs/shared/account.yaml` that stories call, each with its admin operation. */
export const HELPERS = {
  'set-credits': { operation: 'updateAccount', body: (given: Fields): unknown => given },
  'advance-clock': { operation: 'advanceAccountClock', body: ({ by }: Fields): unknown => by },
  'plant-fault': { operation: 'addAccountFault', body: ({ fault }: Fields): unknown => fault },
  'clear-faults': { operation: 'clearAccountFaults', body: (): unknown => undefined },
} as const satisfies Record<string, { operation: AdminOperationId; body(given: Fields): unknown }>;

export interface StoryStep {
  /** Unique in its chapter. */
  id: string;
  /** The move that it belongs to, such as `retry`. */
  move: string;
  /** Null for a call of the admin API. */
  operation: OperationId | null;
  call: { helper: keyof typeof HELPERS; given: Fields } | null;
  query: Readonly<Record<string, string>>;
  /** With expressions for cursors, such as `$steps.s3.outputs.search_after`. Null if there is none. */
  body: Fields | null;
  /** The exact text that is sent in place of `body`; null if the body is written as usual. */
  text: string | null;
  /** The operation key, with expressions such as `{$inputs.operationKeyA}`; null to send none. */
  key: string | null;
  /** The sender: the account of the story, a second one, an unknown key, or no key. */
  sender: 'active' | 'second' | 'unknown' | 'none';
  /** Copies that are sent at the same moment. */
  copies: number;
  /** True if the connection is closed as soon as the answer begins. */
  cut: boolean;
}

/** The input that holds the API key of each sender. */
export const SENDERS = { active: 'activeKey', second: 'secondKey', unknown: 'unknownKey' } as const;

export function stepOf(move: string, id: string, members: Partial<StoryStep>): StoryStep {
  return {
    id,
    move,
    operation: null,
    call: null,
    query: {},
    body: null,
    text: null,
    key: null,
    sender: 'active',
    copies: 1,
    cut: false,
    ...members,
  };
}

/** The ids of earlier steps that a step takes a value from. */
export function sourcesOf({ body, key }: StoryStep): string[] {
  const texts = `${JSON.stringify(body)} ${key ?? ''}`;
  return [...new Set([...texts.matchAll(/\$steps\.([\w-]+)\.outputs/g)].map(([, id]) => id!))];
}

export function inputsOf({ body, key, sender }: StoryStep): string[] {
  const texts = `${JSON.stringify(body)} ${key ?? ''}`;
  const names = [...texts.matchAll(/\$inputs\.(\w+)/g)].map(([, name]) => name!);
  return sender === 'none' ? names : [...names, SENDERS[sender]];
}

export interface Sending {
  contract: Contract;
  admin: AdminContract;
  scenario: string;
  accountId: string;
  scope: Omit<Scope, 'copy'>;
  targetNow: number;
  faultPlanted: boolean;
}

/** The requests of a step, one for each copy. Throws MissingValue if an earlier step did not return a value. */
export function requestsOf(step: StoryStep, sending: Sending): Outgoing[] {
  const { scenario, targetNow, faultPlanted } = sending;
  const common = { scenario, step: step.id, targetNow, faultPlanted, throttleExpected: false, round: 0 };
  if (step.call !== null) return [{ ...common, ...adminRequest(step.call, sending), copy: 0 }];
  const operation = sending.contract.operation(step.operation!);
  const query = new URLSearchParams(step.query).toString();
  return Array.from({ length: step.copies }, (_, copy) => {
    const scope = { ...sending.scope, copy };
    const text = step.text ?? (step.body === null ? null : asJson(fill(step.body, scope)));
    return {
      ...common,
      channel: 'contract' as const,
      operation: operation.id,
      adminOperation: null,
      method: operation.method,
      path: query === '' ? operation.path : `${operation.path}?${query}`,
      headers: [
        ...(text === null ? [] : [['Content-Type', 'application/json'] as const]),
        ...(step.sender === 'none'
          ? []
          : [['Authorization', `Bearer ${String(scope.inputs[SENDERS[step.sender]])}`] as const]),
        ...(step.key === null ? [] : [['Idempotency-Key', String(fill(step.key, scope))] as const]),
      ],
      body: text === null ? null : Buffer.from(text),
      cut: step.cut,
      copy,
    };
  });
}

function adminRequest(
  { helper, given }: NonNullable<StoryStep['call']>,
  { admin, accountId }: Sending,
): Pick<Outgoing, 'channel' | 'operation' | 'adminOperation' | 'method' | 'path' | 'headers' | 'body'> {
  const { operation: id, body: bodyOf } = HELPERS[helper];
  const { method, path } = admin.operation(id);
  const body = bodyOf(given);
  return {
    channel: 'admin',
    operation: null,
    adminOperation: id,
    method,
    path: path.replace('{accountId}', encodeURIComponent(accountId)),
    headers: body === undefined ? [] : [['Content-Type', 'application/json']],
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
  };
}
