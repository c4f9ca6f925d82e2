/** Cursors and chains of pages (§4.1, §2.3). */
import { canonical, sameJson } from '../../values/json.js';
import { shown } from '../../values/text.js';
import type { Attempt, Timeline } from './attempt.js';
import { named, type Say, type TimelineJudge } from './judge.js';

/** Where cursors came from and where they went (CLI-33, CLI-34). */
export const judgeCursors: TimelineJudge = (timeline, say) => {
  const givers = new Map<string, Attempt[]>();
  const alike = new Map<string, Attempt>();
  const byId = new Map<string, Attempt>();
  for (const attempt of timeline.attempts) {
    if (!attempt.isSearch) continue;
    const { cursor, nextCursor } = attempt;
    if (cursor !== null && cursor !== undefined) {
      const given = givers.get(canonical(cursor)) ?? [];
      if (given.length > 0) {
        say('CLI-33', 'pass', [given.at(-1)!, attempt], 'the cursor as it was given', 'the same');
        judgeRest(timeline, given, attempt, say);
      } else {
        const bent = timeline.isComplete ? byId.get(idIn(cursor)) : undefined;
        judgeStrange(timeline, alike.get(partsOf(cursor)) ?? bent, attempt, say);
      }
    }
    if (nextCursor === null || nextCursor === undefined) continue;
    const place = canonical(nextCursor);
    givers.set(place, [...(givers.get(place) ?? []), attempt]);
    alike.set(partsOf(nextCursor), attempt);
    if (Array.isArray(nextCursor)) byId.set(idIn(nextCursor), attempt);
  }
};

function judgeStrange(timeline: Timeline, origin: Attempt | undefined, attempt: Attempt, say: Say): void {
  const { cursor } = attempt;
  const expected = 'the cursor as it was given';
  if (origin !== undefined)
    return say('CLI-33', 'fail', [origin, attempt], shown(origin.nextCursor), shown(cursor));
  const actual = `${shown(cursor)}, which no answer to this key had`;
  say('CLI-33', timeline.isComplete ? 'warn' : 'unknown', attempt, expected, actual);
}

/** The `cursor_id` of [timestamp, cursor_id]: with another timestamp it is a cursor that was rounded on its way. */
function idIn(cursor: unknown): string {
  return canonical(Array.isArray(cursor) ? cursor[1] : null);
}

/** Equal for cursors that hold the same in another form: a number as a text, the array as one, another order. */
function partsOf(cursor: unknown): string {
  const text = typeof cursor === 'string' ? decoded(cursor) : JSON.stringify(cursor);
  return (text.match(/[A-Za-z0-9_.+-]+/g) ?? []).sort().join(' ');
}

/** However often it was encoded. */
function decoded(text: string): string {
  try {
    const once = decodeURIComponent(text);
    return once === text ? text : decoded(once);
  } catch {
    return text;
  }
}

/** Two searches may end a page at the same job, so that several answers gave this cursor. */
function judgeRest({ isComplete }: Timeline, givers: readonly Attempt[], attempt: Attempt, say: Say): void {
  const expected = 'the body of the page before, with another cursor alone';
  const { rest, body } = attempt;
  if (rest === null || body === undefined || givers.some((each) => each.rest === null))
    return say('CLI-34', 'unknown', attempt, expected, 'the bodies were not kept');
  const same = givers.findLast((each) => each.rest === rest);
  if (same !== undefined) return say('CLI-34', 'pass', [same, attempt], expected, 'just that');
  const changes = givers.map((each) => ({ giver: each, names: changedMembers(each, attempt) }));
  const smallest = changes.reduce((a, b) => (b.names.length < a.names.length ? b : a));
  const both = [smallest.giver, attempt];
  if (smallest.names.length === 1 && smallest.names[0] === 'limit') {
    const [before, now] = [limitOf(smallest.giver), limitOf(attempt)];
    const actual = `limit ${now} after ${before}`;
    return say('CLI-34', now <= before ? 'pass' : isComplete ? 'warn' : 'unknown', both, expected, actual);
  }
  const actual = `${smallest.names.map((name) => `"${name}"`).join(', ')} changed, too`;
  // The cursor may have come from a request that was not seen.
  say('CLI-34', isComplete ? 'fail' : 'unknown', both, expected, actual);
}

