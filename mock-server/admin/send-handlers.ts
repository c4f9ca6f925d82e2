/** Sends requests that a user writes on a page. The mock adds the API key, so that pages need not have it. */
import { request as httpRequest } from 'node:http';
import type { AdminSchemas } from '../../spec/admin.js';
import { accountOf, type AdminCall, type Handlers } from './admin-call.js';

/** Longer than the longest delay of a fault. */
const MOST_MS = 660_000;

export const sendHandlers = {
  sendRequest: (call) => send(call.reached, accountOf(call).key, call.body),
} satisfies Partial<Handlers>;

/** Sends over the network, so that the request is treated like any other. */
function send(
  reached: AdminCall['reached'],
  apiKey: string,
  { method, path, operationKey, bodyText }: AdminSchemas['RequestToSend'],
): Promise<AdminSchemas['SentRequest']> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'User-Agent': 'job-search-mock page',
    ...(operationKey === undefined ? {} : { 'Idempotency-Key': operationKey }),
    ...(bodyText === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bodyText) }),
  };
  return new Promise((resolve) => {
    let requestId: string | null = null;
    const failed = ({ message }: Error): void => resolve({ status: null, requestId, problem: message });
    const sent = httpRequest(
      { ...reached, method, path, headers, agent: false, timeout: MOST_MS },
      (answer) => {
        requestId = String(answer.headers['x-request-id'] ?? '') || null;
        answer.once('error', failed);
        answer.once('end', () => resolve({ status: answer.statusCode!, requestId, problem: null }));
        answer.resume();
      },
    );
    sent.once('error', failed);
    sent.once('timeout', () => sent.destroy(new Error('no answer came in time')));
    sent.end(bodyText);
  });
}
