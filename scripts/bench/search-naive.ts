import type { Dataset, Posting } from '../../fixtures/index.js';
import { wordsOf, type KeywordNode, type SearchQuery } from '../../mock-server/search/index.js';

/** A posting with what a hand-made stub would prepare once: its industry apart, its texts as ` word word `. */
interface Row {
  posting: Posting;
  country: string | null;
  title: string;
  description: string;
}

/**
 * The peer that everybody writes first: all postings in an array, newest first, and one filter over all of them.
 * It knows what the queries of this benchmark ask for and nothing more.
 */
export class NaiveScan {
  readonly #rows: Row[];

  constructor(dataset: Dataset) {
    this.#rows = Array.from({ length: dataset.size }, (_, i) => {
      const posting = dataset.posting(i);
      return {
        posting,
        country: posting.job.Country?.toLowerCase() ?? null,
        title: ` ${wordsOf(posting.job['Job Title'] ?? '').join(' ')} `,
        description: ` ${wordsOf(posting.job['Job Description'] ?? '').join(' ')} `,
      };
    });
    this.#rows.sort((a, b) => b.posting.postedAt - a.posting.postedAt || a.posting.id - b.posting.id);
  }

  search(query: SearchQuery): { total: number; page: Posting[] } {
    const countries = new Set(query.locations.map(({ country }) => country?.toLowerCase() ?? null));
    const include = query.include && matcher(query.include);
    const exclude = query.exclude && matcher(query.exclude);
    const page: Posting[] = [];
    let total = 0;
    for (const row of this.#rows) {
      const { postedAt, job } = row.posting;
      if (postedAt < query.from || postedAt >= query.to) continue;
      if (countries.size > 0 && !countries.has(row.country)) continue;
      if (query.isRemote !== null && job['Is Remote'] !== query.isRemote) continue;
      if (query.jobTypes.length > 0 && !query.jobTypes.includes(job['Job Type'] ?? '')) continue;
      if (query.seniorities.length > 0 && !query.seniorities.includes(job['Seniority Level'] ?? '')) continue;
      if (include && !include(row)) continue;
      if (exclude?.(row)) continue;
      total += 1;
      if (page.length < query.limit) page.push(row.posting);
    }
    return { total, page };
  }
}

function matcher(node: KeywordNode): (row: Row) => boolean {
  if ('term' in node) {
    const phrase = ` ${wordsOf(node.term).join(' ')} `;
    return node.field === 'title'
      ? (row) => row.title.includes(phrase)
      : (row) => row.description.includes(phrase);
  }
  const parts = node.children.map(matcher);
  return node.mode === 'and'
    ? (row) => parts.every((part) => part(row))
    : (row) => parts.some((part) => part(row));
}
