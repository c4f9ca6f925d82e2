/** Prices and balances (§1, §2.7, §4.10, §8). */
import type { Call, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

export const perJob = (call: Call): number => call.operation?.creditCost ?? 1;

/** Names of the jobs of a page: addresses, or all members of jobs without one. */
export function jobNames(data: rule.Results): string[] {
  return data.jobs.map((job) => String(job['Job URL'] ?? JSON.stringify(job)));
}

/** The same names, each after the API key that paid for the job. */
export function paidNames(data: rule.Results, call: Call): string[] {
  return jobNames(data).map((name) => `${call.key} ${name}`);
}

/** The price of the page if all of its jobs were new, minus the target's price. */
function unpaid(data: rule.Results, call: Call): number {
  return data.jobs.length * perJob(call) - data.credits_used;
}

function chargesAgain(isSamePath: boolean): Rule {
  const paid = new Map<string, string>();
  const charge = rule.charging(on.SEARCHES, (data, call) => {
    const earlier = paidNames(data, call).flatMap((name) => paid.get(name) ?? []);
    const again = earlier.filter((path) => (path === call.request.path) === isSamePath).length;
    return Math.min(unpaid(data, call), again * perJob(call));
  });
  return async (call) => {
    const answer = await charge(call);
    // The jobs of each page count as paid, even if the rule did not charge it.
    const data = rule.resultsOf(answer);
    for (const name of data === null ? [] : paidNames(data, call)) paid.set(name, call.request.path);
    return answer;
  };
}

/** Delivers jobs that the account cannot pay for, by sending the search again with another key. */
function deliversOnCredit(isMeant: (body: rule.Fields) => boolean = () => true): Rule {
  const keys = rule.rememberKeys();
  return async (call) => {
    const answer = await call.send();
    keys.note(call, answer);
    if (answer.status !== 402 || !rule.concerns(on.KEYED, call) || !isMeant(rule.bodyOf(call))) return answer;
    const balance = await rule.balanceOf(call);
    // Keys of an earlier target are refused.
    const refused = new Set<string>();
    while (keys.lend(call, (sent, known) => known !== sent && !refused.has(`Bearer ${known}`))) {
      const other = await call.send();
      refused.add(String(call.request.headers['authorization']));
      if (other.status !== 200) continue;
      rule.editResults(other, (data) => void (data.credits_remaining = balance - data.credits_used));
      return other;
    }
    return answer;
  };
}

/** Charges searches that overlap others, by default of the same key, the full price. `when` gets the balance afterwards. */
function concurrently(
  when: (remaining: number) => boolean = () => true,
  send = rule.inFlight(({ key }) => key),
): Rule {
  const extra = (data: rule.Results, call: Call, isAlone: boolean): number => {
    const price = unpaid(data, call);
    return !isAlone && when(data.credits_remaining - price) ? price : 0;
  };
  return rule.charging(on.SEARCHES, extra, send);
}

/** Replaces the balance in answers of the balance endpoint. */
function showsBalance(read: (balance: unknown, key: string) => unknown): Rule {
  return rule.answered(on.BALANCE, 200, (body, { key }) =>
    rule.change(body, 'credits_remaining', read(body['credits_remaining'], key)),
  );
}

export const chargingRules = (): rule.Rules => ({
  'charges-every-time': rule.charging(on.SEARCHES, unpaid),
  'charges-again-on-the-same-endpoint': chargesAgain(true),
  'charges-whole-pages': rule.charging(on.SEARCHES, (data, call) =>
    data.credits_used > 0 ? unpaid(data, call) : 0,
  ),
  'charges-again-on-other-endpoints': chargesAgain(false),
  'charges-for-empty-results': rule.charging(on.SEARCHES, ({ jobs }) => (jobs.length === 0 ? 1 : 0)),
  'charges-for-all-matches': rule.charging(on.SEARCHES, (data, call) =>
    data.credits_used > 0 ? data.total_jobs_found * perJob(call) - data.credits_used : 0,
  ),
  'charges-for-one-job-more': rule.charging(on.SEARCHES, (data, call) =>
    data.credits_used > 0 ? perJob(call) : 0,
  ),
  'delivers-on-credit': deliversOnCredit(),
  'delivers-later-pages-on-credit': deliversOnCredit(({ search_after: cursor }) => Array.isArray(cursor)),
  'delivers-what-can-be-paid': rule.outgoing(on.KEYED, 402, async (_answer, call) => {
    const limit = Math.floor((await rule.balanceOf(call)) / perJob(call));
    if (limit < 1) return undefined;
    rule.setJson(call.request, { ...rule.bodyOf(call), limit });
    return call.send();
  }),
  'refuses-by-the-size-of-the-page': rule.outgoing(on.SEARCHES, 200, (answer, call) => {
    const data = rule.resultsOf(answer);
    if (data === null) return undefined;
    const price = data.jobs.length * perJob(call);
    const isAffordable = price <= data.credits_remaining + data.credits_used;
    return isAffordable ? undefined : rule.refusal(call, 402, 'Not enough credits');
  }),
  'paid-for-ever': rule.remembering(new Set<string>(), (paid) =>
    rule.charging(on.SEARCHES, (data, call) => {
      const names = paidNames(data, call);
      const known = names.filter((name) => paid.has(name)).length;
      for (const name of names) paid.add(name);
      return -Math.min(data.credits_used, known * perJob(call));
    }),
  ),
  'paid-by-one-free-for-all': rule.remembering(new Map<string, string>(), (payers) =>
    rule.charging(on.SEARCHES, (data, call) => {
      const names = jobNames(data);
      for (const name of names) if (!payers.has(name)) payers.set(name, call.key);
      const others = names.filter((name) => payers.get(name) !== call.key).length;
      return -Math.min(data.credits_used, others * perJob(call));
    }),
  ),
  'charges-twice-at-once': concurrently(),
  'charges-twice-for-pages-of-several-sizes': concurrently(
    undefined,
    rule.inFlight(
      ({ key, request }) => `${key} ${request.body.toString('utf8')}`,
      (name, other) => name !== other,
    ),
  ),
  'spends-more-than-there-is-at-once': concurrently((remaining) => remaining < 0),
  'no-balance-after-a-search': rule.remembering(new Set<string>(), (searched) =>
    rule.inTurn(
      showsBalance((balance, key) => (searched.has(key) ? undefined : balance)),
      rule.results(on.SEARCHES, (_data, { key }) => void searched.add(key)),
    ),
  ),
  'balance-of-the-first-read': rule.remembering(new Map<string, unknown>(), (first) =>
    showsBalance((balance, key) => {
      if (!first.has(key)) first.set(key, balance);
      return first.get(key);
    }),
  ),
  'balance-lags-by-one-search': rule.remembering(new Map<string, number>(), (used) =>
    rule.inTurn(
      showsBalance((balance, key) => Number(balance) + (used.get(key) ?? 0)),
      rule.results(on.SEARCHES, (data, { key }) => void used.set(key, data.credits_used)),
    ),
  ),
});
