/** Requests made to be expensive: what they ask for, how much of it, and how they grow. */
import { draw, keyOf, pick } from '../../fixtures/random.js';
import { makeDataset, type Dataset } from '../../fixtures/index.js';
import type { OperationId } from '../../spec/index.js';

type Body = Record<string, unknown>;

/** A request as a list of its parts; a part has a kind and a size, by which it grows. */
export interface Plan {
  operation: OperationId;
  parts: readonly { kind: string; size: number }[];
}

export const SEARCHES = [
  'searchJobs',
  'searchJobsHistorical',
  'searchCompanyJobs',
  'searchCompanyJobsHistorical',
  'searchCompanyJobsLegacy',
] as const satisfies OperationId[];

/** A body larger than this is refused unread. */
const MOST_BYTES = 1024 * 1024;

export class RequestMaker {
  readonly #kinds: Readonly<Record<string, (size: number) => Body>>;
  readonly #profileUrl: string;

  constructor() {
    const dataset = makeDataset({ seed: 1, jobs: 3_000, now: Date.now() });
    this.#profileUrl = dataset.wellKnown[0]!.profileUrl;
    const kinds: [string, (size: number) => Body][] = [...filterKinds(dataset), ...junkKinds()];
    for (const [terms, termsOf] of termSources(dataset)) {
      for (const [place, bodyOf] of PLACES) {
        kinds.push([`${terms} ${place}`, (size) => bodyOf(termsOf(size))]);
      }
    }
    this.#kinds = Object.fromEntries(kinds);
  }

