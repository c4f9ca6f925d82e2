/** The balance endpoint (§4.10, §2.7). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Replaces the balance in answers of the balance endpoint. */
function told(read: (balance: unknown, key: string) => unknown): Rule {
  return rule.ofAnswers(on.BALANCE, 200, 'credits_remaining', (balance, _body, { key }) =>
    read(balance, key),
  );
}

export const balanceMutants = rule.mutantsOf(() => ({
  'BAL-1 balance-in-words': told(String),
  'BAL-1 no-balance-after-a-search': rule.remembering(new Set<string>(), (searched) =>
    rule.inTurn(
      told((balance, key) => (searched.has(key) ? undefined : balance)),
      rule.results(on.SEARCHES, (_data, { key }) => void searched.add(key)),
    ),
  ),
  'BAL-1 balance-with-fraction': told((balance) => 0.5 + Number(balance)),
  'BAL-1 balance-as-bare-number': rule.answered(on.BALANCE, 200, (body) => body['credits_remaining']),
  'BAL-2 balance-of-the-first-read': rule.remembering(new Map<string, unknown>(), (first) =>
    told((balance, key) => {
      if (!first.has(key)) first.set(key, balance);
      return first.get(key);
    }),
  ),
  'BAL-2 balance-lags-by-one-search': rule.remembering(new Map<string, number>(), (used) =>
    rule.inTurn(
      told((balance, key) => Number(balance) + (used.get(key) ?? 0)),
      rule.results(on.SEARCHES, (data, { key }) => void used.set(key, data.credits_used)),
    ),
  ),
  'BAL-3 nothing-left-is-null': told((balance) => balance || null),
  'BAL-3 nothing-left-is-403': rule.outgoing(on.BALANCE, 200, (answer, call) =>
    answer.body.includes('"credits_remaining":0,')
      ? rule.refusal(call, 403, 'No credits remaining')
      : undefined,
  ),
  'BAL-4 debt-read-as-zero': told((balance) => Math.max(0, Number(balance))),
  'BAL-4 debt-without-sign': told((balance) => Math.abs(Number(balance))),
  'BAL-5 reading-the-balance-costs': rule.charges(on.BALANCE, ({ status }) => (status === 200 ? 1 : 0)),
  'BAL-6 balance-wrapped': rule.answered(on.BALANCE, 200, (body) => ({ success: true, data: body })),
}));
