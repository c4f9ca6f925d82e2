/** Rate limits: too tight, absent, shared, or described wrongly (§7.1, §8). */
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

function limited(call: Call, retryAfter?: string): ForwardedAnswer {
  return rule.refusal(call, 429, 'Rate limit exceeded: too many requests per minute', retryAfter);
}

/** Refuses an API key after `most` requests. */
function tight(operations: on.Operations, most: number): Rule {
  const count = rule.counter();
  return rule.limitTo(operations, async (call) =>
    count(call.key) <= most ? call.send() : limited(call, '60'),
  );
}

function unlimited(operations: on.Operations): Rule {
  return rule.outgoing(operations, 429, async (_answer, call) =>
    rule.emptyResult(call, await rule.balanceOf(call)),
  );
}

export const rateRules = (): rule.Rules => ({
  'direct-limit-of-150': tight(on.DIRECT, 150),
  'direct-without-limit': unlimited(on.DIRECT),
  'historical-limit-of-60': tight(on.HISTORICAL, 60),
  'historical-without-limit': unlimited(on.HISTORICAL),
  // Refuses all other keys once one key has reached its limit.
  'limits-shared-by-all-keys': rule.remembering(new Set<string>(), (reached) =>
    rule.outgoing(on.SEARCHES, [200, 429], ({ status }, call) => {
      if (status === 429 && reached.size === 0) reached.add(call.key);
      return status === 200 && reached.size > 0 && !reached.has(call.key) ? limited(call) : undefined;
    }),
  ),
});
