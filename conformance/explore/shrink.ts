/** Shortens the story of a violation by leaving out steps. `shrink` does so offline, by judging the recorded exchanges. */
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import { statedBalance, usedBy } from '../model/answers.js';
import type { Chapter, Sent } from './chapter.js';
import { accountsOf, judgeStory, pairOf, type Violation } from './judge-story.js';
import { sourcesOf } from './step.js';

/** More attempts take long and hardly make a story shorter. */
const MOST_ATTEMPTS = 150;

/** The shortest part of the recorded steps that shows the violation. All steps up to its last exchange if no part does. */
export function shrink(violation: Violation, chapter: Chapter): Promise<Sent[]> {
  const { sent, session } = chapter;
  const accounts = accountsOf(chapter.exchanges, session);
  const blamed = new Set(violation.judgement.exchanges);
  const isBlamed = ({ exchanges }: Sent): boolean => exchanges.some(({ id }) => blamed.has(id));
  let all = sent.slice(0, sent.findLastIndex(isBlamed) + 1);
  let attempts = 0;
  const shows = (part: readonly Sent[]): boolean => {
    attempts += 1;
    if (attempts > MOST_ATTEMPTS) return false;
    const { exchanges, facts } = partOf(part, all, accounts, session.profile.balancePointer);
    const { violations } = judgeStory(exchanges, session, facts);
    return violations.some((each) => pairOf(each) === pairOf(violation) && each.form === violation.form);
  };
  const least = withSources(all.filter(isBlamed), all);
  if (shows(least)) return withoutIdle(least, all, shows);
  // A later step may be needed to show that the data did not change meanwhile.
  if (!shows(all)) all = [...sent];
  return withoutIdle(all, all, shows);
}

/** Leaves out groups of steps and then single ones, the latest first, if the others still show the violation. */
export async function withoutIdle(
  begun: readonly Sent[],
  all: readonly Sent[],
  shows: (part: Sent[]) => boolean | Promise<boolean>,
): Promise<Sent[]> {
  let kept = [...begun];
  // Halves first: most steps of a long story do not matter for the violation.
  for (let size = Math.floor(kept.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = kept.length - 1 - size; from >= 0; from -= size) {
      const without = kept.filter((_, i) => i < from || i >= from + size);
      const part = withSources(without, all);
      if (part.length < kept.length && (await shows(part))) kept = part;
    }
  return kept;
}

/** Adds all steps that these need, in order. */
function withSources(steps: readonly Sent[], all: readonly Sent[]): Sent[] {
  const wanted = new Set(steps);
  for (const each of wanted) {
    const sources = sourcesOf(each.step);
    for (const other of all) if (sources.includes(other.step.id)) wanted.add(other);
    for (const other of faultAround(each, all)) wanted.add(other);
  }
  return all.filter((each) => wanted.has(each));
}

/** The steps from adding a fault to clearing it, if `step` is among them: without its request, the fault would hit another. */
function faultAround(step: Sent, all: readonly Sent[]): readonly Sent[] {
  const at = all.indexOf(step);
  const isCallOf = (helper: string, { step: { call } }: Sent): boolean => call?.helper === helper;
  const from = all.findLastIndex((each, i) => i <= at && isCallOf('plant-fault', each));
  const to = all.findIndex((each, i) => i > from && isCallOf('clear-faults', each));
  return from >= 0 && at <= to ? all.slice(from, to + 1) : [];
}

/**
 * The exchanges of a part, as if the other steps had never been sent: their charges are added to the balances that later answers
 * state. If a step that bought jobs is left out, the account no longer counts as new.
 */
function partOf(
  part: readonly Sent[],
  all: readonly Sent[],
  accounts: readonly AccountFacts[],
  balancePointer: string | null,
): { exchanges: Exchange[]; facts: AccountFacts[] } {
  const kept = new Set(part);
  const saved = new Map<string, number>();
  const exchanges: Exchange[] = [];
  for (const each of all)
    for (const exchange of each.exchanges) {
      const credits = saved.get(exchange.account) ?? 0;
      if (kept.has(each))
        exchanges.push(credits === 0 ? exchange : withMore(exchange, credits, balancePointer));
      else if (each.step.call?.helper === 'set-credits') saved.clear();
      else {
        const used = usedBy(exchange);
        if (used !== 0) saved.set(exchange.account, credits + used);
      }
    }
  const isCut = all.some((each) => !kept.has(each));
  const facts = accounts.map((each) =>
    isCut && (saved.get(each.alias) ?? 0) !== 0 ? { ...each, fresh: false, credits: null } : each,
  );
  return { exchanges, facts };
}

/** The exchange with a higher balance in its answer. */
function withMore(exchange: Exchange, credits: number, pointer: string | null): Exchange {
  const { response, operation } = exchange;
  const isBalance = operation === 'getCreditBalance';
  const stated = statedBalance(exchange, pointer);
  if (response === null || stated === null) return exchange;
  const body: unknown = JSON.parse(JSON.stringify(response.body), (name, value: unknown) =>
    value === stated && (isBalance || name === 'credits_remaining') ? stated + credits : value,
  );
  return { ...exchange, response: { ...response, body } };
}
