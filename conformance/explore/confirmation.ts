/**
 * Confirms a violation. First shrinks its story offline. The short story may lack steps whose effect no answer shows, such as an
 * earlier request with the same key, so if it shows no violation, the whole story is sent. A story that shows it is then shrunk
 * by sending its parts, unless each part would have to buy other jobs. The result is a pack that sends the story again.
 */
import { usedBy, completed } from '../model/answers.js';
import { loadPackText } from '../pack/load-packs.js';
import type { Chapter, Sent } from './chapter.js';
import { pairOf, type Violation } from './judge-story.js';
import { sendAgain } from './send-again.js';
import { shrink, withoutIdle } from './shrink.js';
import type { Contract } from '../../spec/contract.js';
import { packText, type Yaml } from '../pack/write-pack.js';
import { integer } from '../values/fields.js';
import { shiftDay } from '../values/dates.js';
import { packStepOf, type StoryStep } from './step.js';

/** How many parts of a story are sent to find a short one. */
const MOST_PARTS = 60;
/** How many of the shortest parts that violated the clause again are sent again, to confirm it. */
const MOST_CANDIDATES = 3;
/** Days by which each repetition moves the windows of a story that has to buy other jobs. */
const SHIFT = -23;

/** Confirms a violation of a chapter whose accounts still exist. `name`: the id of the finding. */
export async function confirm(violation: Violation, chapter: Chapter, name: string) {
  const { sent, credits, session } = chapter;
  const { documents } = session;
  const shortest = await shrink(violation, chapter);
  const all = sent.slice(0, sent.indexOf(shortest.at(-1)!) + 1);
  // A key without an admin API has few other jobs to buy.
  const isMoved = session.admin === null && all.some(({ exchanges }) => exchanges.some(usedBy));
  let parts = 0;
  let reason = '';
  const packOf = (story: readonly Sent[], workflowId: string): string => {
    parts += 1;
    const shift = isMoved ? SHIFT * parts : 0;
    return packOfFinding({ workflowId, violation, story, credits, shift }, documents.contract);
  };
  const violates = async (part: readonly Sent[]): Promise<boolean> => {
    const id = `${name}-try-${parts + 1}`;
    const pack = loadPackText(`${id}.yaml`, packOf(part, id), documents);
    const [again] = await sendAgain(pack, session);
    const { judged, incomplete } = again!;
    if (judged.violations.some((each) => pairOf(each) === pairOf(violation))) return true;
    reason ||= incomplete === null ? 'it did not occur again' : `it could not be sent again: ${incomplete}`;
    return false;
  };
  /** Parts that violated the clause again, the shortest first. */
  const found: Sent[][] = [];
  const shows = async (part: Sent[]): Promise<boolean> => {
    // A pack sends to an operation of its clause.
    const isOn = part.some(({ step }) => step.operation === violation.operation);
    const isShown = isOn && parts < MOST_PARTS && (await violates(part));
    if (isShown) found.unshift(part);
    return isShown;
  };
  if (!(await shows(shortest)) && all.length > shortest.length) await shows(all);
  if (!isMoved && found.length > 0) await withoutIdle(found[0]!, all, shows);
  let story: Sent[] | null = null;
  for (const part of found.slice(0, MOST_CANDIDATES))
    if (story === null && (isMoved || part === shortest || (await violates(part))) && (await violates(part)))
      story = part;
  return {
    /** `broken`: two repetitions with fresh keys violated the clause again. `seen once`: they did not, or could not be sent. */
    state: story === null ? ('seen once' as const) : ('broken' as const),
    /** Why the violation is not confirmed; empty if it is. */
    reason: story === null ? reason : '',
    story: story ?? shortest,
    /** The text of the pack that repeats the story. */
    pack: packOf(story ?? shortest, name),
  };
}

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
