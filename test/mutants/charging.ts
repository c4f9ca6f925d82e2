/** Prices, balances and who pays for what, when (§1, §8). */
import type { ClauseId } from '../../spec/clauses.js';
import type { Call, ForwardedAnswer, Mutant, Rule } from './mutant.js';
import {
  balanceOf,
  bodyOf,
  charging,
  COMPANY,
  concerns,
  DIRECT,
  editAnswer,
  HISTORICAL,
  HISTORICAL_DIRECT,
  isFields,
  KEYED,
  LEGACY,
  mutant,
  openBooks,
  outgoing,
  refusal,
  remembering,
  rememberKeys,
  results,
  resultsOf,
  SEARCHES,
  setJson,
  type Operations,
  type Results,
} from './rules.js';

const NEEDS_LITTLE = 'needs an account that cannot pay for what it asks';
const NEEDS_CLOCK = 'needs a billing cycle to end';
const NEEDS_TWO_KEYS = 'needs two keys';
const NEEDS_REFUSALS = 'needs a target that refuses or fails when it is asked to';
const NEEDS_FRESH = 'a key that has been used may have paid for any job before';

const PRICES: readonly (readonly [Operations, clause: ClauseId, name: string])[] = [
  [DIRECT, 'BILL-1', 'direct'],
  [COMPANY, 'BILL-2', 'company'],
  [HISTORICAL, 'BILL-3', 'historical-company'],
  [HISTORICAL_DIRECT, 'BILL-4', 'historical-direct'],
  [LEGACY, 'BILL-5', 'legacy'],
];

export const perJob = (call: Call): number => call.operation?.creditCost ?? 1;

/** The jobs of a page as an account knows them again. */
export function jobNames(data: Results): string[] {
  return data.jobs.map((job) => String(job['Job URL'] ?? JSON.stringify(job)));
}

/** Charges for refusals of these statuses. */
function chargesFor(status: number, operations: Operations = SEARCHES): () => Rule {
  return () => {
    const books = openBooks();
    return async (call) => {
      const answer = await call.send();
      if (answer.status === status && concerns(operations, call)) books.charge(call.key, 1);
      books.tell(call, answer);
      return answer;
    };
  };
}

/** Refuses searches that an account could have, by what it would be left with. */
function refusesAt(when: (data: Results) => boolean): Rule {
  return outgoing(SEARCHES, 200, (answer, call) => {
    const data = resultsOf(answer);
    return data !== null && when(data) ? refusal(call, 402, 'Not enough credits') : undefined;
  });
}

/** The price on top is paid on jobs that were paid before by some rule. */
function chargesAgain(pays: (call: Call, other: Call['operation']) => boolean): () => Rule {
  return charging(SEARCHES, () => {
    const paid = new Map<string, Call['operation']>();
    return (data, call) => {
      const names = jobNames(data).map((name) => `${call.key} ${name}`);
      const again = names.filter((name) => paid.has(name) && pays(call, paid.get(name)!)).length;
      for (const name of names) paid.set(name, call.operation);
      const free = data.jobs.length * perJob(call) - data.credits_used;
      return Math.min(free, again * perJob(call));
    };
  });
}

/** Delivers what the account cannot pay for, by asking again with another key. */
function delivers(spoil: (answer: ForwardedAnswer, call: Call) => void): () => Rule {
  return () => {
    const keys = rememberKeys();
    return async (call) => {
      const answer = await call.send();
      keys.note(call, answer);
      if (answer.status !== 402 || !concerns(KEYED, call)) return answer;
      const { key } = call;
      const held = await balanceOf(call);
      if (!keys.lend(call)) return answer;
      const other = await call.send();
      if (other.status !== 200) return answer;
      editAnswer(other, (body) => {
        if (isFields(body['data']))
          body['data']['credits_remaining'] = held - Number(body['data']['credits_used']);
      });
      spoil(other, { ...call, key });
      return other;
    };
  };
}

/** Counts requests of a key that are under way together. */
function beside(): (call: Call) => { alone: boolean; done(): void } {
  const running = new Map<string, number>();
  return ({ key }) => {
    const before = running.get(key) ?? 0;
    running.set(key, before + 1);
    return { alone: before === 0, done: () => void running.set(key, (running.get(key) ?? 1) - 1) };
  };
}

/** Searches beside another of the same key pay for all that they deliver, where what would remain lets them. */
function atOnce(when: (remaining: number) => boolean): () => Rule {
  return () => {
    const books = openBooks();
    const together = beside();
    return async (call) => {
      const turn = together(call);
      const answer = await call.send();
      turn.done();
      const data = resultsOf(answer);
      if (data !== null && !books.isRetry(call, answer) && !turn.alone) {
        const extra = data.jobs.length * perJob(call) - data.credits_used;
        if (when(data.credits_remaining - extra)) {
          books.charge(call.key, extra);
          editAnswer(answer, (body) => void ((body['data'] as Results).credits_used += extra));
        }
      }
      books.tell(call, answer);
      return answer;
    };
  };
}

