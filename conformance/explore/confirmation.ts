/**
 * Confirms a violation. First shrinks its story offline. The short story may lack steps whose effect no answer shows, such as an
 * earlier request with the same key. If it shows no violation, sending parts of the whole story finds these steps.
 */
import { usedBy } from '../model/answers.js';
import { loadPackText } from '../pack/load-packs.js';
import type { AccountFacts } from '../record/facts.js';
import { canonical } from '../values/json.js';
import type { Prepared } from '../run/target/session.js';
import type { Chapter, Sent } from './chapter.js';
import { packOfFinding } from './finding-pack.js';
import { pairOf, type Violation } from './judge-story.js';
import { sendAgain } from './send-again.js';
import { shrink, withSources } from './shrink.js';

export interface Confirmed {
  /** `broken`: two repetitions with fresh keys violated the clause again. `seen once`: they did not, or could not be sent. */
  state: 'broken' | 'seen once';
  /** Why the violation is not confirmed; empty if it is. */
  reason: string;
  story: readonly Sent[];
  /** The text of the pack that repeats the story. */
  pack: string;
}

/** How many parts of a story are sent to find a short one. */
const MOST_PARTS = 60;
/** How many of the shortest parts that violated the clause again are sent twice more. */
const MOST_CANDIDATES = 3;
/** Days by which each repetition moves the windows of a story that has to buy other jobs. */
const SHIFT = -23;

/** Sends a part of a story. Returns whether it violates the clause again. */
type SendPart = (part: readonly Sent[]) => Promise<boolean>;

/** Confirms a violation of a chapter, which these accounts belong to. `name`: the id of the finding. */
export async function confirm(
  violation: Violation,
  { sent, credits }: Chapter,
  accounts: readonly AccountFacts[],
  session: Prepared,
  name: string,
): Promise<Confirmed> {
  const { documents } = session;
  const shortest = shrink(violation, { sent, accounts }, session);
  const all = sent.slice(0, sent.indexOf(shortest.at(-1)!) + 1);
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
  // A pack sends to an operation of its clause.
  const isOn = ({ step }: Sent): boolean => step.operation === violation.operation;
  const sendPart: SendPart = async (part) => parts < MOST_PARTS && part.some(isOn) && (await violates(part));
  const found = (await violates(shortest))
    ? [shortest]
    : isMoved
      ? [all].filter(({ length }) => length > shortest.length)
      : await longerParts(shortest, all, sendPart);
  // A key without an admin API has few other jobs to buy.
  if (!isMoved) await leaveOut(found, all, sendPart);
  let story: Sent[] | null = null;
  for (const part of found.slice(0, MOST_CANDIDATES))
    if (story === null && (part === shortest || (await violates(part))) && (await violates(part)))
      story = part;
  return {
    state: story === null ? 'seen once' : 'broken',
    reason: story === null ? reason : '',
    story: story ?? shortest,
    pack: packOf(story ?? shortest, name),
  };
}

/**
 * Finds the steps that a story lacks. With the other steps sorted by likelihood, the shortest sufficient list of them ends
 * with a needed step; the search then continues with those before it. Returns the violating parts, the shortest first.
 */
async function longerParts(
  shortest: readonly Sent[],
  all: readonly Sent[],
  violates: SendPart,
): Promise<Sent[][]> {
  const found: Sent[][] = [];
  let kept = shortest;
  let others = byLikelihood(kept, all);
  // How many of the others did not suffice, and how many did. At first, even all of them may not suffice.
  let [low, high] = [0, others.length + 1];
  while (others.length > 0) {
    while (high - low > 1) {
      const next = low < 0 ? 0 : Math.min(Math.max(1, 2 * low), Math.floor((low + high) / 2));
      const part = withSources([...kept, ...others.slice(0, next)], all);
      const suffices = await violates(part);
      if (suffices) found.unshift(part);
      if (suffices) high = next;
      else low = next;
    }
    const needed = others[high - 1];
    if (needed === undefined) break;
    kept = withSources([...kept, needed], all);
    others = others.slice(0, high - 1).filter((each) => !kept.includes(each));
    [low, high] = [-1, others.length];
  }
  return found;
}

/** Leaves out steps of the first part one by one, the latest first, and puts shorter parts that violate the clause before it. */
async function leaveOut(found: Sent[][], all: readonly Sent[], violates: SendPart): Promise<void> {
  for (const each of found[0]?.toReversed() ?? []) {
    const rest = found[0]!.filter((other) => other !== each);
    const part = withSources(rest, all);
    const isTried = rest.length > 1 && part.length === rest.length;
    if (isTried && (await violates(part))) found.unshift(part);
  }
}

/** The other steps: those with a key or a body of the story first, then calls, then the rest; of each group the latest first. */
function byLikelihood(story: readonly Sent[], all: readonly Sent[]): Sent[] {
  const keys = new Set(story.flatMap(({ step }) => step.key ?? []));
  const bodies = new Set(story.map(({ step }) => canonical(step.body)));
  const rankOf = ({ step }: Sent): number => {
    if ((step.key !== null && keys.has(step.key)) || (step.body !== null && bodies.has(canonical(step.body))))
      return 0;
    return step.call !== null ? 1 : 2;
  };
  const others = all.filter((each) => !story.includes(each)).toReversed();
  return others.sort((a, b) => rankOf(a) - rankOf(b));
}
