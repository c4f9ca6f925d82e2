/** Rate limits: too tight, absent, shared, or described wrongly (§7.1, §8). */
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

function limited(call: Call): ForwardedAnswer {
  return rule.refusal(call, 429, 'Rate limit exceeded: too many requests per minute');
}

/** Refuses a key after so many requests. */
function tight(operations: on.Operations, most: number): Rule {
  const count = rule.counter();
  return rule.only(operations, async (call) => {
    if (count(call.key) <= most) return call.send();
    const answer = limited(call);
    answer.headers['retry-after'] = '60';
    return answer;
  });
}

function unlimited(operations: on.Operations): Rule {
  return rule.outgoing(operations, 429, async (_answer, call) =>
    rule.emptyResult(call, await rule.balanceOf(call)),
  );
}

function retryAfter(value: string | undefined): Rule {
  return rule.header(on.ALL, 429, 'retry-after', () => value);
}

function legacyError(code: string, message: string): Rule {
  return rule.ofAnswers(on.LEGACY, 429, 'error', () => ({ code, message, details: [] }));
}

export const rateMutants = rule.mutantsOf(() => ({
  'RATE-1 direct-limit-of-150': tight(on.DIRECT, 150),
  'RATE-2 direct-without-limit': unlimited(on.DIRECT),
  'RATE-3 historical-limit-of-60': tight(on.HISTORICAL, 60),
  'RATE-4 historical-without-limit': unlimited(on.HISTORICAL),
  'RATE-5 no-retry-after': retryAfter(undefined),
  'RATE-5 no-retry-after-beside-an-operation-key': rule.header(
    on.SEARCHES,
    429,
    'retry-after',
    (seconds, call) => (rule.operationKeyOf(call) === undefined ? seconds : undefined),
  ),
  'RATE-5 retry-after-in-words': retryAfter('soon'),
  'RATE-5 retry-after-with-fraction': retryAfter('1.5'),
  'RATE-6 retry-after-too-short': retryAfter('1'),
  // Refuses all other keys once one key has reached its limit.
  'RATE-7 limits-shared-by-all-keys': rule.remembering(new Set<string>(), (reached) =>
    rule.outgoing(on.SEARCHES, [200, 429], ({ status }, call) => {
      if (status === 429 && reached.size === 0) reached.add(call.key);
      return status === 200 && reached.size > 0 && !reached.has(call.key) ? limited(call) : undefined;
    }),
  ),
  'LEG-21 legacy-429-with-another-code': legacyError('slow_down', '60 requests per minute'),
  'LEG-22 legacy-429-without-the-limit': legacyError('rate_limit_exceeded', 'No'),
}));