export const chargingMutants: Mutant[] = [
  ...PRICES.flatMap(([operations, clause, name]): Mutant[] => [
    remembering(
      `${name}-search-at-double-price`,
      clause,
      charging(operations, () => (data) => data.credits_used),
      // Whatever was paid before, a page of a direct search costs too much even if all of it is new.
      name.endsWith('direct') ? undefined : NEEDS_FRESH,
    ),
    remembering(
      `${name}-search-for-free`,
      clause,
      charging(operations, () => (data) => -data.credits_used),
      NEEDS_FRESH,
    ),
  ]),
  remembering(
    'history-at-the-price-of-today',
    'BILL-3',
    charging(HISTORICAL, () => (data) => -data.credits_used / 2),
    NEEDS_FRESH,
  ),
  remembering(
    'charges-every-time',
    'BILL-6',
    charging(SEARCHES, () => (data, call) => data.jobs.length * perJob(call) - data.credits_used),
  ),
  remembering(
    'charges-again-on-the-same-endpoint',
    'BILL-6',
    chargesAgain((call, other) => call.operation?.id === other?.id),
  ),
  remembering(
    'charges-whole-pages',
    'BILL-7',
    charging(
      SEARCHES,
      () => (data, call) => (data.credits_used > 0 ? data.jobs.length * perJob(call) - data.credits_used : 0),
    ),
  ),
  remembering(
    'charges-again-on-other-endpoints',
    'BILL-8',
    chargesAgain((call, other) => call.operation?.id !== other?.id),
  ),
  remembering(
    'charges-for-empty-results',
    'BILL-9',
    charging(SEARCHES, () => (data) => (data.jobs.length === 0 ? 1 : 0)),
  ),
  remembering(
    'charges-for-all-matches',
    'BILL-10',
    charging(
      SEARCHES,
      () => (data, call) =>
        data.credits_used > 0 ? data.total_jobs_found * perJob(call) - data.credits_used : 0,
    ),
  ),
  mutant(
    'remaining-before-the-charge',
    'BILL-11',
    results(SEARCHES, (data) => void (data.credits_remaining += data.credits_used)),
  ),
  mutant(
    'remaining-off-by-one',
    'BILL-11',
    results(SEARCHES, (data) => {
      if (data.credits_used > 0) data.credits_remaining -= 1;
    }),
  ),
  remembering(
    'delivers-on-credit',
    'BILL-12',
    delivers(() => undefined),
    NEEDS_LITTLE,
  ),
  mutant(
    'unaffordable-is-429',
    'BILL-12',
    outgoing(KEYED, 402, (_answer, call) => refusal(call, 400, 'No credits')),
    NEEDS_LITTLE,
  ),
  remembering(
    'delivers-what-can-be-paid',
    'BILL-12',
    () => async (call) => {
      const answer = await call.send();
      if (answer.status !== 402 || !concerns(KEYED, call)) return answer;
      const held = await balanceOf(call);
      const most = Math.floor(held / perJob(call));
      if (most < 1) return answer;
      setJson(call.request, { ...bodyOf(call), limit: most });
      return call.send();
    },
    NEEDS_LITTLE,
  ),
  mutant(
    '402-comes-with-jobs',
    'BILL-13',
    outgoing(KEYED, 402, (answer) =>
      editAnswer(answer, (body) => void (body['data'] = { jobs: [{ 'Job Title': 'Baker' }] })),
    ),
    NEEDS_LITTLE,
  ),
  remembering('402-charges', 'BILL-14', chargesFor(402), NEEDS_LITTLE),
  mutant(
    'last-credit-cannot-be-spent',
    'BILL-15',
    refusesAt((data) => data.credits_used > 0 && data.credits_remaining === 0),
    NEEDS_LITTLE,
  ),
  mutant(
    'paid-jobs-need-credits',
    'BILL-16',
    refusesAt((data) => data.credits_used === 0 && data.jobs.length > 0 && data.credits_remaining === 0),
    NEEDS_LITTLE,
  ),
  mutant(
    'debtors-get-no-paid-jobs',
    'BILL-17',
    refusesAt((data) => data.jobs.length > 0 && data.credits_remaining < 0),
    NEEDS_LITTLE,
  ),
  mutant(
    'nothing-found-needs-credits',
    'BILL-18',
    refusesAt((data) => data.jobs.length === 0 && data.credits_remaining <= 0),
    NEEDS_LITTLE,
  ),
  remembering('400-charges', 'BILL-19', chargesFor(400)),
  remembering('422-charges', 'BILL-19', chargesFor(422)),
  remembering('409-charges', 'IDEM-22', chargesFor(409)),
  remembering('429-charges', 'BILL-20', chargesFor(429)),
  remembering('503-charges', 'BILL-21', chargesFor(503), NEEDS_REFUSALS),
  remembering(
    'paid-for-ever',
    'BILL-22',
    charging(SEARCHES, () => {
      const paid = new Set<string>();
      return (data, call) => {
        const names = jobNames(data).map((name) => `${call.key} ${name}`);
        const known = names.filter((name) => paid.has(name)).length;
        for (const name of names) paid.add(name);
        return -Math.min(data.credits_used, known * perJob(call));
      };
    }),
    NEEDS_CLOCK,
  ),
  remembering(
    'paid-by-one-free-for-all',
    'BILL-24',
    charging(SEARCHES, () => {
      const payers = new Map<string, string>();
      return (data, call) => {
        let others = 0;
        for (const name of jobNames(data)) {
          if ((payers.get(name) ?? call.key) !== call.key) others += 1;
          else payers.set(name, call.key);
        }
        return -Math.min(data.credits_used, others * perJob(call));
      };
    }),
    NEEDS_TWO_KEYS,
  ),
  remembering(
    'charges-twice-at-once',
    'BILL-25',
    atOnce(() => true),
  ),
  remembering(
    'spends-more-than-there-is-at-once',
    'BILL-26',
    atOnce((remaining) => remaining < 0),
    NEEDS_LITTLE,
  ),
];
