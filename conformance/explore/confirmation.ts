/**
 * Confirms a violation. First shrinks its story offline. The short story may lack steps whose effect no answer shows, such as an
 * earlier request with the same key, so if it shows no violation, the whole story is sent. A story that shows it is then shrunk
 * by sending its parts, unless each part would have to buy other jobs.
 */
import { usedBy } from '../model/answers.js';
import { loadPackText } from '../pack/load-packs.js';
import type { Chapter, Sent } from './chapter.js';
import { packOfFinding } from './finding-pack.js';
import { pairOf, type Violation } from './judge-story.js';
import { sendAgain } from './send-again.js';
import { shrink, withoutIdle } from './shrink.js';

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
/** How many of the shortest parts that violated the clause again are sent again, to confirm it. */
const MOST_CANDIDATES = 3;
/** Days by which each repetition moves the windows of a story that has to buy other jobs. */
const SHIFT = -23;

/** Confirms a violation of a chapter whose accounts still exist. `name`: the id of the finding. */
export async function confirm(violation: Violation, chapter: Chapter, name: string): Promise<Confirmed> {
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
    state: story === null ? 'seen once' : 'broken',
    reason: story === null ? reason : '',
    story: story ?? shortest,
    pack: packOf(story ?? shortest, name),
  };
}
