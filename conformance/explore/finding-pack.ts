/** Writes the story of a finding as a pack, which sends it again under fresh keys and lets the oracles judge it. */
import type { Contract } from '../../spec/contract.js';
import { isOperationKey } from '../../spec/operation-key.js';
import { completed } from '../model/answers.js';
import { deliberate, isOddBody, packText, queryParameters, type Yaml } from '../pack/write-pack.js';
import { integer, type Fields } from '../values/fields.js';
import { shiftDay } from '../values/dates.js';
import type { Sent } from './chapter.js';
import type { Violation } from './judge-story.js';
import { SENDERS } from './step.js';

export interface FindingPack {
  workflowId: string;
  violation: Violation;
  story: readonly Sent[];
  /** Credits of the fresh account that the story needs; null if any account will do. */
  credits: number | null;
  /** By so many days the windows of its searches are moved, so that its jobs are new on an account that has bought them. */
  shift: number;
}

/** The text of an Arazzo document. */
export function packOfFinding(pack: FindingPack, contract: Contract): string {
  const { violation, workflowId, story, credits } = pack;
  const { clause, operation, judgement } = violation;
  return packText(
    `Found: ${clause.id} on ${operation}`,
    'A story that job-search-conformance explore found, made as short as it could be',
    [
      {
        workflowId,
        summary: `${clause.id} on ${operation}: ${clause.title}`,
        description: `Expected ${judgement.expected}; found ${judgement.actual}.`,
        'x-kit-clauses': [clause.id],
        ...(credits === null ? {} : { 'x-kit-requires': ['admin'], 'x-kit-account': { credits } }),
        steps: story.map((each, i) => stepOf(each, i === story.length - 1, pack, contract)),
      },
    ],
  );
}

function stepOf(sent: Sent, isLast: boolean, pack: FindingPack, contract: Contract): Yaml {
  const { step } = sent;
  if (step.call !== null)
    return {
      stepId: step.id,
      workflowId: `$sourceDescriptions.account.${step.call.helper}`,
      ...(Object.keys(step.call.given).length === 0
        ? {}
        : { parameters: Object.entries(step.call.given).map(([name, value]) => ({ name, value })) }),
    };
  const operation = contract.operation(step.operation!);
  const isAnswered = sent.exchanges.some(({ response }) => response !== null);
  const parameters = [
    ...senderOf(sent),
    ...queryParameters(step.query, operation, DELIBERATE),
    ...keyOf(sent),
  ];
  const isNamed = pack.story.some((each) => each.step.key?.includes(`$steps.${step.id}.outputs.key`));
  return {
    stepId: step.id,
    operationId: operation.id,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.kind === 'search' ? { requestBody: bodyOf(sent, pack.shift, contract) } : {}),
    ...(step.copies > 1 ? { 'x-kit-parallel': step.copies } : {}),
    ...(step.cut ? { 'x-kit-cut': true } : {}),
    // The oracles judge the answers; any answer goes on.
    ...(isAnswered
      ? { successCriteria: [{ condition: '$statusCode >= 200' }] }
      : { 'x-kit-expect': [{ that: 'no-response' }] }),
    ...assumed(sent, isLast),
    ...(isNamed ? { outputs: { key: '$response.header.Idempotency-Key' } } : {}),
  };
}

const DELIBERATE = 'the story sends it so';

function senderOf({ step: { sender } }: Sent): Yaml[] {
  const header = { name: 'Authorization', in: 'header' };
  if (sender === 'active') return [];
  if (sender === 'none') return [{ ...header, value: '', 'x-kit-absent': true }];
  return [{ ...header, value: `Bearer {$inputs.${SENDERS[sender]}}` }];
}

function keyOf({ step: { key }, exchanges }: Sent): Yaml[] {
  if (key === null) return [];
  // An expression as a whole needs no braces.
  const whole = /^\{(\$[^{}]+)\}$/.exec(key)?.[1];
  const isOdd = !isOperationKey(exchanges[0]?.request.headers['idempotency-key'] ?? '');
  return [
    { name: 'Idempotency-Key', in: 'header', value: whole ?? key, ...(isOdd && deliberate(DELIBERATE)) },
  ];
}

function bodyOf({ step }: Sent, shift: number, contract: Contract): Yaml {
  const operation = contract.operation(step.operation!);
  const moved = step.body === null ? null : shifted(step.body, shift);
  if (moved === null) return { payload: {}, 'x-kit-absent': true };
  if (step.text !== null) return { payload: {}, 'x-kit-raw': shiftedText(step, shift) };
  return { payload: moved, ...(isOddBody(moved, operation) && deliberate(DELIBERATE)) };
}

const BOUNDS = ['published_after', 'published_before'] as const;

function shifted(body: Fields, days: number): Fields {
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const moved = BOUNDS.flatMap((name) => {
    const day = body[name];
    return isDay(day) && !Number.isNaN(Date.parse(day)) ? [[name, shiftDay(day, days)]] : [];
  });
  return days === 0 ? body : { ...body, ...(Object.fromEntries(moved) as Fields) };
}

function shiftedText({ text, body }: Sent['step'], days: number): string {
  const moved = shifted(body!, days);
  return BOUNDS.reduce((all, name) => all.replaceAll(String(body![name]), String(moved[name])), text!);
}

const FINDS_JOBS: Yaml = { that: 'job-count', 'at-least': 1, reason: 'the search finds nothing any more' };
const COSTS_CREDITS: Yaml = {
  that: 'compare',
  left: '$response.body#/data/credits_used',
  is: '>',
  right: 0,
  reason: 'its jobs were paid for before in this billing cycle',
};

/** The assumptions of a step: without them the story proves nothing. The last step has none, because it is judged. */
function assumed({ exchanges, step }: Sent, isLast: boolean): Yaml {
  const [first] = exchanges;
  const found = first === undefined ? null : completed(first);
  if (isLast || found === null || step.copies > 1) return {};
  const isPaid = (integer(found.data['credits_used']) ?? 0) !== 0;
  const assumptions = [...(found.jobs.length > 0 ? [FINDS_JOBS] : []), ...(isPaid ? [COSTS_CREDITS] : [])];
  return assumptions.length === 0 ? {} : { 'x-kit-assume': assumptions };
}
