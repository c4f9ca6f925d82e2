/** The balance response holds one integer that is the balance, below zero for an account in debt (§2.7, §4.10). */
import { balanceIn, isUncountable } from '../../../values/balance.js';
import { shown } from '../../../values/text.js';
import { answers } from '../../../model/answers.js';
import { fields, integer } from '../../../values/fields.js';
import { oracleOf } from '../../oracle.js';

export const balance = oracleOf({
  id: 'balance',
  clauses: ['BAL-1', 'BAL-3', 'BAL-4', 'BAL-7'],
  reads: ['response body'],
  judge(history, context, evidence) {
    const { balancePointer } = context.target;
    for (const { exchange, operation, response } of answers(history, context)) {
      if (operation.kind !== 'balance' || response.status !== 200) continue;
      if (isUncountable(response.body, balancePointer)) continue;
      const value = balanceIn(response.body, balancePointer);
      const where = balancePointer === null ? 'one integer in the body' : `an integer at ${balancePointer}`;
      const actual = value === null ? shown(response.body) : String(value);
      evidence.judge('BAL-1', exchange, value !== null, where, actual);
      if (value === null) continue;
      if (value === 0) evidence.judge('BAL-3', exchange, true, 'zero, with 200', '0');
      if (value < 0) evidence.judge('BAL-4', exchange, true, 'a negative balance, with 200', String(value));
      const named = integer(fields(response.body)?.['credits_remaining']) === value;
      evidence.observe('balance-body', named ? 'credits-remaining' : 'other', exchange);
    }
  },
});
