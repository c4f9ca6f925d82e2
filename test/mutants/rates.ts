/** Rate limits: too tight, absent, shared, and what is said of them (§7.1, §8). */
import type { ForwardedAnswer, Rule } from './mutant.js';
import {
  ALL,
  answered,
  balanceOf,
  concerns,
  DIRECT,
  emptyResult,
  HISTORICAL,
  LEGACY,
  mutant,
  operationKeyOf,
  outgoing,
  refusal,
  remembering,
  SEARCHES,
  type Operations,
} from './rules.js';

const NEEDS_TWO_KEYS = 'needs two keys';

/** Refuses what comes after so many, by a count per key or over all of them. */
function tight(operations: Operations, most: number, shared = false): () => Rule {
  return () => {
    const counts = new Map<string, number>();
    return (call) => {
      if (!concerns(operations, call)) return call.send();
      const name = shared ? '' : call.key;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count <= most) return call.send();
      const answer = refusal(call, 429, 'Rate limit exceeded: too many requests per minute');
      answer.headers['retry-after'] = '60';
      return Promise.resolve(answer);
    };
  };
}

function retryAfter(change: (headers: ForwardedAnswer['headers']) => void): Rule {
  return outgoing(ALL, 429, ({ headers }) => change(headers));
}

export const rateMutants = [
  remembering('direct-limit-of-150', 'RATE-1', tight(DIRECT, 150)),
  mutant(
    'direct-without-limit',
    'RATE-2',
    outgoing(DIRECT, 429, async (_answer, call) => emptyResult(call, await balanceOf(call))),
  ),
  remembering('historical-limit-of-60', 'RATE-3', tight(HISTORICAL, 60)),
  mutant(
    'historical-without-limit',
    'RATE-4',
    outgoing(HISTORICAL, 429, async (_answer, call) => emptyResult(call, await balanceOf(call))),
  ),
  mutant(
    'no-retry-after',
    'RATE-5',
    retryAfter((headers) => void delete headers['retry-after']),
  ),
  mutant(
    'no-retry-after-beside-an-operation-key',
    'RATE-5',
    outgoing(SEARCHES, 429, ({ headers }, call) => {
      if (operationKeyOf(call) !== undefined) delete headers['retry-after'];
    }),
  ),
  mutant(
    'retry-after-in-words',
    'RATE-5',
    retryAfter((headers) => void (headers['retry-after'] = 'soon')),
  ),
  mutant(
    'retry-after-with-fraction',
    'RATE-5',
    retryAfter((headers) => void (headers['retry-after'] = '1.5')),
  ),
  mutant(
    'retry-after-too-short',
    'RATE-6',
    retryAfter((headers) => void (headers['retry-after'] = '1')),
  ),
  remembering(
    'limits-shared-by-all-keys',
    'RATE-7',
    () => {
      // Once one key has met its limit, every other meets it too.
      let reached = '';
      return async (call) => {
        const answer = await call.send();
        if (!concerns(SEARCHES, call)) return answer;
        if (answer.status === 429 && reached === '') reached = call.key;
        return reached !== '' && reached !== call.key && answer.status === 200
          ? refusal(call, 429, 'Rate limit exceeded: too many requests per minute')
          : answer;
      };
    },
    NEEDS_TWO_KEYS,
  ),
  mutant(
    'legacy-429-with-another-code',
    'LEG-21',
    answered(
      LEGACY,
      429,
      (body) => void (body['error'] = { code: 'slow_down', message: '60 requests per minute', details: [] }),
    ),
  ),
  mutant(
    'legacy-429-without-the-limit',
    'LEG-22',
    answered(
      LEGACY,
      429,
      (body) => void (body['error'] = { code: 'rate_limit_exceeded', message: 'No', details: [] }),
    ),
  ),
];
