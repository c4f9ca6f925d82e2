/** Innocents that fail now and then: a gateway or a search fails, and a retry succeeds. */
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Replaces every n-th answer. `replace` may forward the call or not. */
function everyNth(
  every: number,
  operations: on.Operations,
  replace: (call: Call, nth: number) => ForwardedAnswer | Promise<ForwardedAnswer>,
): Rule {
  let count = 0;
  return rule.limitTo(operations, async (call) => {
    count += 1;
    return count % every === 0 ? replace(call, count / every) : call.send();
  });
}

/** Refuses every n-th request that has an API key; a retry succeeds. */
function inPassing(status: number, every: number, retryAfter = '1'): Rule {
  const words =
    status === 503 ? 'service_unavailable: try again' : 'Rate limit exceeded: 200 requests per minute';
  const refuses = everyNth(every, on.ALL, (call) => rule.refusal(call, status, words, retryAfter));
  return (call) => (call.key === '' ? call.send() : refuses(call));
}

/** An error page of a gateway that does not know the API: alternately plain text and HTML. */
function page(status: number, title: string, nth: number): ForwardedAnswer {
  return nth % 2 === 0
    ? { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(`${title}\n`) }
    : {
        status,
        headers: { 'content-type': 'text/html', server: 'nginx' },
        body: Buffer.from(`<html><head><title>${status} ${title}</title></head></html>`),
      };
}

/** The answer to a search that could not be completed: alternately with `data` and without. */
function failed(call: Call, nth: number): ForwardedAnswer {
  const answer = rule.refusal(call, 200, '');
  const cursor = call.operation?.cursorField ?? 'search_after';
  const nothing = { jobs: [], total: 0, total_jobs_found: 0, credits_used: 0, credits_remaining: 0 };
  const error = 'The search could not be completed.';
  rule.setJson(answer, {
    success: false,
    data: nth % 2 === 0 ? { ...nothing, [cursor]: null } : null,
    error,
  });
  if (rule.operationKeyOf(call) === undefined) delete answer.headers['idempotency-key'];
  return answer;
}

export const passingRules = (): rule.Rules => ({
  'now-and-then-503': inPassing(503, 61),
  'now-and-then-429': inPassing(429, 67),
  'now-and-then-429-for-no-time': inPassing(429, 59, '0'),
  'now-and-then-a-search-fails': everyNth(41, on.SEARCHES, failed),
  'now-and-then-502-of-a-gateway': everyNth(43, on.ALL, (_call, nth) => page(502, 'Bad Gateway', nth)),
  'now-and-then-503-of-a-gateway': everyNth(47, on.ALL, (_call, nth) =>
    page(503, 'Service Unavailable', nth),
  ),
  // The gateway times out after the service has charged.
  'now-and-then-504-after-the-charge': everyNth(53, on.ALL, async (call, nth) => {
    await call.send();
    return page(504, 'Gateway Timeout', nth);
  }),
});
