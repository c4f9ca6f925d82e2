/**
 * Every balance and every charge of an account has a lawful explanation (§1, §5.2, §7.1, §8). The model of an account finds
 * it, or names the clauses that the best explanation breaks.
 */
import { explainAccounts, OF_ACCOUNTS } from '../../../model/account-history.js';
import { oracleOf } from '../../oracle.js';

export const accounts = oracleOf({
  id: 'accounts',
  clauses: OF_ACCOUNTS,
  judge(history, context, evidence) {
    for (const { account, findings, turn } of explainAccounts(history, context)) {
      for (const { clause, on, holds, expected, actual, choice, isGuess } of findings)
        if (choice !== undefined) evidence.observe(choice.reading, choice.choice, on);
        else evidence[isGuess ? 'infer' : 'judge'](clause, on, holds, expected, actual);
      if (turn === null) continue;
      evidence.turns.set(account, turn);
      const first = history.find(({ id }) => id === turn.from);
      if (first !== undefined) evidence.observe('cycle-turn', 'instant', first);
    }
  },
});
