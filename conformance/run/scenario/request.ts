/** The request that a step sends in one round and copy. */
import type { OperationId } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import { parsePointer, replaceAt } from '../../values/pointers.js';
import { asJson } from '../../values/unchanged.js';
import { sendPatiently } from '../../wire/patience.js';
import type { Outgoing } from '../../wire/wire.js';
import { fill, type Scope } from '../../pack/language/expressions.js';
import type { RawBody, Step } from '../../pack/model/pack.js';
import type { ScenarioContext } from './scenario-context.js';
import type { WorkflowRun } from './scenario-state.js';
import type { TargetChanges } from './target-changes.js';

/** `last` is the answer of the round before, null in the first. Throws MissingValue if an expression has no value. */
export function requestOf(
  step: Step,
  run: WorkflowRun,
  { round, copy, last }: { round: number; copy: number; last: Exchange | null },
  context: Pick<ScenarioContext, 'admin' | 'contract' | 'scenario'>,
  changes: TargetChanges,
): Outgoing {
  const scope = { ...run, exchange: last, round, copy };
  const { source, id = '' } = step.operation ?? { source: 'contract' };
  const isAdmin = source === 'admin';
  const operation = context[source].operations.find((each) => each.id === id)!;
  const placed = (place: string) =>
    step.parameters
      .filter((each) => each.in === place && !each.absent)
      .map(({ name, value }) => ({ name, value: asText(fill(value, scope)) }));
  const path = placed('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encoded(value)),
    step.request?.path ?? operation.path,
  );
  const query = placed('query').map(({ name, value }) => `${encoded(name)}=${encoded(value)}`);
  const cookies = placed('cookie').map(({ name, value }) => `${name}=${value}`);
  const body = bodyOf(step, round, scope);
  return {
    scenario: context.scenario,
    step: `${run.prefix}${step.stepId}`,
    channel: source,
    operation: isAdmin || step.request !== null ? null : (operation.id as OperationId),
    adminOperation: isAdmin ? operation.id : null,
    method: step.request?.method ?? operation.method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: [
      ...(body === null ? [] : [['Content-Type', step.body?.contentType ?? 'application/json'] as const]),
      ...placed('header').map(({ name, value }) => [name, value] as const),
      ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ],
    body,
    copy,
    round,
    throttleExpected: step.throttle || run.workflow.throttle,
    cut: step.cut,
    faultPlanted: changes.faultPlanted,
    targetNow: changes.now(),
  };
}

/** Adds the operation key of the input if the search accepts keys, as answers of the legacy search show (legacy-idempotency). */
export function withKey(
  request: Outgoing,
  input: string,
  { contract, wire, bind }: ScenarioContext,
): Outgoing {
  const { operation: id, headers } = request;
  const key = bind(input);
  if (id === null || typeof key !== 'string') return request;
  const isNamed = ({ operation, response }: Exchange): boolean =>
    operation === id && response?.headers['idempotency-key'] !== undefined;
  if (!contract.operation(id).acceptsOperationKey && !wire.history.some(isNamed)) return request;
  return { ...request, headers: [...headers, ['Idempotency-Key', key]] };
}

/** Sends a variant of a step's request with another operation key or none, and repeats it after temporary refusals. */
export async function sendVariant(
  request: Outgoing,
  step: string,
  context: ScenarioContext,
  { key, body = request.body }: { key?: string; body?: Buffer | null },
): Promise<Exchange> {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'idempotency-key');
  const plain: Outgoing = { ...request, step: `${request.step} (${step})`, headers, body, copy: 0, round: 0 };
  const variant = key === undefined ? plain : withKey(plain, key, context);
  return (await sendPatiently(variant, context)).exchange;
}

/** Encodes every reserved character of RFC 3986; JavaScript does not encode five of them. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function bodyOf({ body, repeat }: Step, round: number, scope: Scope): Buffer | null {
  if (body === null || body.absent) return null;
  if (body.raw !== null) return rawBytes(body.raw);
  const carried = round > 0 ? (repeat?.carry ?? []) : [];
  let payload = fill(body.payload, scope);
  for (const { target, value } of [...body.replacements, ...carried])
    payload = replaceAt(payload, parsePointer(target), fill(value, scope));
  return Buffer.from(asText(payload));
}

function rawBytes(raw: RawBody): Buffer {
  if (typeof raw === 'string') return Buffer.from(raw);
  if ('base64' in raw) return Buffer.from(raw.base64, 'base64');
  return Buffer.from(`${raw.before ?? ''}${raw.repeat.repeat(raw.times)}${raw.after ?? ''}`);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : asJson(value);
}
