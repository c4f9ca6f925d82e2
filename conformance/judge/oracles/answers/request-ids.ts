/** Every response, errors included, carries a UUID of its own in `X-Request-ID` (§5.3). */
import type { Exchange } from '../../../record/exchange.js';
import { shown } from '../../../values/text.js';
import { answers } from '../../../model/answers.js';
import { oracleOf } from '../../oracle.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const requestIds = oracleOf({
  id: 'request-ids',
  clauses: ['REQ-1', 'REQ-2', 'REQ-3', 'REQ-4', 'REQ-5', 'REQ-6'],
  reads: ['response headers'],
  judge(history, context, evidence) {
    const owners = new Map<string, Exchange>();
    for (const { exchange, response } of answers(history, context)) {
      const id = response.headers['x-request-id'];
      const { status } = response;
      const actual = id === undefined ? `none on a ${status}` : `X-Request-ID ${shown(id)} on a ${status}`;
      const clause = status < 400 ? 'REQ-1' : 'REQ-2';
      evidence.judge(clause, exchange, id !== undefined, 'an X-Request-ID header', actual);
      if (id === undefined) continue;
      evidence.judge('REQ-3', exchange, UUID.test(id), 'a UUID in X-Request-ID', shown(id));
      const owner = owners.get(id) ?? exchange;
      owners.set(id, owner);
      const isNew = owner === exchange;
      const whose = isNew ? shown(id) : `${shown(id)}, also the id of response #${owner.id}`;
      evidence.judge('REQ-4', [owner, exchange], isNew, 'an id that no other response has', whose);
      const sent = exchange.request.headers['x-request-id'];
      const made = sent === id ? 'the id that was sent' : `${shown(id)} though ${shown(sent)} was sent`;
      if (sent !== undefined)
        evidence.judge('REQ-5', exchange, sent !== id, 'an id that the server made', made);
      const key = response.headers['idempotency-key'];
      if (key !== undefined)
        evidence.judge('REQ-6', exchange, key !== id, 'an id that is not the operation key', shown(id));
    }
  },
});
