/** Observes whether searches failed temporarily, and whether the data changed (readings passing-failure and moving-data). */
import type { SearchId } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import { canonical } from '../../../values/json.js';
import { foundIn, searchAnswers, type SearchAnswer } from '../../../model/answers.js';
import { oracleOf } from '../../oracle.js';
import { spans } from '../../../model/timeline.js';
import { isRepeat, keyUses } from '../../../model/key-uses.js';

export const steadiness = oracleOf({
  id: 'steadiness',
  clauses: ['ERR-18', 'ENV-13'],
  judge(history, context, evidence) {
    for (const exchange of history) {
      const failed = context.passed.get(exchange.id);
      const kind = failed?.kind === 'unavailable' ? 'refused' : 'in-other-ways';
      if (failed?.end === 'healed') evidence.observe('passing-failure', kind, exchange);
    }
    // Two searches with the same body, neither of which recovered an earlier one, may find different jobs.
    const uses = keyUses(history, context);
    const still = new Map<SearchId, Exchange[]>();
    const moving = new Map<SearchId, Exchange[]>();
    for (const exchanges of spans(history, context)) {
      const before = new Map<string, SearchAnswer>();
      for (const search of searchAnswers(exchanges, context)) {
        const { exchange } = search;
        if (isRepeat(uses.get(exchange.id))) continue;
        const name = `${search.operation.id} ${canonical(search.request)}`;
        const first = before.get(name);
        before.set(name, search);
        if (first === undefined) continue;
        const group = foundIn(first) === foundIn(search) ? still : moving;
        group.set(search.operation.id, [first.exchange, exchange]);
      }
    }
    for (const [id, pair] of still) if (!moving.has(id)) evidence.observe('moving-data', 'still', pair);
    for (const pair of moving.values()) evidence.observe('moving-data', 'moving', pair);
  },
});
