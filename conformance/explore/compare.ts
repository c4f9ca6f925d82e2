/** Sends one seeded story to two targets, with steps that fit the data of each, and lists the facts in which they differ. */
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import type { Profile } from '../run/target/profile.js';
import { openSession, type SessionParts } from '../run/target/session.js';
import { BudgetSpent } from '../wire/budget.js';
import type { Sent } from './chapter.js';
import { both, differencesBetween, factsOf, pairsOf, type Both, type Difference } from './differences.js';
import type { Judged } from './judge-story.js';
import { CHAPTER_REQUESTS, Story, type SentChapter } from './story.js';

export interface CompareOptions {
  targets: Both<SessionParts & { profile: Profile }>;
  documents?: Documents;
  seed: number;
  /** The most requests to each target. */
  steps: number;
}

export interface Compared {
  differences: Difference[];
  /** Differences between lawful choices. */
  lawful: Difference[];
  spent: readonly { requests: number; credits: number }[];
  /** Steps that both targets answered. */
  steps: number;
  stopped: string | null;
  seed: number;
}

/** Throws TargetRefuses if a target does not answer. */
export async function compare(options: CompareOptions): Promise<Compared> {
  const { targets, documents = loadDocuments(), seed, steps: most } = options;
  const sessions = both(targets, ({ profile, ...parts }) => openSession(profile, documents, parts));
  try {
    const told = { command: 'compare', seed, reserve: 0 } as const;
    const stories = [await Story.open(sessions[0], told), await Story.open(sessions[1], told)] as const;
    const judged: Both<Judged[]> = [[], []];
    const unlike: Both<Sent>[] = [];
    let steps = 0;
    let stopped: string | null = null;
    for (let n = 0; Math.max(...stories.map((each) => each.steps)) < most && stopped === null; n += 1) {
      // The targets take turns: the story on one of them chooses the moves for both.
      const [one, other] = n % 2 === 0 ? stories : [stories[1], stories[0]];
      let ended: string | null = null;
      const begun = await one.sendChapter(CHAPTER_REQUESTS, async (first) => {
        const script = first.moves.map(({ choice }) => choice);
        ended = await other.sendChapter(script, async (second) => {
          const chapter: Both<SentChapter> = n % 2 === 0 ? [first, second] : [second, first];
          for (const [side, each] of chapter.entries()) judged[side]!.push(each.judged);
          const pairs = pairsOf(both(chapter, ({ moves }) => moves));
          steps += pairs.length;
          unlike.push(...(await unlikeIn(pairs, chapter)));
        });
      });
      stopped = begun ?? ended;
    }
    for (const { wire } of sessions) await wire.settle();
    const all = differencesBetween(judged, unlike, documents.clauses.readings);
    return {
      differences: all.filter(({ reading }) => reading === null),
      lawful: all.filter(({ reading }) => reading !== null),
      spent: both(sessions, ({ budget: { requests, creditsUsed } }) => ({ requests, credits: creditsUsed })),
      steps,
      stopped,
      seed,
    };
  } finally {
    for (const session of sessions) session[Symbol.dispose]();
  }
}

/** Steps whose facts differ, and stay the same when sent again, in a chapter in which the oracles found nothing. */
async function unlikeIn(pairs: readonly Both<Sent>[], chapters: Both<SentChapter>): Promise<Both<Sent>[]> {
  const unlike: Both<Sent>[] = [];
  if (chapters.some(({ judged }) => judged.violations.length > 0)) return unlike;
  for (const pair of pairs) {
    const facts = both(pair, factsOf);
    const isUnlike = facts[0] !== facts[1] && !facts.includes('');
    if (isUnlike && (await isSteady(pair[0], chapters[0])) && (await isSteady(pair[1], chapters[1])))
      unlike.push(pair);
  }
  return unlike;
}

/** Whether the same request, sent again at no further cost, has the same facts. */
async function isSteady(sent: Sent, { chapter }: SentChapter): Promise<boolean> {
  const { step } = sent;
  if (step.copies > 1 || step.cut || sent.exchanges.some(({ faultPlanted }) => faultPlanted)) return false;
  try {
    const again = await chapter.send({ ...step, id: `${step.id}-again` });
    return again !== null && factsOf(again) === factsOf(sent);
  } catch (error) {
    if (error instanceof BudgetSpent) return false;
    throw error;
  }
}
