/** Sends a story to one target, chapter by chapter: chooses moves, sends their steps, and judges the answers. */
import type { Session } from '../run/target/session.js';
import { createRandom, type Random } from '../values/random.js';
import { BudgetSpent } from '../wire/budget.js';
import { Chapter, type Sent } from './chapter.js';
import { bind, choose, Coverage, stateOf, type Choice } from './choose.js';
import { Known } from './known.js';
import { judgeStory, type Judged } from './judge-story.js';
import { prepared } from './send-again.js';
import type { StoryStep } from './step.js';

/** Requests of one chapter, and the credits that it may spend on jobs. */
export const CHAPTER_REQUESTS = 45;
export const CHAPTER_CREDITS = 24;

/** A choice with its sent steps: none if it did not apply, null for a step that lacked a value from an earlier answer. */
export interface MadeMove {
  choice: Choice;
  sent: readonly (Sent | null)[];
}

export interface SentChapter {
  chapter: Chapter;
  moves: readonly MadeMove[];
  judged: Judged;
}

interface StoryOptions {
  command: 'explore' | 'compare';
  seed: number;
  /** Credits under the ceiling that the story must not spend. */
  reserve: number;
}

export class Story {
  readonly coverage = new Coverage();
  /** Requests that were sent. */
  steps = 0;
  readonly #known: Known;
  readonly #options: StoryOptions;
  readonly #random: Random;
  #chapters = 0;

  /** Throws TargetRefuses if the target does not answer. */
  static async open(session: Session, options: StoryOptions): Promise<Story> {
    return new Story(new Known(await prepared(session)), options);
  }

  private constructor(known: Known, options: StoryOptions) {
    this.#known = known;
    this.#options = options;
    this.#random = createRandom(options.seed);
  }

  /**
   * Sends a chapter with these choices or, if `choices` is a number, with its own choices for this many requests. Calls `onEnd`
   * before the accounts of the chapter are deleted. Returns why the story cannot continue; null if it can.
   */
  async sendChapter(
    choices: Iterable<Choice> | number,
    onEnd: (sent: SentChapter) => Promise<void>,
    onMove = (): void => undefined,
  ): Promise<string | null> {
    const { session } = this.#known;
    this.#chapters += 1;
    const chapter = new Chapter(this.#known, this.#options.command, this.#chapters);
    const moves: MadeMove[] = [];
    let stopped: string | null = null;
    this.coverage.beginChapter();
    try {
      // Half of the credits that are left remain for the chapter.
      for (const family of ['direct', 'company'] as const)
        await this.#known.findBase(family, chapter.sizeOf(family), this.#room / 2, this.#random);
      await chapter.begin();
      try {
        for (const choice of typeof choices === 'number' ? this.#choices(chapter, choices) : choices) {
          moves.push(await this.#make(choice, chapter));
          onMove();
        }
      } catch (error) {
        if (!(error instanceof BudgetSpent)) throw error;
        stopped = error.message;
      }
      const judged = judgeStory(chapter.exchanges, session);
      this.#learn(judged, moves);
      await onEnd({ chapter, moves, judged });
      return stopped;
    } finally {
      await chapter.end();
    }
  }

  *#choices(chapter: Chapter, most: number): Iterable<Choice> {
    const before = this.steps;
    // If a target charges far too much, judging the chapter early saves credits.
    while (this.steps - before < most && chapter.used <= 2 * this.#mostBought) {
      const mayBuy = chapter.used < this.#mostBought;
      const choice = choose(chapter, this.coverage, this.#random, ({ buys }) => buys !== true || mayBuy);
      if (choice === null && this.steps === before)
        throw new BudgetSpent('no request fits under --max-credits any more');
      if (choice === null) return;
      yield choice;
    }
  }

  async #make(choice: Choice, chapter: Chapter): Promise<MadeMove> {
    const steps = bind(choice, chapter);
    const state = stateOf(chapter);
    const sent: (Sent | null)[] = [];
    for (const step of this.#fits(steps, chapter) ? steps : []) {
      const each = await chapter.send(step);
      if (each !== null && step.call === null) this.steps += each.exchanges.length;
      sent.push(each);
    }
    const isSent = sent.some((each) => each !== null);
    this.coverage.note(choice, state, isSent);
    return { choice, sent };
  }

  /** Credits that this chapter may spend: fewer in later chapters if the account keeps its jobs, for want of an admin API. */
  get #mostBought(): number {
    return this.#known.session.admin !== null || this.#chapters <= 2 ? CHAPTER_CREDITS : CHAPTER_CREDITS / 4;
  }

  /** Credits that may be spent, besides the reserve. */
  get #room(): number {
    return (this.#known.session.budget.room ?? Infinity) - this.#options.reserve;
  }

  /** True if the steps fit the credits of the chapter and, at their highest price, leave the reserve. */
  #fits(steps: readonly StoryStep[], chapter: Chapter): boolean {
    const likely = steps.reduce((sum, step) => sum + chapter.likelyOf(step), 0);
    if (likely > 0 && chapter.used + likely > this.#mostBought) return false;
    const price = steps.reduce((sum, step) => sum + chapter.highestPriceOf(step), 0);
    return price === 0 || price <= this.#room;
  }

  #learn({ passes }: Judged, moves: readonly MadeMove[]): void {
    const choices = new Map(
      moves.flatMap(({ choice, sent }) =>
        sent.flatMap((each) => each?.exchanges.map(({ id }) => [id, choice] as const) ?? []),
      ),
    );
    this.coverage.learn([...passes].map(([pair, id]) => ({ pair, by: choices.get(id) ?? null })));
  }
}
