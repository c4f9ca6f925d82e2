import type { Dataset, Posting } from '../../fixtures/index.js';
import { BitmapSpace } from './bitmap.js';
import { CompanyDirectory } from './companies.js';
import { Duplicates } from './duplicates.js';
import { Facets } from './facets.js';
import { FieldBuilder } from './field.js';
import type { CodeForms } from './occurrences.js';
import type { Cursor } from './query.js';
import { RenderedJobs } from './rendered.js';
import { Scratch } from './scratch.js';
import { runSteps, type Steps } from './steps.js';
import { TextsBuilder, type Texts } from './texts.js';
import { Scheduler } from './scheduler.js';

/** Size of the cache of rendered jobs. All jobs of a default mock fit; a million postings do not. */
const MOST_RENDERED_BYTES = 256 * 2 ** 20;

const DEFAULTS = {
  /** A filter value that at least this share of all postings have gets a bitmap, any other a list: for speed, since every search uses them. */
  facetBitmapShare: 1 / 256,
  /** Words with at least this many occurrences per posting have a bitmap. There are many words, so this saves memory. */
  wordBitmapShare: 1 / 32,
  /** Words with at most this many occurrences per posting have a list of places, which phrases need. */
  wordListShare: 1 / 2,
  /** The cost of checking the text of one posting, in entries of bitmaps or lists. Searches choose the cheaper way. */
  questionCost: 80,
  /**
   * With more postings than this, texts are indexed at the start. A default mock starts faster if this waits for the first search
   * for keywords, which then takes some tenths of a second. With a large dataset it would take seconds, and make all postings again.
   */
  textsOnDemandUpTo: 20_000,
  /** The most memory for bitmaps and lists. */
  mostBytes: 2 ** 32,
  /** Milliseconds after which a search lets the process do other work. If infinite, no search returns a promise. */
  sliceMs: 5,
};

