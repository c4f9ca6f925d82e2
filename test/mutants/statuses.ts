/** Authentication and the status of refusals (§5.1), and available endpoints (§9). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Serves keys that are similar to a known key; by default, keys that begin with one. */
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
const isMissing = ({ key }: rule.Call): boolean => key === '';
const isSent = ({ key }: rule.Call): boolean => key !== '';

/** Refuses the requests that `when` selects by their number, from 1. */
function closed(operations: on.Operations, status: number, when = (_nth: number): boolean => true): Rule {
  const count = rule.counter();
  return rule.refuses(operations, () => when(count('')), status);
}

const REFUSED = [401, 403];

/** A run that is refused the balance once looks no further. */
const ALL_BUT_THE_BALANCE: on.Operations = [...on.SEARCHES, ...on.LOOKUPS];

export const statusMutants = rule.mutantsOf(() => ({
  'AUTH-1 refuses-active-keys-on-locations': closed(on.LOCATIONS, 403),
  'AUTH-1 refuses-active-keys-on-company-searches': closed(on.COMPANY, 403),
  'AUTH-1 refuses-active-keys-but-on-the-balance': closed(ALL_BUT_THE_BALANCE, 403),
  // With 403, a target may ask for a grant.
  'AUTH-1 historical-searches-refuse-active-keys-with-401': closed(on.ANY_HISTORICAL, 401),
  'AUTH-1 balance-refuses-active-keys-every-other-time': closed(on.BALANCE, 403, (nth) => nth % 2 === 0),
  'AUTH-2 searches-need-no-key': rule.opens(on.KEYED, isMissing),
  'AUTH-2 no-key-is-a-bad-request': rule.restatus(on.KEYED, REFUSED, 400, (_body, call) => isMissing(call)),
  'AUTH-3 searches-take-any-key': rule.opens(on.KEYED, isSent),
  'AUTH-3 keys-with-a-suffix-open': opensLike(on.KEYED),
  'AUTH-7 keys-with-a-suffix-open-lookups': opensLike(on.FREE),
  'AUTH-3 parts-of-keys-open': opensLike(on.KEYED, isPart),
  'AUTH-7 parts-of-keys-open-lookups': opensLike(on.FREE, isPart),
  'AUTH-4 takes-any-scheme': rule.incoming(on.ALL, ({ request: { headers } }) => {
    const sent = headers['authorization'];
    if (sent !== undefined && !/^bearer /i.test(sent))
      headers['authorization'] = `Bearer ${sent.split(' ').at(-1)}`;
  }),
  'AUTH-5 inactive-key-is-401': rule.outgoing(on.ALL, 403, (_answer, call) =>
    isMissing(call) ? undefined : rule.refusal(call, 401, 'Inactive key'),
  ),
  'AUTH-5 inactive-keys-read-the-balance': rule.opens(on.FREE, isSent),
  'AUTH-6 lookups-without-key-are-400': rule.restatus(on.FREE, REFUSED, 400, (_body, call) =>
    isMissing(call),
  ),
  'AUTH-6 lookups-need-no-key': rule.opens(on.FREE, isMissing),
  'AUTH-7 lookups-take-any-key': rule.opens(on.FREE, isSent),
  'AUTH-2 missing-key-is-404': rule.restatus(on.DIRECT, 403, 404),
  'AUTH-9 legacy-refuses-keys-without-a-word': rule.answered(on.LEGACY, REFUSED, () => ({})),
  'AUTH-9 legacy-missing-key-is-400': rule.restatus(on.LEGACY, REFUSED, 400),
  'AUTH-11 refused-callers-see-jobs': rule.ofAnswers(on.SEARCHES, REFUSED, 'data', () => ({
    jobs: [{ 'Job Title': 'Baker' }],
  })),
  'AUTH-11 refused-callers-see-departments': rule.ofAnswers(on.LOOKUPS, REFUSED, 'departments', () => [
    { label: 'Legal', value: 'Legal' },
  ]),
  'AUTH-11 refused-callers-see-the-balance': rule.ofAnswers(on.FREE, REFUSED, 'credits_remaining', () => 7),
  'ERR-10 invalid-is-418': rule.restatus(on.ALL, 422, 418),
  'ERR-10 success-is-201': rule.restatus([...on.LEGACY, ...on.LOOKUPS], 200, 201),
  'ERR-10 balance-is-201': rule.restatus(on.BALANCE, 200, 201),
  'VALID-19 bad-input-is-500': rule.outgoing(on.ALL, 422, () => ({
    status: 500,
    headers: { 'content-type': 'text/plain', 'x-request-id': '6a1a3f6e-7a52-4f62-9e1a-5a3f2b8d1c11' },
    body: Buffer.from('Internal Server Error'),
  })),
  'ERR-10 outage-is-502': rule.restatus(on.ALL, 503, 502),
  'VER-1 departments-moved': closed(on.DEPARTMENTS, 404),
  'VER-1 all-but-the-balance-moved': closed(ALL_BUT_THE_BALANCE, 404),
  'VER-1 balance-moves': closed(on.BALANCE, 404, (nth) => nth > 1),
  'VER-2 historical-searches-moved': closed(on.ANY_HISTORICAL, 404),
  'VER-3 legacy-search-is-gone': closed(on.LEGACY, 410),
  'VER-4 other-path-breaks': async (call) =>
    call.request.path.startsWith('/api/v3/')
      ? { ...rule.refusal(call, 400, 'No such version'), status: 500 }
      : call.send(),
}));
