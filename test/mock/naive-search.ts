/**
 * A search as one plain predicate over postings, written from §2.5, §2.6 and §4.1 of the source and the readings under
 * "Search". Tests compare the engine with it, so it is simple rather than fast, and shares no code with the engine.
 */
import type { Company, Dataset, Posting } from '../../fixtures/index.js';
import type { Filter, KeywordNode, SearchQuery } from '../../mock-server/search/query.js';
import type { LocationItem } from '../../spec/index.js';

/** Newest first, ties by ascending id. */
export function byResultOrder(a: Posting, b: Posting): number {
  return b.postedAt - a.postedAt || a.id - b.id;
}

/** Returns the result of a query. `sorted` are the postings in result order. */
export function answerNaively(dataset: Dataset, sorted: readonly Posting[], query: SearchQuery) {
  const companies = new Map(dataset.companies.map((company) => [company.id, company]));
  const boards = new Map(
    dataset.jobBoards.map(({ label, value }) => [label.toLowerCase(), value.toLowerCase()]),
  );
  let matches = sorted.filter((posting) => matchesQuery(posting, query, companies, boards));
  if (query.excludeDuplicates) {
    const seen = new Set<string>();
    matches = matches.filter(({ companyId, job }) => {
      const employer = companyId ?? job['Company Name'];
      if (employer === null || job['Job Title'] === null) return true;
      const opening = JSON.stringify([employer, job['Job Title'], job.City, job.State]);
      if (seen.has(opening)) return false;
      seen.add(opening);
      return true;
    });
  }
  const { after } = query;
  const rest = after
    ? matches.filter(
        (p) => p.postedAt < after.timestamp || (p.postedAt === after.timestamp && p.id > after.id),
      )
    : matches;
  return { total: matches.length, page: rest.slice(0, query.limit), more: rest.length > query.limit };
}

const SALARY_FIELDS = ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'] as const;

function matchesQuery(
  { job, postedAt, companyId }: Posting,
  query: SearchQuery,
  companies: ReadonlyMap<number, Company>,
  boards: ReadonlyMap<string, string>,
): boolean {
  const company = companyId === null ? undefined : companies.get(companyId);
  const label = job['Job Board'];
  const board = label === null ? null : (boards.get(label.toLowerCase()) ?? label.toLowerCase());

  if (postedAt < query.from || postedAt >= query.to) return false;
  const places = query.locations.filter(namesPlace);
  if (places.length > 0 && !places.some((item) => isIn(job, item))) return false;
  if (query.excludeLocations.filter(namesPlace).some((item) => isIn(job, item))) return false;

  const facts = {
    country: job.Country !== null,
    board: board !== null,
    salary: SALARY_FIELDS.some((field) => job[field] !== null),
    agency: company?.agency === true,
  };
  const values: Partial<Record<Filter[0], readonly unknown[]>> = {
    company: [companyId],
    board: [board],
    department: job['Department Name'] ?? [],
    industry: [company?.industry?.toLowerCase()],
    'job type': [job['Job Type']],
    seniority: [job['Seniority Level']],
    remote: [job['Is Remote']],
    has: Object.entries(facts).flatMap(([fact, isSo]) => (isSo ? [fact] : [])),
  };
  const fulfils = ([family, any]: Filter): boolean => any.some((value) => values[family]!.includes(value));
  if (!query.wanted.every(fulfils) || query.unwanted.some(fulfils)) return false;

  if (query.include && hasTerms(query.include) && !hasKeywords(job, query.include)) return false;
  if (query.exclude && hasTerms(query.exclude) && hasKeywords(job, query.exclude)) return false;
  return true;
}

function namesPlace(item: LocationItem): boolean {
  return [item.country, item.state, item.city].some((name) => typeof name === 'string');
}

function isIn(job: Posting['job'], item: LocationItem): boolean {
  const same = (wanted: string | null | undefined, actual: string | null): boolean =>
    typeof wanted !== 'string' || wanted.toLowerCase() === actual?.toLowerCase();
  return same(item.country, job.Country) && same(item.state, job.State) && same(item.city, job.City);
}

function hasTerms(node: KeywordNode): boolean {
  return 'term' in node || node.children.some(hasTerms);
}

function hasKeywords(job: Posting['job'], node: KeywordNode): boolean {
  if ('term' in node) {
    const text = node.field === 'title' ? job['Job Title'] : job['Job Description'];
    return text !== null && containsTerm(text, node.term);
  }
  const children = node.children.filter(hasTerms);
  return node.mode === 'and'
    ? children.every((child) => hasKeywords(job, child))
    : children.some((child) => hasKeywords(job, child));
}

const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;

/** Whether the text contains the words of the term as consecutive words. */
function containsTerm(text: string, term: string): boolean {
  const wanted = splitWords(term);
  if (wanted.length === 0) return false;
  // With a separator around each word, a phrase of whole words is a substring.
  return `|${splitWords(text).join('|')}|`.includes(`|${wanted.join('|')}|`);
}

function splitWords(text: string): string[] {
  const words: string[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') words.push(open);
    open = '';
  };
  for (const character of text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')) {
    if (/\p{M}/u.test(character)) {
      // A combining mark belongs to the letter before it.
      if (open !== '') open += character;
    } else if (!/[\p{L}\p{N}]/u.test(character)) {
      close();
    } else if (WITHOUT_SPACES.test(character)) {
      close();
      open = character;
    } else {
      if (WITHOUT_SPACES.test(open)) close();
      open += character;
    }
  }
  close();
  return words;
}