/** All postings of a dataset in result order: newest first, ties by ascending id. An ordinal is a position in this order. */
export class SearchIndex {
  readonly dataset: Dataset;
  readonly size: number;
  readonly facets: Facets;
  readonly duplicates: Duplicates;
  readonly companies: CompanyDirectory;
  /** Values of the job-boards lookup, in lower case. */
  readonly boards: ReadonlySet<string>;
  readonly #space: BitmapSpace;
  /** Runs the searches of all mocks that share the index. */
  readonly scheduler: Scheduler;
  readonly questionCost: number;
  readonly #rowOf: Uint32Array;
  readonly #ids: Float64Array;
  readonly #postedAt: Float64Array;
  /** Not made in the constructor: a function made there would keep the data of the index in memory after the build. */
  readonly #rendered = new RenderedJobs(
    (ordinal) => Buffer.from(JSON.stringify(this.posting(ordinal).job)),
    MOST_RENDERED_BYTES,
  );
  readonly #wordForms: CodeForms;
  #texts: Texts | null;
  /** The indexing of texts, once it has started. Searches that need the texts continue it. */
  #textSteps: Steps<Texts> | null = null;

  constructor(dataset: Dataset, changes: Partial<typeof DEFAULTS> = {}) {
    const options = { ...DEFAULTS, ...changes };
    const { size } = dataset;
    this.dataset = dataset;
    this.size = size;
    this.questionCost = options.questionCost;
    this.companies = new CompanyDirectory(dataset.companies);
    this.boards = new Set(dataset.jobBoards.map(({ value }) => value.toLowerCase()));
    this.#space = new BitmapSpace(size, options.mostBytes);
    this.scheduler = new Scheduler([new Scratch(this.#space), new Scratch(this.#space)], options.sliceMs);

    const texts = size > options.textsOnDemandUpTo ? new TextsBuilder(size) : null;
    const rows = readRows(dataset, texts);
    const { rowOf } = rows;
    this.#rowOf = rowOf;
    this.#ids = Float64Array.from(rowOf, (row) => rows.ids[row]!);
    this.#postedAt = Float64Array.from(rowOf, (row) => rows.postedAt[row]!);
    this.duplicates = new Duplicates(this.#space, rows.openings, rowOf);
    const bitmapFrom = Math.ceil(size * options.facetBitmapShare);
    const facetForms = { bitmapFrom, listUpTo: bitmapFrom - 1 };
    this.facets = rows.facets;
    this.facets.fill(runSteps(rows.field.sort(this.#space, rowOf, facetForms, null)));
    this.#wordForms = {
      bitmapFrom: size * options.wordBitmapShare,
      listUpTo: size * options.wordListShare,
    };
    this.#texts = texts && runSteps(texts.finish(this.#space, rowOf, this.#wordForms));
  }

  /** Returns the index of words, and makes it if necessary. If a search is stopped, the next one continues the work. */
  *readTexts(): Steps<Texts> {
    while (this.#texts === null) {
      const step = (this.#textSteps ??= this.#readAllTexts()).next();
      if (step.done) this.#texts = step.value;
      else yield;
    }
    return this.#texts;
  }

  *#readAllTexts(): Steps<Texts> {
    const texts = new TextsBuilder(this.size);
    for (let row = 0; row < this.size; row += 1) {
      texts.add(this.dataset.posting(row).job);
      yield;
    }
    return yield* texts.finish(this.#space, this.#rowOf, this.#wordForms);
  }

  posting(ordinal: number): Posting {
    return this.dataset.posting(this.#rowOf[ordinal]!);
  }

  postingId(ordinal: number): number {
    return this.#ids[ordinal]!;
  }

  /** Milliseconds since the epoch. */
  postedAt(ordinal: number): number {
    return this.#postedAt[ordinal]!;
  }

  /** Returns the job as JSON, in the form of the contract. */
  jobJson(ordinal: number): Buffer {
    return this.#rendered.get(ordinal);
  }

  /** Returns the first ordinal whose posting is older than `instant`. */
  firstBefore(instant: number): number {
    return this.#first((ordinal) => this.#postedAt[ordinal]! < instant);
  }

  /** Returns the first ordinal after the posting of the cursor. */
  firstAfter({ timestamp, id }: Cursor): number {
    return this.#first((ordinal) => {
      const postedAt = this.#postedAt[ordinal]!;
      return postedAt < timestamp || (postedAt === timestamp && this.#ids[ordinal]! > id);
    });
  }

  /** Returns the first ordinal that passes a test, which all later ordinals must pass, too. */
  #first(passes: (ordinal: number) => boolean): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (passes(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Bytes of bitmaps and lists, including the space that searches use. */
  get spaceBytes(): number {
    return this.#space.bytes;
  }
}

/** Reads every posting once, in the order of the dataset, and returns the data for the index. */
function readRows(dataset: Dataset, texts: TextsBuilder | null) {
  const { size } = dataset;
  const ids = new Float64Array(size);
  const postedAt = new Float64Array(size);
  const openings = new Int32Array(size).fill(-1);
  /** Numbers of openings, by employer, title, city and state. */
  const numbers = new Map<string, number>();
  const field = new FieldBuilder(size);
  const facets = new Facets(dataset);

  for (let row = 0; row < size; row += 1) {
    const posting = dataset.posting(row);
    const { job, companyId } = posting;
    ids[row] = posting.id;
    postedAt[row] = posting.postedAt;
    const employer = companyId ?? job['Company Name'];
    if (employer !== null && job['Job Title'] !== null) {
      const opening = JSON.stringify([employer, job['Job Title'], job.City, job.State]);
      if (!numbers.has(opening)) numbers.set(opening, numbers.size);
      openings[row] = numbers.get(opening)!;
    }
    texts?.add(job);
    field.push(facets.read(posting));
  }

  const rowOf = Uint32Array.from({ length: size }, (_, row) => row);
  rowOf.sort((a, b) => postedAt[b]! - postedAt[a]! || ids[a]! - ids[b]!);
  return { rowOf, ids, postedAt, openings, field, facets };
}