function changedMembers(giver: Attempt, attempt: Attempt): string[] {
  if (giver.operation.id !== attempt.operation.id)
    return [`operation ${giver.operation.id}`, attempt.operation.id];
  const [before, now] = [giver.withoutCursor(giver.body!), attempt.withoutCursor(attempt.body!)];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => !sameJson(before[name], now[name]));
}

function limitOf({ body, operation }: Attempt): number {
  const limit = body?.['limit'];
  return typeof limit === 'number' ? limit : (operation.page?.usual ?? 0);
}

/** Going on after the end of a chain (CLI-35): its null cursor is sent on, where its first page had none at all. */
export const judgeEnds: TimelineJudge = ({ attempts, isComplete }, say) => {
  const chains = new Map<string, { isBare: boolean; ended: Attempt | null; keys: Set<unknown> }>();
  for (const attempt of attempts) {
    const { rest, cursor, key } = attempt;
    if (!attempt.isSearch || rest === null || cursor === undefined || attempt.fate !== 200) continue;
    const before = chains.get(rest);
    const isBare = !Object.hasOwn(attempt.body ?? {}, attempt.operation.cursorField ?? '');
    // An answer that is asked for again begins nothing.
    const begins = cursor === null && (typeof key !== 'string' || before?.keys.has(key) !== true);
    if (before?.ended && begins) {
      const both = [before.ended, attempt];
      const expected = 'nothing after the last page';
      const actual = `the null cursor of ${named(before.ended)}, sent on`;
      const verdict = isComplete ? 'warn' : 'unknown';
      if (before.isBare && !isBare) say('CLI-35', verdict, both, expected, actual, attempt.credits);
      else say('CLI-35', 'pass', both, expected, 'a search that begins anew');
    }
    const chain = before ?? { isBare, ended: null, keys: new Set() };
    if (begins) Object.assign(chain, { isBare: chain.isBare && isBare, ended: null });
    chain.keys.add(key);
    if (attempt.nextCursor === null) chain.ended = attempt;
    chains.set(rest, chain);
  }
};

interface Chain {
  /** First pages that were answered, each by what stands for its operation. */
  begun: Set<string | number>;
  /** Pages after the first that were answered, by cursor. */
  pages: Map<string, Attempt[]>;
}

/** Fetching a page again under another key (CLI-36). */
export const judgePages: TimelineJudge = ({ attempts, isComplete }, say) => {
  const chains = new Map<string, Chain>();
  for (const attempt of attempts) {
    const { chain: name, cursor } = attempt;
    if (!attempt.isSearch || name === null || cursor === undefined || attempt.fate !== 200) continue;
    const chain: Chain = chains.get(name) ?? { begun: new Set(), pages: new Map() };
    chains.set(name, chain);
    if (cursor === null) {
      chain.begun.add(slotOf(attempt));
      continue;
    }
    const place = canonical(cursor);
    const fetched: readonly Attempt[] = chain.pages.get(place) ?? [];
    if (fetched.some((each) => slotOf(each) === slotOf(attempt))) continue;
    chain.pages.set(place, [...fetched, attempt]);
    const earlier = fetched.at(-1);
    const expected = 'each page once';
    // A search that begins anew may fetch all of its pages anew.
    if (fetched.length < chain.begun.size) say('CLI-36', 'pass', attempt, expected, 'once');
    else if (earlier === undefined)
      say('CLI-36', 'unknown', attempt, expected, 'its first page was not seen');
    else {
      const actual = `the page of ${named(earlier)} again, under another key`;
      const verdict = isComplete ? 'warn' : 'unknown';
      say('CLI-36', verdict, [earlier, attempt], expected, actual, attempt.credits);
    }
  }
};

/** What stands for one operation: its key, or the exchange itself where it came without. */
function slotOf({ key, id }: Attempt): string | number {
  return typeof key === 'string' ? key : id;
}
