/** Detects by balances that two keys of the run belong to one account, and that another caller uses the run's key. */
import type { Exchange } from '../../record/exchange.js';
import type { ScenarioOutcome } from '../../record/facts.js';
import { OTHER_CALLER, restsOnTheAccount, sharedAccounts, WATCH } from '../../judge/shared-keys.js';
import { figureIn, statedBalance } from '../../model/answers.js';
import { isLost } from '../../model/key-uses.js';
import { titled } from '../../values/text.js';
import { unlessSpent } from '../../wire/budget.js';
import { askWithKey } from './preflight.js';
import type { Profile } from './profile.js';
import type { Session } from './session.js';

/** Requests for the balances before and after a purchase. */
export const REQUESTS_FOR_BOTH_KEYS = 4;

/** True if the run can read the balances of both keys. Each scenario has accounts of its own if there is an admin API. */
export function hasBothKeys({ keys, adminUrl, absent }: Profile): boolean {
  const isNamed = keys.active !== undefined && keys.second !== undefined;
  return isNamed && adminUrl === null && !absent.includes('getCreditBalance');
}

/** Checks of two accounts would accuse a correct target. */
export const ONE_ACCOUNT =
  'The keys `active` and `second` belong to one account, since a search with one changed the balance of both. ' +
  'The run does without `second`. Name a key of another account in the profile (keys.second).';

/** Returns the balance that both keys show; null if they differ, or if one is unknown. Sends two free requests. */
export async function commonBalance(session: Session): Promise<number | null> {
  const { profile } = session;
  const { active, second } = profile.keys;
  if (!hasBothKeys(profile)) return null;
  const answers = await unlessSpent(() =>
    Promise.all([active!, second!].map((key) => askWithKey('both-keys', key, session))),
  );
  const [one, other] = (answers ?? []).map((each) => statedBalance(each, profile.balancePointer));
  return one !== undefined && one === other ? one : null;
}

/** Returns the profile without `second`. The requests with its key so far count for the account of `active`. */
export function withoutSecond({ profile, wire, budget }: Session): Profile {
  budget.forget('second');
  for (const exchange of wire.history) if (exchange.account === 'second') exchange.account = 'active';
  const others = Object.entries(profile.keys).filter(([role]) => role !== 'second');
  return { ...profile, keys: Object.fromEntries(others) };
}

/**
 * Milliseconds between pairs of readings, and of each watch. A target that charges for each reading changes the balance within a
 * pair as much as between pairs; a caller that acts regularly does not. The first watch lasts longer than another run waits
 * for the limit of a minute.
 */
const EVERY = 4_000;
const AS_LONG_AS = [64_000, 20_000];

/** True if the charge of a request is unknown: its answer was lost or does not state it. */
function hidesCharge(exchange: Exchange): boolean {
  const { operation, response } = exchange;
  const isSale = operation?.startsWith('search') === true && response?.status === 200;
  return isLost(exchange) || (isSale && figureIn(exchange, 'credits_used') === null);
}

/** Watches the balance of the run's key. If it is not as expected, the run pauses and reads it for a while. */
export function createBalanceWatch({ profile, documents, admin, wire, time, halt, budget, onWait }: Session) {
  const key = profile.keys.active;
  // No other caller has the keys of scenarios' own accounts.
  const canWatch = admin === null && key !== undefined && !profile.absent.includes('getCreditBalance');
  const durations = [...AS_LONG_AS];
  const notes: string[] = [];
  let isShared = false;
  let { untold } = budget;
  /** True if an answer did not state its charge and no balance was read since, so that the next one may show it. */
  const mayFallAfter = (exchanges: readonly Exchange[], before: boolean): boolean => {
    const last = exchanges.findLastIndex(hidesCharge);
    const isUnread = (each: Exchange) => statedBalance(each, profile.balancePointer) === null;
    return (before || last >= 0) && exchanges.slice(last + 1).every(isUnread);
  };
  let mayFall = mayFallAfter(wire.history, false);

  const watch = async (ms: number): Promise<void> => {
    const since = wire.history.length;
    const until = time.now() + ms;
    onWait?.(until, 'to see whether another caller uses the key');
    // The balance after the last search. Earlier balances do not matter here.
    const last = wire.history.findLastIndex(({ operation }) => operation?.startsWith('search') === true);
    // Without answers, there is nothing to watch.
    let unanswered = 0;
    let readings = 0;
    while (time.now() < until && halt.reason === null && !isShared && unanswered < 3) {
      const reading = await askWithKey(WATCH, key!, { profile, documents, wire });
      unanswered = reading.response?.status === 200 ? 0 : unanswered + 1;
      readings += 1;
      const seen = [...wire.history.slice(Math.max(0, last), last + 1), ...wire.history.slice(since)];
      const others = sharedAccounts(seen, profile.balancePointer);
      isShared = others.size > 0;
      if (isShared) budget.share(others);
      else if (readings % 2 === 0) await time.sleep(EVERY);
    }
    if (isShared)
      notes.push(
        `${titled(OTHER_CALLER)}: its balance changed while the run only read it. Failures that depend on charges, the balance or rate limits do not count.`,
      );
  };

  return {
    /** Whether another caller was detected. */
    get isShared() {
      return isShared;
    },
    notes,
    /** Call it after each scenario, with its exchanges. */
    async after({ judgements }: ScenarioOutcome, exchanges: readonly Exchange[]): Promise<void> {
      const isAstray = budget.untold > untold && !mayFall && !exchanges.some(hidesCharge);
      untold = budget.untold;
      mayFall = mayFallAfter(exchanges, mayFall);
      const hasFailed = judgements.some(
        ({ verdict, clauses }) => verdict === 'fail' && clauses.some(restsOnTheAccount),
      );
      if (!canWatch || isShared || !(isAstray || hasFailed)) return;
      const ms = durations.shift();
      if (ms === undefined) return;
      await unlessSpent(() => watch(ms));
      untold = budget.untold;
    },
  };
}