  get kinds(): string[] {
    return Object.keys(this.#kinds);
  }

  /** The body as JSON; null where it is too large. */
  bodyOf({ operation, parts }: Plan): string | null {
    const body: Body = {
      ...(operation === 'searchCompanyJobsLegacy' ? { company_domain: 'nobody.example' } : {}),
      ...(operation.startsWith('searchCompanyJobs') ? { company_network_url: this.#profileUrl } : {}),
    };
    for (const { kind, size } of parts) Object.assign(body, this.#kinds[kind]!(size));
    const text = JSON.stringify(body);
    return Buffer.byteLength(text) <= MOST_BYTES ? text : null;
  }

  /** A neighbor of a request: one part twice as large, another kind, one more part or one less, or another operation. */
  mutate({ operation, parts }: Plan, key: number): Plan {
    const at = draw(key, 0) % parts.length;
    const part = parts[at]!;
    switch (draw(key, 1) % 6) {
      case 0:
      case 1:
        return { operation, parts: parts.with(at, { ...part, size: 2 * part.size }) };
      case 2:
        return { operation, parts: parts.with(at, { ...part, kind: pick(draw(key, 2), this.kinds) }) };
      case 3:
        return { operation, parts: [...parts, { kind: pick(draw(key, 2), this.kinds), size: part.size }] };
      case 4:
        return { operation, parts: parts.length > 1 ? parts.toSpliced(at, 1) : parts };
      default:
        return { operation: pick(draw(key, 2), SEARCHES), parts };
    }
  }
}

export function describe({ operation, parts }: Plan): string {
  return `${operation}: ${parts.map(({ kind, size }) => `${size} × ${kind}`).join(', ')}`;
}

const repeat = <T>(size: number, item: (i: number) => T): T[] =>
  Array.from({ length: size }, (_, i) => item(i));

/** Where so many terms come from. */
function termSources({ posting }: Dataset): [string, (size: number) => string[]][] {
  const texts = repeat(300, (i) => posting(i).job['Job Description'] ?? '');
  const counts = new Map<string, number>();
  for (const word of texts
    .join(' ')
    .toLowerCase()
    .match(/[a-z]+/g)!)
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const sentences = texts
    .join(' ')
    .split(/[.\n]/)
    .map((sentence) => sentence.trim().split(/\s+/));
  const nth = (i: number, most: number): string => common[i % Math.min(most, common.length)]!;
  return [
    ['common words', (size) => repeat(size, (i) => nth(i, 1_000))],
    ['pairs of common words', (size) => repeat(size, (i) => `${nth(i, 40)} ${nth(Math.floor(i / 40), 40)}`)],
    [
      'pairs of less common words',
      (size) => repeat(size, (i) => `${nth(i, 400)} ${nth(Math.floor(i / 400) + i, 400)}`),
    ],
    [
      'pieces of sentences',
      (size) =>
        repeat(size, (i) => {
          const key = keyOf(7, i);
          const sentence = pick(draw(key, 0), sentences);
          const start = draw(key, 1) % sentence.length;
          return sentence.slice(start, start + 2 + (draw(key, 2) % 8)).join(' ') || 'the';
        }),
    ],
    [
      'whole sentences',
      (size) => repeat(size, (i) => sentences[i % sentences.length]!.join(' ').slice(0, 200) || 'the'),
    ],
    ['one pair again and again', (size) => repeat(size, () => 'do the')],
    ['a pair of one letter', (size) => repeat(size, () => 'a a')],
    ['unknown words', (size) => repeat(size, (i) => `zz${i}`)],
    [
      'combining marks',
      (size) => repeat(size, (i) => `\u0316\u0301`.repeat(98) + String.fromCodePoint(0x4e00 + i)),
    ],
    ['one term of combining marks', (size) => [`a${'\u0316\u0301'.repeat(20 * size)}`]],
    ['ligatures', (size) => repeat(size, (i) => '\ufdfa'.repeat(199) + String.fromCodePoint(0x4e00 + i))],
    ['ideographs', (size) => repeat(size, (i) => '软件工程师'.repeat(39) + String.fromCodePoint(0x4e00 + i))],
    ['symbols', (size) => repeat(size, (i) => '℡'.repeat(1 + (i % 199)) + '+'.repeat(Math.floor(i / 199)))],
    ['blank terms', (size) => repeat(size, (i) => '+'.repeat(1 + (i % 200)))],
  ];
}

/** Where terms stand in a body. */
const PLACES: readonly [string, (terms: string[]) => Body][] = [
  ['in titles', (title) => ({ job_keywords: { title } })],
  ['in descriptions', (description) => ({ job_keywords: { description } })],
  ['in either', (terms) => ({ job_keywords: { title: terms, description: terms, mode: 'or' } })],
  ['not in descriptions', (description) => ({ exclude_job_keywords: { description } })],
  ['all in descriptions', (terms) => ({ advanced_job_keywords: [{ description: { terms } }] })],
  ['not all in descriptions', (terms) => ({ advanced_exclude_job_keywords: [{ description: { terms } }] })],
  ['one in each group', (terms) => ({ advanced_job_keywords: terms.map(inGroup) })],
  [
    'one in each of any groups',
    (terms) => ({ advanced_job_keywords: [{ mode: 'or', groups: terms.map(inGroup) }] }),
  ],
  ['in excluded groups', (terms) => ({ advanced_exclude_job_keywords: terms.map(inGroup) })],
  ['in nested groups', (terms) => ({ advanced_job_keywords: [nested(terms, 14)] })],
];

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

/** Filters by values. */
function filterKinds({ posting, jobBoards }: Dataset): [string, (size: number) => Body][] {
  const place = (i: number): Body => {
    const { Country: country, State: state, City: city } = posting(i % 3_000).job;
    return i % 3 === 0 ? { country, state } : i % 3 === 1 ? { country, city } : { country, state, city };
  };
  const names = repeat(200, (i) => posting(i).job['Company Name'] ?? 'x');
  return [
    ['places', (size) => ({ jobs_locations: repeat(size, place) })],
    ['places left out', (size) => ({ exclude_jobs_locations: repeat(size, place) })],
    ['unknown places', (size) => ({ jobs_locations: repeat(size, (i) => ({ city: `c${i}` })) })],
    [
      'boards',
      (size) => ({ include_job_boards: repeat(size, (i) => jobBoards[i % jobBoards.length]!.value) }),
    ],
    [
      'boards left out',
      (size) => ({ exclude_job_boards: repeat(size, (i) => jobBoards[i % jobBoards.length]!.value) }),
    ],
    ['unknown boards', (size) => ({ include_job_boards: repeat(size, (i) => `board ${i}`) })],
    ['departments', (size) => ({ department: repeat(size, () => 'Sales') })],
    ['wrong departments', (size) => ({ department: repeat(size, (i) => `D${i}`) })],
    ['wrong industries', (size) => ({ industry: repeat(size, (i) => `Mechanical or Industrial ${i}`) })],
    ['industries', (size) => ({ industry: repeat(size, (i) => (i % 2 ? 'bANKING' : 'Retail')) })],
    [
      'a name of spaces',
      (size) => ({ company_name: `a${' '.repeat(10 * size)}a`, company_broad_search: true }),
    ],
    [
      'a name of legal forms',
      (size) => ({ company_name: `a${' inc'.repeat(10 * size)} a`, company_broad_search: true }),
    ],
    ['a long name', (size) => ({ company_name: names.join(' ').slice(0, size), company_broad_search: true })],
    ['a name of marks', (size) => ({ company_name: `a${'\u0316\u0301'.repeat(size)}` })],
    [
      'a domain of slashes',
      (size) => ({ company_network_url: undefined, company_domain: `a${'/'.repeat(10 * size)}\nb` }),
    ],
    ['a long cursor', (size) => ({ next_cursor: 'MTow'.repeat(size), search_after: ['1'.repeat(size), 2] })],
    [
      'a full page',
      (size) => ({
        limit: Math.min(100, 10 * size),
        company_network_url: undefined,
        company_name: 'Brightwater Logistics',
      }),
    ],
    ['a large page', () => ({ limit: 500 })],
    ['all years', () => ({ published_after: '2020-06-01' })],
    ['duplicates kept', () => ({ exclude_duplicates: false })],
  ];
}

const LISTS =
  'job_keywords department industry jobs_locations limit search_after is_remote advanced_job_keywords'.split(
    ' ',
  );

/** Fields that the contract does not know, or that hold nothing that it does. */
function junkKinds(): [string, (size: number) => Body][] {
  return [
    ['empty lists', (size) => ({ x: repeat(size, () => []) })],
    ['empty objects', (size) => ({ x: repeat(size, () => ({})) })],
    ['fields', (size) => Object.fromEntries(repeat(size, (i) => [`x${i.toString(36)}`, i]))],
    [
      'fields with nearly a known name',
      (size) => Object.fromEntries(repeat(size, (i) => [`exclude_job_keywor${i.toString(36)}`, i])),
    ],
    [
      'lists of what fits nowhere',
      (size) => Object.fromEntries(LISTS.map((name) => [name, repeat(size, (i) => [i])])),
    ],
    [
      'fields named by numbers',
      (size) => ({ x: Object.fromEntries(repeat(size, (i) => [`${i * 16_777_216}`, 0])) }),
    ],
    ['numbers', (size) => ({ x: repeat(size, (i) => i * 1.1e-300) })],
    ['a long text', (size) => ({ x: 'a'.repeat(50 * size) })],
    ['a text of escapes', (size) => ({ x: '\u0001'.repeat(10 * size) })],
    ['a text of emoji', (size) => ({ x: '🚀'.repeat(10 * size) })],
  ];
}
