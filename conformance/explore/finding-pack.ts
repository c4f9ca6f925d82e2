/** Writes the story of a finding as a pack, which sends it again under fresh keys and lets the oracles judge it. */
import type { Contract } from '../../spec/contract.js';
import { completed } from '../model/answers.js';
import { packText, type Yaml } from '../pack/write-pack.js';
import { integer } from '../values/fields.js';
import { shiftDay } from '../values/dates.js';
import type { Sent } from './chapter.js';
import type { Violation } from './judge-story.js';
import { packStepOf, type StoryStep } from './step.js';

export interface FindingPack {
  workflowId: string;
  violation: Violation;
  story: readonly Sent[];
  /** Credits of the new account that the story needs; null if any account suffices. */
  credits: number | null;
  /** Days by which the windows of its searches move, so that an account that bought its jobs gets others. */
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
  const step = shifted(sent.step, pack.shift);
  const written = packStepOf(step, contract);
  if (step.call !== null) return written;
  const isAnswered = sent.exchanges.some(({ response }) => response !== null);
  const isNamed = pack.story.some((each) => each.step.key?.includes(`$steps.${step.id}.outputs.key`));
  return {
    ...written,
    // The story continues after any answer, since the oracles judge the answers.
    ...(isAnswered
      ? { successCriteria: [{ condition: '$statusCode >= 200' }] }
      : { 'x-kit-expect': [{ that: 'no-response' }] }),
    ...assumed(sent, isLast),
    ...(isNamed ? { outputs: { key: '$response.header.Idempotency-Key' } } : {}),
  };
}

const BOUNDS = ['published_after', 'published_before'] as const;

/** The step with its date bounds moved by this many days. */
function shifted(step: StoryStep, days: number): StoryStep {
  const { body, text } = step;
  if (body === null || days === 0) return step;
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const moved = BOUNDS.flatMap((name) => {
    const day = body[name];
    return isDay(day) && !Number.isNaN(Date.parse(day)) ? [[day, shiftDay(day, days), name] as const] : [];
  });
  return {
    ...step,
    body: { ...body, ...Object.fromEntries(moved.map(([, day, name]) => [name, day])) },
    text: text && moved.reduce((all, [before, day]) => all.replaceAll(before, day), text),
  };
}

const FINDS_JOBS: Yaml = { that: 'job-count', 'at-least': 1, reason: 'the search finds nothing any more' };
const COSTS_CREDITS: Yaml = {
  that: 'compare',
  left: '$response.body#/data/credits_used',
  is: '>',
  right: 0,
  reason: 'its jobs were paid for before in this billing cycle',
};

/** Assumptions of a step, without which the story proves nothing. The last step has none, because it is judged. */
function assumed({ exchanges, step }: Sent, isLast: boolean): Yaml {
  const [first] = exchanges;
  const found = first === undefined ? null : completed(first);
  if (isLast || found === null || step.copies > 1) return {};
  const isPaid = (integer(found.data['credits_used']) ?? 0) !== 0;
  const assumptions = [...(found.jobs.length > 0 ? [FINDS_JOBS] : []), ...(isPaid ? [COSTS_CREDITS] : [])];
  return assumptions.length === 0 ? {} : { 'x-kit-assume': assumptions };
}
