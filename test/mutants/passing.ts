/** Innocents that fail in passing: a repetition heals what something in between, or a search, failed at. */
import type { Innocent } from './mutant.js';
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import { ALL, concerns, operationKeyOf, refusal, SEARCHES, setJson, type Operations } from './rules.js';

/** In place of every n-th answer another, with what came from the target or without asking it. */
function everyNth(
  every: number,
  operations: Operations,
  inPlace: (call: Call, nth: number) => Promise<ForwardedAnswer>,
): Rule {
  let count = 0;
  return (call) => {
    if (!concerns(operations, call)) return call.send();
    count += 1;
    return count % every === 0 ? inPlace(call, count / every) : call.send();
  };
}

/** A page of a gateway, which knows nothing of the API. */
function page(status: number, title: string, nth: number): ForwardedAnswer {
  return nth % 2 === 0
    ? { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(`${title}\n`) }
    : {
        status,
        headers: { 'content-type': 'text/html', server: 'nginx' },
        body: Buffer.from(`<html><head><title>${status} ${title}</title></head></html>`),
      };
}

/** A search that could not be completed, with `data` or without. */
function failed(call: Call, nth: number): ForwardedAnswer {
  const answer = refusal(call, 200, '');
  const cursor = call.operation?.cursorField ?? 'search_after';
  const nothing = { jobs: [], total: 0, total_jobs_found: 0, credits_used: 0, credits_remaining: 0 };
  const error = 'The search could not be completed.';
  setJson(answer, { success: false, data: nth % 2 === 0 ? { ...nothing, [cursor]: null } : null, error });
  if (operationKeyOf(call) === undefined) delete answer.headers['idempotency-key'];
  return answer;
}

const common = {
  readings: ['passing-failure=in-other-ways'],
  undisturbed: true,
} as const;

export const passingInnocents: readonly Innocent[] = [
  {
    ...common,
    name: 'now-and-then-a-search-fails',
    rule: () => everyNth(41, SEARCHES, (call, nth) => Promise.resolve(failed(call, nth))),
  },
  {
    ...common,
    name: 'now-and-then-502-of-a-gateway',
    fromOutside: true,
    rule: () => everyNth(43, ALL, (_call, nth) => Promise.resolve(page(502, 'Bad Gateway', nth))),
  },
  {
    ...common,
    name: 'now-and-then-503-of-a-gateway',
    fromOutside: true,
    rule: () => everyNth(47, ALL, (_call, nth) => Promise.resolve(page(503, 'Service Unavailable', nth))),
  },
  {
    // The gateway waits no longer, and the service has done its work all the same.
    ...common,
    name: 'now-and-then-504-after-the-charge',
    fromOutside: true,
    rule: () =>
      everyNth(53, ALL, async (call, nth) => {
        await call.send();
        return page(504, 'Gateway Timeout', nth);
      }),
  },
];
