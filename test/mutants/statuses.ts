/** Who is let in, with which status the others are sent away (§5.1), and what is served at all (§9). */
import type { Rule } from './mutant.js';
import {
  ALL,
  ANY_HISTORICAL,
  answered,
  COMPANY,
  concerns,
  DIRECT,
  FREE,
  incoming,
  KEYED,
  LEGACY,
  LOCATIONS,
  LOOKUPS,
  mutant,
  opens,
  outgoing,
  refusal,
  refuses,
  remembering,
  setJson,
  type Operations,
} from './rules.js';

const NEEDS_INACTIVE = 'a single key is active; nobody can make it inactive from outside';
const NEEDS_OUTAGE = 'a target fails when it likes, not when it is asked';

/** Takes one key for another: by itself, one that begins as a known key does is that key. */
function opensLike(
  operations: Operations,
  isLike = (sent: string, known: string): boolean => sent.startsWith(known),
): () => Rule {
  return () => {
    const known = new Set<string>();
    return async (call) => {
      const answer = await call.send();
      if (answer.status === 200) known.add(call.key);
      const own = [...known].find((key) => isLike(call.key, key));
      if (answer.status !== 403 && answer.status !== 401) return answer;
      if (own === undefined || own === call.key || !concerns(operations, call)) return answer;
      call.request.headers['authorization'] = `Bearer ${own}`;
      return call.send();
    };
  };
}

const inPart = (sent: string, known: string): boolean => sent !== '' && known.startsWith(sent);

export const statusMutants = [
  mutant(
    'refuses-active-keys-on-locations',
    'AUTH-1',
    refuses(LOCATIONS, () => true, 403),
  ),
  mutant(
    'refuses-active-keys-on-company-searches',
    'AUTH-1',
    refuses(COMPANY, () => true, 403),
  ),
  remembering(
    'searches-need-no-key',
    'AUTH-2',
    opens(KEYED, ({ key }) => key === ''),
  ),
  mutant(
    'no-key-is-a-bad-request',
    'AUTH-2',
    outgoing(KEYED, 403, (answer, { key }) => {
      if (key === '') answer.status = 400;
    }),
  ),
  remembering(
    'searches-take-any-key',
    'AUTH-3',
    opens(KEYED, ({ key }) => key !== ''),
  ),
  remembering('keys-with-a-suffix-open', 'AUTH-3', opensLike(KEYED)),
  remembering('keys-with-a-suffix-open-lookups', 'AUTH-7', opensLike(FREE)),
  remembering('parts-of-keys-open', 'AUTH-3', opensLike(KEYED, inPart)),
  remembering('parts-of-keys-open-lookups', 'AUTH-7', opensLike(FREE, inPart)),
  mutant(
    'takes-any-scheme',
    'AUTH-4',
    incoming(ALL, ({ request: { headers } }) => {
      const sent = headers['authorization'];
      if (sent !== undefined && !/^bearer /i.test(sent))
        headers['authorization'] = `Bearer ${sent.split(' ').at(-1)}`;
    }),
  ),
  mutant(
    'inactive-key-is-401',
    'AUTH-5',
    outgoing(ALL, 403, (_answer, call) => (call.key === '' ? undefined : refusal(call, 401, 'Inactive key'))),
    NEEDS_INACTIVE,
  ),
  remembering(
    'inactive-keys-read-the-balance',
    'AUTH-5',
    opens(FREE, ({ key }) => key !== ''),
    NEEDS_INACTIVE,
  ),
  mutant(
    'lookups-without-key-are-400',
    'AUTH-6',
    outgoing(FREE, 403, (answer, call) => {
      if (call.key === '') answer.status = 400;
    }),
  ),
  remembering(
    'lookups-need-no-key',
    'AUTH-6',
    opens(LOOKUPS, ({ key }) => key === ''),
  ),
  remembering(
    'lookups-take-any-key',
    'AUTH-7',
    opens(LOOKUPS, ({ key }) => key !== ''),
  ),
  mutant(
    'missing-key-is-404',
    'AUTH-2',
    outgoing(DIRECT, 403, (answer) => void (answer.status = 404)),
  ),
  mutant(
    'legacy-refuses-keys-without-a-word',
    'AUTH-9',
    outgoing(LEGACY, [401, 403], (answer) => setJson(answer, {})),
  ),
  mutant(
    'legacy-missing-key-is-400',
    'AUTH-9',
    outgoing(LEGACY, [401, 403], (answer) => void (answer.status = 400)),
  ),
  mutant(
    'refused-callers-see-jobs',
    'AUTH-11',
    answered(KEYED, [401, 403], (body) => void (body['data'] = { jobs: [{ 'Job Title': 'Baker' }] })),
  ),
  mutant(
    'refused-callers-see-departments',
    'AUTH-11',
    answered(LOOKUPS, 403, (body) => void (body['departments'] = [{ label: 'Legal', value: 'Legal' }])),
  ),
  mutant(
    'refused-callers-see-the-balance',
    'AUTH-11',
    answered(FREE, 403, (body) => void (body['credits_remaining'] = 7)),
  ),
  mutant(
    'invalid-is-418',
    'ERR-10',
    outgoing(ALL, 422, (answer) => void (answer.status = 418)),
  ),
  mutant(
    'success-is-201',
    'ERR-10',
    outgoing([...LEGACY, ...LOOKUPS], 200, (answer) => void (answer.status = 201)),
  ),
  mutant(
    'bad-input-is-500',
    'VALID-19',
    outgoing(ALL, 422, () => ({
      status: 500,
      headers: { 'content-type': 'text/plain', 'x-request-id': '6a1a3f6e-7a52-4f62-9e1a-5a3f2b8d1c11' },
      body: Buffer.from('Internal Server Error'),
    })),
  ),
  mutant(
    'outage-is-502',
    'ERR-10',
    outgoing(ALL, 503, (answer) => void (answer.status = 502)),
    NEEDS_OUTAGE,
  ),
  mutant(
    'departments-moved',
    'VER-1',
    refuses(['listDepartments'], () => true, 404),
  ),
  mutant(
    'historical-searches-moved',
    'VER-2',
    refuses(ANY_HISTORICAL, () => true, 404),
  ),
  mutant(
    'legacy-search-is-gone',
    'VER-3',
    refuses(LEGACY, () => true, 410),
  ),
  remembering(
    'other-path-breaks',
    'VER-4',
    () => (call) =>
      call.request.path.startsWith('/api/v3/')
        ? Promise.resolve({ ...refusal(call, 400, 'No such version'), status: 500 })
        : call.send(),
  ),
];
