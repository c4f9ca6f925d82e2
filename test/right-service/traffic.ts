/** Converts exchanges of a run of the suite to the traffic that a recorder would observe. */
import { loadContract } from '../../spec/contract.js';
import { Redactor } from '../../common/redact.js';
import type { Exchange } from '../../conformance/record/exchange.js';
import { createKeeper } from '../../conformance/record/kept-bodies.js';
import { createRecorder } from '../../conformance/record/recorder.js';
import { madeHistory, type TrafficHistory } from '../../conformance/record/traffic.js';

const contract = loadContract();

export function trafficOf(exchanges: readonly Exchange[]): TrafficHistory {
  const recorder = createRecorder({
    contract,
    redactor: new Redactor(),
    keeper: createKeeper(Infinity),
    seesAllHeaders: true,
  });
  const seen = exchanges.flatMap(({ request, response, sentAt, receivedAt }) => {
    const recorded = recorder.record({
      request: { ...request, body: request.bodyText === null ? null : Buffer.from(request.bodyText) },
      response: response === null ? undefined : { ...response, body: Buffer.from(response.bodyText) },
      sent: response === null ? 'unknown' : 'whole',
      arrivedAt: sentAt,
      endedAt: receivedAt,
    });
    return recorded ?? [];
  });
  return madeHistory('run', recorder.accounts(), seen);
}
