/** The balance endpoint (§4.10, §2.7). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

function told(read: (balance: unknown, key: string) => unknown): Rule {
  return rule.answered(on.BALANCE, 200, (body, { key }) =>
    rule.change(body, 'credits_remaining', read(body['credits_remaining'], key)),
  );
}

export const balanceRules = (): rule.Rules => ({
  'no-balance-after-a-search': rule.remembering(new Set<string>(), (searched) =>
    rule.inTurn(
      told((balance, key) => (searched.has(key) ? undefined : balance)),
      rule.results(on.SEARCHES, (_data, { key }) => void searched.add(key)),
    ),
  ),
  'balance-of-the-first-read': rule.remembering(new Map<string, unknown>(), (first) =>
    told((balance, key) => {
      if (!first.has(key)) first.set(key, balance);
      return first.get(key);
    }),
  ),
  'balance-lags-by-one-search': rule.remembering(new Map<string, number>(), (used) =>
    rule.inTurn(
      told((balance, key) => Number(balance) + (used.get(key) ?? 0)),
      rule.results(on.SEARCHES, (data, { key }) => void used.set(key, data.credits_used)),
    ),
  ),
  'nothing-left-is-403': rule.outgoing(on.BALANCE, 200, (answer, call) =>
    answer.body.includes('"credits_remaining":0,')
      ? rule.refusal(call, 403, 'No credits remaining')
      : undefined,
  ),
});
