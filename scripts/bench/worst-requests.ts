/** Expensive requests: many or unusual keywords in every field, long filters, and bodies with only unknown members. */
import { makeDataset } from '../../fixtures/index.js';
import { loadContract, type OperationId } from '../../spec/index.js';
import { rawRequest } from './load.js';

type Body = Record<string, unknown>;

/** A description and the bytes to send. After its last answer, the connection closes. */
export type Request = [string, Buffer];

/** The mock refuses larger bodies without reading them. */
const MOST_BYTES = 1024 * 1024;
/** Number of items in a list. The contract allows 1,000, but the body must be smaller than `MOST_BYTES`. */
const ITEMS = 800;

const contract = loadContract();
const { posting, jobBoards, wellKnown } = makeDataset({ seed: 1, jobs: 3_000, now: Date.now() });
const times = <T>(size: number, item: (i: number) => T): T[] =>
  Array.from({ length: size }, (_, i) => item(i));
const items = <T>(item: (i: number) => T): T[] => times(ITEMS, item);

const text = times(300, (i) => posting(i).job['Job Description'] ?? '').join(' ');
const counts = new Map<string, number>();
for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
const common = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
const sentences = text.split(/[.\n]/).map((sentence) => sentence.trim().split(/\s+/));
const pairs = (most: number): string[] =>
  items((i) => `${common[i % most]} ${common[(i + Math.floor(i / most)) % most]}`);
const symbol = (i: number): string => String.fromCodePoint(0x4e00 + i);

const TERMS: Readonly<Record<string, string[]>> = {
  'common words': items((i) => common[i % common.length]!),
  'pairs of common words': pairs(40),
  'pairs of less common words': pairs(400),
  'parts of sentences': items(
    (i) => sentences[i % sentences.length]!.slice(0, 2 + (i % 8)).join(' ') || 'the',
  ),
  'whole sentences': items((i) => sentences[i % sentences.length]!.join(' ').slice(0, 200) || 'the'),
  'one pair repeated': items(() => 'do the'),
  'a pair of one letter repeated': times(170_000, () => 'a a'),
  'unknown words': items((i) => `zz${i}`),
  'combining marks': items((i) => '\u0316\u0301'.repeat(98) + symbol(i)),
  'one term of combining marks': [`a${'\u0316\u0301'.repeat(80_000)}`],
  ligatures: items((i) => '\ufdfa'.repeat(199) + symbol(i)),
  ideographs: items((i) => '软件工程师'.repeat(39) + symbol(i)),
  symbols: items((i) => '℡'.repeat(1 + (i % 199)) + '+'.repeat(Math.floor(i / 199))),
  'blank terms': items((i) => '+'.repeat(1 + (i % 200))),
};

const inGroup = (term: string, i: number): Body => ({
  mode: i % 2 ? 'and' : 'or',
  description: { mode: 'or', terms: [term, 'the'] },
  title: { terms: [term] },
});

function nested(terms: string[], depth: number): Body {
  const half = Math.ceil(terms.length / 2);
  const own = { mode: depth % 2 ? 'and' : 'or', description: { mode: 'or', terms: terms.slice(0, half) } };
  return depth === 0 || half === terms.length
    ? own
    : { ...own, groups: [nested(terms.slice(half), depth - 1)] };
}

const PLACES: Readonly<Record<string, (terms: string[]) => Body>> = {
  'in titles': (title) => ({ job_keywords: { title } }),
  'in descriptions': (description) => ({ job_keywords: { description } }),
  'in either': (terms) => ({ job_keywords: { title: terms, description: terms, mode: 'or' } }),
  'not in descriptions': (description) => ({ exclude_job_keywords: { description } }),
  'all in descriptions': (terms) => ({ advanced_job_keywords: [{ description: { terms } }] }),
  'not all in descriptions': (terms) => ({ advanced_exclude_job_keywords: [{ description: { terms } }] }),
  'one in each group': (terms) => ({ advanced_job_keywords: terms.map(inGroup) }),
  'one in each of any groups': (terms) => ({
    advanced_job_keywords: [{ mode: 'or', groups: terms.map(inGroup) }],
  }),
  'in excluded groups': (terms) => ({ advanced_exclude_job_keywords: terms.map(inGroup) }),
  'in nested groups': (terms) => ({ advanced_job_keywords: [nested(terms, 14)] }),
};

const places = items((i) => {
  const { Country: country, State: state, City: city } = posting(i).job;
  return i % 3 === 0 ? { country, state } : i % 3 === 1 ? { country, city } : { country, state, city };
});
const boards = items((i) => jobBoards[i % jobBoards.length]!.value);
const LISTS = 'job_keywords department industry jobs_locations limit search_after is_remote'.split(' ');

