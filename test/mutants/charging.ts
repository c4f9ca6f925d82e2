/** Prices and balances (§1, §8). */
import type { Call, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

export const perJob = (call: Call): number => call.operation?.creditCost ?? 1;

/** The jobs of a page as an account would recognize them. */
export function jobNames(data: rule.Results): string[] {
  return data.jobs.map((job) => String(job['Job URL'] ?? JSON.stringify(job)));
}

/** The same, unique by account. */
function paidNames(data: rule.Results, call: Call): string[] {
  return jobNames(data).map((name) => `${call.key} ${name}`);
}

/** The price of a page whose jobs are all new, beyond the target's price. */
function unpaid(data: rule.Results, call: Call): number {
  return data.jobs.length * perJob(call) - data.credits_used;
}

function atDoublePrice(operations: on.Operations): Rule {
  return rule.charging(operations, (data) => data.credits_used);
}

function forFree(operations: on.Operations): Rule {
  return rule.charging(operations, (data) => -data.credits_used);
}

/** Charges for refusals with a status. */
function chargesFor(refused: number): Rule {
  return rule.charges(on.SEARCHES, ({ status }) => (status === refused ? 1 : 0));
}

/** Refuses searches that the account could pay, depending on the results. */
function refusesAt(when: (data: rule.Results) => boolean): Rule {
  return rule.outgoing(on.SEARCHES, 200, (answer, call) => {
    const data = rule.resultsOf(answer);
    return data !== null && when(data) ? rule.refusal(call, 402, 'Not enough credits') : undefined;
  });
}

/** Charges again for paid jobs, depending on the operation that they were paid at. */
function chargesAgain(pays: (operation: Call['operation'], earlier: Call['operation']) => boolean): Rule {
  const paid = new Map<string, Call['operation']>();
  return rule.charging(on.SEARCHES, (data, call) => {
    const names = paidNames(data, call);
    const again = names.filter((name) => paid.has(name) && pays(call.operation, paid.get(name)!)).length;
    for (const name of names) paid.set(name, call.operation);
    return Math.min(unpaid(data, call), again * perJob(call));
  });
}

/** Delivers jobs that the account cannot pay, by sending the search again with another key. */
function deliversOnCredit(): Rule {
  const keys = rule.rememberKeys();
  return async (call) => {
    const answer = await call.send();
    keys.note(call, answer);
    if (answer.status !== 402 || !rule.concerns(on.KEYED, call)) return answer;
    const held = await rule.balanceOf(call);
    if (!keys.lend(call)) return answer;
    const other = await call.send();
    if (other.status !== 200) return answer;
    rule.editResults(other, (data) => void (data.credits_remaining = held - data.credits_used));
    return other;
  };
}

/** Charges the full page for searches that overlap another one of the same key and another body. */
function concurrentlyWithOthers(): Rule {
  const running = new Map<string, number>();
  const books = rule.openBooks();
  return async (call) => {
    const body = `${call.key} ${call.request.body.toString('utf8')}`;
    running.set(body, (running.get(body) ?? 0) + 1);
    const isBeside = [...running].some(([each, count]) => each !== body && count > 0);
    const answer = await call.send();
    running.set(body, running.get(body)! - 1);
    const data = rule.resultsOf(answer);
    if (data !== null && !books.isRetry(call, answer) && isBeside) {
      const extra = unpaid(data, call);
      books.charge(call.key, extra);
      rule.editResults(answer, (edited) => void (edited.credits_used += extra));
    }
    books.tell(call, answer);
    return answer;
  };
}

/** Charges the full page for searches that overlap another one of the same key, depending on the balance afterwards. */
function concurrently(when: (remaining: number) => boolean): Rule {
  const send = rule.inFlight(({ key }) => key);
  const books = rule.openBooks();
  return async (call) => {
    const { answer, isAlone } = await send(call);
    const data = rule.resultsOf(answer);
    if (data !== null && !books.isRetry(call, answer) && !isAlone) {
      const extra = unpaid(data, call);
      if (when(data.credits_remaining - extra)) {
        books.charge(call.key, extra);
        rule.editResults(answer, (edited) => void (edited.credits_used += extra));
      }
    }
    books.tell(call, answer);
    return answer;
  };
}

export const chargingMutants = rule.mutantsOf(() => ({
  // A page of a direct search costs too much even if all its jobs are new, so that one key can see this.
  'BILL-1 direct-search-at-double-price': atDoublePrice(on.DIRECT),
  'BILL-1 direct-search-for-free': forFree(on.DIRECT),
  'BILL-2 company-search-at-double-price': atDoublePrice(on.COMPANY),
  'BILL-2 company-search-for-free': forFree(on.COMPANY),
  'BILL-3 historical-company-search-at-double-price': atDoublePrice(on.HISTORICAL),
  'BILL-3 historical-company-search-for-free': forFree(on.HISTORICAL),
  'BILL-4 historical-direct-search-at-double-price': atDoublePrice(on.HISTORICAL_DIRECT),
  'BILL-4 historical-direct-search-for-free': forFree(on.HISTORICAL_DIRECT),
  'BILL-5 legacy-search-at-double-price': atDoublePrice(on.LEGACY),
  'BILL-5 legacy-search-for-free': forFree(on.LEGACY),
  'BILL-3 history-at-the-price-of-today': rule.charging(on.HISTORICAL, (data) => -data.credits_used / 2),
  'BILL-6 charges-every-time': rule.charging(on.SEARCHES, unpaid),
  'BILL-6 charges-again-on-the-same-endpoint': chargesAgain((now, before) => now?.id === before?.id),
  'BILL-7 charges-whole-pages': rule.charging(on.SEARCHES, (data, call) =>
    data.credits_used > 0 ? unpaid(data, call) : 0,
  ),
  'BILL-8 charges-again-on-other-endpoints': chargesAgain((now, before) => now?.id !== before?.id),
  'BILL-9 charges-for-empty-results': rule.charging(on.SEARCHES, ({ jobs }) => (jobs.length === 0 ? 1 : 0)),
  'BILL-10 charges-for-all-matches': rule.charging(on.SEARCHES, (data, call) =>
    data.credits_used > 0 ? data.total_jobs_found * perJob(call) - data.credits_used : 0,
  ),
  'BILL-11 remaining-before-the-charge': rule.results(
    on.SEARCHES,
    (data) => void (data.credits_remaining += data.credits_used),
  ),
  'BILL-11 remaining-off-by-one': rule.results(on.SEARCHES, (data) => {
    if (data.credits_used > 0) data.credits_remaining -= 1;
  }),
  'BILL-12 delivers-on-credit': deliversOnCredit(),
  'BILL-12 unaffordable-is-429': rule.outgoing(on.KEYED, 402, (_answer, call) =>
    rule.refusal(call, 400, 'No credits'),
  ),
  'BILL-12 delivers-what-can-be-paid': rule.outgoing(on.KEYED, 402, async (_answer, call) => {
    const limit = Math.floor((await rule.balanceOf(call)) / perJob(call));
    if (limit < 1) return undefined;
    rule.setJson(call.request, { ...rule.bodyOf(call), limit });
    return call.send();
  }),
  'BILL-13 402-comes-with-jobs': rule.ofAnswers(on.KEYED, 402, 'data', () => ({
    jobs: [{ 'Job Title': 'Baker' }],
  })),
  'BILL-14 402-charges': chargesFor(402),
  'BILL-15 last-credit-cannot-be-spent': refusesAt(
    (data) => data.credits_used > 0 && data.credits_remaining === 0,
  ),
  'BILL-16 paid-jobs-need-credits': refusesAt(
    (data) => data.credits_used === 0 && data.jobs.length > 0 && data.credits_remaining === 0,
  ),
  'BILL-17 debtors-get-no-paid-jobs': refusesAt((data) => data.jobs.length > 0 && data.credits_remaining < 0),
  'BILL-18 nothing-found-needs-credits': refusesAt(
    (data) => data.jobs.length === 0 && data.credits_remaining <= 0,
  ),
  'BILL-19 400-charges': chargesFor(400),
  'BILL-19 422-charges': chargesFor(422),
  'IDEM-22 409-charges': chargesFor(409),
  'BILL-20 429-charges': chargesFor(429),
  'BILL-21 503-charges': chargesFor(503),
  'BILL-22 paid-for-ever': rule.remembering(new Set<string>(), (paid) =>
    rule.charging(on.SEARCHES, (data, call) => {
      const names = paidNames(data, call);
      const known = names.filter((name) => paid.has(name)).length;
      for (const name of names) paid.add(name);
      return -Math.min(data.credits_used, known * perJob(call));
    }),
  ),
  'BILL-24 paid-by-one-free-for-all': rule.remembering(new Map<string, string>(), (payers) =>
    rule.charging(on.SEARCHES, (data, call) => {
      const names = jobNames(data);
      for (const name of names) if (!payers.has(name)) payers.set(name, call.key);
      const others = names.filter((name) => payers.get(name) !== call.key).length;
      return -Math.min(data.credits_used, others * perJob(call));
    }),
  ),
  'BILL-25 charges-twice-at-once': concurrently(() => true),
  'BILL-25 charges-twice-for-pages-of-several-sizes': concurrentlyWithOthers(),
  'BILL-26 spends-more-than-there-is-at-once': concurrently((remaining) => remaining < 0),
}));
