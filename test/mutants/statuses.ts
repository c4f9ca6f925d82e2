/** Authentication and the status of refusals (§5.1), and available endpoints (§9). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Accepts API keys that are similar to a valid key; by default, keys that start with one. */
function opensLike(
  operations: on.Operations,
  isLike = (sent: string, known: string): boolean => sent.startsWith(known),
): Rule {
  const known = new Set<string>();
  return async (call) => {
    const answer = await call.send();
    if (answer.status === 200) known.add(call.key);
    const own = [...known].find((key) => isLike(call.key, key));
    if (answer.status !== 403 && answer.status !== 401) return answer;
    if (own === undefined || own === call.key || !rule.concerns(operations, call)) return answer;
    call.request.headers['authorization'] = `Bearer ${own}`;
    return call.send();
  };
}

const isPart = (sent: string, known: string): boolean => sent !== '' && known.startsWith(sent);

/** Refuses the requests for which `when` is true; it gets their number, from 1. */
function closed(operations: on.Operations, status: number, when = (_nth: number): boolean => true): Rule {
  const count = rule.counter();
  return rule.refuses(operations, () => when(count('')), status);
}

export const statusRules = (): rule.Rules => ({
  'balance-refuses-active-keys-every-other-time': closed(on.BALANCE, 403, (nth) => nth % 2 === 0),
  'keys-with-a-suffix-open': opensLike(on.KEYED),
  'keys-with-a-suffix-open-lookups': opensLike(on.FREE),
  'parts-of-keys-open': opensLike(on.KEYED, isPart),
  'parts-of-keys-open-lookups': opensLike(on.FREE, isPart),
  'balance-moves': closed(on.BALANCE, 404, (nth) => nth > 1),
  'other-path-breaks': async (call) =>
    call.request.path.startsWith('/api/v3/')
      ? { ...rule.refusal(call, 400, 'No such version'), status: 500 }
      : call.send(),
});