/** Filters by values, unknown fields, and fields with invalid values. */
const FIELDS: Readonly<Record<string, Body>> = {
  places: { jobs_locations: places },
  'excluded places': { exclude_jobs_locations: places },
  'unknown places': { jobs_locations: items((i) => ({ city: `c${i}` })) },
  boards: { include_job_boards: boards },
  'excluded boards': { exclude_job_boards: boards },
  'unknown boards': { include_job_boards: items((i) => `board ${i}`) },
  'wrong departments': { department: items((i) => `D${i}`) },
  'wrong industries': { industry: items((i) => `Mechanical or Industrial ${i}`) },
  industries: { industry: items((i) => (i % 2 ? 'bANKING' : 'Retail')) },
  'a long cursor': { next_cursor: 'MTow'.repeat(50_000), search_after: ['1'.repeat(50_000), 2] },
  'a large page': { limit: 100 },
  'all years': { published_after: '2020-06-01', exclude_duplicates: false },
  'empty lists': { x: times(340_000, () => []) },
  'empty objects': { x: times(340_000, () => ({})) },
  'unknown fields': Object.fromEntries(times(60_000, (i) => [`x${i.toString(36)}`, i])),
  'fields with nearly a known name': Object.fromEntries(
    times(9_000, (i) => [`exclude_job_keywor${i.toString(36)}`, i]),
  ),
  'lists of invalid values': Object.fromEntries(LISTS.map((name) => [name, items((i) => [i])])),
  'fields named by numbers': { x: Object.fromEntries(times(40_000, (i) => [`${i * 16_777_216}`, 0])) },
  numbers: { x: times(40_000, (i) => i * 1.1e-300) },
  'a text of escapes': { x: '\u0001'.repeat(150_000) },
  'a text of emoji': { x: '🚀'.repeat(200_000) },
};

const COMPANIES: Readonly<Record<string, Body>> = {
  'a name of spaces': { company_name: `a${' '.repeat(80_000)}a`, company_broad_search: true },
  'a name of legal forms': { company_name: `a${' inc'.repeat(120)} a`, company_broad_search: true },
  'a name of marks': { company_name: `a${'\u0316\u0301'.repeat(80_000)}` },
  'a domain of slashes': { company_domain: `a${'/'.repeat(80_000)}\nb` },
  'a profile of slashes': { company_network_url: `${wellKnown[0]!.profileUrl}${'/'.repeat(80_000)}b` },
  'a full page': { limit: 100, company_name: 'Brightwater Logistics' },
};

/** Returns all requests, with this API key. Leaves out requests that are too large. */
export function worstRequests(key: string): Request[] {
  const send = (id: OperationId, what: string, query: string, body?: unknown): Request => {
    const { method, path } = contract.operation(id);
    return [`${id}: ${what}`, closing(rawRequest(method, `${path}${query}`, key, body))];
  };
  const all = [
    ...Object.entries(TERMS).flatMap(([terms, each]) =>
      Object.entries(PLACES).map(([place, bodyOf]) =>
        send('searchJobsHistorical', `${terms} ${place}`, '', bodyOf(each)),
      ),
    ),
    ...Object.entries(FIELDS).map(([what, body]) => send('searchJobs', what, '', body)),
    ...Object.entries(COMPANIES).map(([what, body]) => send('searchCompanyJobsLegacy', what, '', body)),
    send('listLocations', '200 letters', `?q=${'a'.repeat(200)}&limit=30`),
    send('listLocations', 'a text of many places', '?q=ing&limit=30'),
    send('listJobBoards', '12 KB of parameters', `?${'&q=a'.repeat(3_000)}`),
  ];
  const { path } = contract.operation('searchJobs');
  const bytes = Array.from(`{"limit":10${' '.repeat(200_000)}}`, (byte) => `1\r\n${byte}\r\n`).join('');
  const chunked = rawRequest('POST', path, key)
    .toString()
    .replace('\r\n\r\n', `\r\nTransfer-Encoding: chunked\r\n\r\n${bytes}0\r\n\r\n`);
  const search = rawRequest('POST', path, key, { limit: 100 });
  return [
    ...all.filter(([, { length }]) => length <= MOST_BYTES),
    ['searchJobs: a body in chunks of one byte', closing(Buffer.from(chunked))],
    ['searchJobs: 350 in one packet', Buffer.concat([...times(349, () => search), closing(search)])],
  ];
}

function closing(request: Buffer): Buffer {
  return Buffer.from(request.toString().replace('\r\n', '\r\nConnection: close\r\n'));
}
