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
  const seen = exchanges.flatMap((exchange) => {
    const { request, response, sentAt, receivedAt } = exchange;
    const body = request.bodyText;
    const recorded = recorder.record({
      request: {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: body === null ? null : Buffer.from(body),
      },
      response:
        response === null
          ? undefined
          : { status: response.status, headers: response.headers, body: Buffer.from(response.bodyText) },
      sent: response === null ? 'unknown' : 'whole',
      arrivedAt: sentAt,
      endedAt: receivedAt,
    });
    return recorded ?? [];
  });
  return madeHistory('run', recorder.accounts(), seen);
}
