/**
 * The requests that the page has. Requests have consecutive numbers, so the page detects missing ones, reads them from the
 * journal, and shows how many the journal no longer had.
 */
import { wordsOf } from '../../../common/browser/text.js';

/** At least this many rows are kept. The oldest are dropped together when there are a tenth more. */
export const MOST_ROWS = 10_000;

export class Feed {
  /** Oldest first. */
  rows = [];
  /** Rows that match the filter, oldest first. */
  matching = [];
  /** Number of rows ever added that matched the current filter. */
  matched = 0;
  /** Number of rows that were dropped because there were too many. */
  released = 0;
  /** Number of requests that left the journal before the page could read them. */
  missed = 0;
  /** Values of all rows so far, for the menus of filters. A new value makes a new object. */
  offered = { accounts: new Set(), statuses: new Set(), rules: new Set() };
  #known = new Set();
  #first = null;
  #matches = () => true;
  #most;

  constructor(most = MOST_ROWS) {
    this.#most = most;
  }

  /** Adds unknown rows, in any order. If `skipped` rows between them and the known ones are missing, it drops the known ones. */
  add(rows, skipped = 0) {
    if (skipped > 0) {
      this.released += this.rows.length + skipped;
      this.#empty(rows[0].id);
    }
    const fresh = rows.filter(
      ({ id }) => !this.#known.has(id) && (this.#first === null || id >= this.#first),
    );
    if (fresh.length === 0) return;
    for (const { id } of fresh) this.#known.add(id);
    this.#offer(fresh);
    fresh.sort((a, b) => a.id - b.id);
    const isNext = this.rows.length === 0 || fresh[0].id > this.rows.at(-1).id;
    this.rows.push(...fresh);
    if (!isNext) this.rows.sort((a, b) => a.id - b.id);
    const matching = fresh.filter(this.#matches);
    this.matching.push(...matching);
    if (!isNext) this.matching.sort((a, b) => a.id - b.id);
    this.matched += matching.length;
    if (this.rows.length > this.#most * 1.1) this.#release();
  }

  /** Adds findings to their rows. Returns whether any row changed. */
  judge(entries) {
    const findings = new Map(entries.map((entry) => [entry.id, entry.findings]));
    const rows = this.rows.filter(({ id }) => findings.get(id)?.length > 0);
    for (const row of rows) {
      row.findings = findings.get(row.id);
      texts.delete(row);
    }
    if (rows.length === 0) return false;
    this.#offer(rows);
    const { matched, matching } = this;
    this.filter(this.#matches);
    this.matched += matched - matching.length;
    return true;
  }

  #offer(rows) {
    const { accounts, statuses, rules } = this.offered;
    const before = accounts.size + statuses.size + rules.size;
    for (const { account, status, findings } of rows) {
      accounts.add(account ?? 'none');
      if (status !== null) statuses.add(status);
      for (const { rule } of findings) rules.add(rule);
    }
    if (accounts.size + statuses.size + rules.size > before) this.offered = { accounts, statuses, rules };
  }

  #release() {
    const gone = this.rows.splice(0, this.rows.length - this.#most);
    for (const { id } of gone) this.#known.delete(id);
    this.released += gone.length;
    this.#first = this.rows[0].id;
    const kept = this.matching.findIndex(({ id }) => id >= this.#first);
    this.matching.splice(0, kept === -1 ? this.matching.length : kept);
  }

  /** Number of missing requests between the first and the last row. */
  get gaps() {
    if (this.rows.length === 0) return 0;
    return this.rows.at(-1).id - this.rows[0].id + 1 - this.rows.length;
  }

  /** The last id before the first gap; undefined if there is no gap. */
  get beforeGap() {
    return this.rows.find(({ id }, i) => i < this.rows.length - 1 && this.rows[i + 1].id > id + 1)?.id;
  }

  filter(matches) {
    this.#matches = matches;
    this.matching = this.rows.filter(matches);
    this.matched = this.matching.length;
  }

  clear() {
    this.#empty(null);
    this.released = 0;
    this.missed = 0;
  }

  #empty(first) {
    this.rows = [];
    this.matching = [];
    this.#known.clear();
    this.#first = first;
  }
}

/** Whether these newest entries are from the journal that contained `row`. A restarted mock counts from 1 again. */
export function isSameJournal(row, entries) {
  if (row === undefined) return true;
  if (entries.length === 0 || entries.at(-1).id < row.id) return false;
  const same = entries.find(({ id }) => id === row.id);
  return same === undefined || same.requestId === row.requestId;
}

/** Returns a function that tells whether a row matches the filter. An empty member of the filter matches every row. */
export function matcher({ text = '', account = '', operation = '', status = '', rule = '', fault = '' }) {
  const words = wordsOf(text);
  return (row) =>
    (account === '' || (row.account ?? 'none') === account) &&
    (operation === '' || (row.operation ?? 'none') === operation) &&
    (status === '' || statusMatches(row, status)) &&
    (rule === '' || row.findings.some((each) => rule === 'any' || each.rule === rule)) &&
    (fault === '' || (fault === 'any' ? row.fault !== null : row.fault === fault)) &&
    words.every((word) => textOf(row).includes(word));
}

/** `wanted` is a status such as 402, a class such as 4xx, `refused` for every failure, or `lost` for no response. */
function statusMatches({ status }, wanted) {
  if (wanted === 'lost') return status === null;
  if (wanted === 'refused') return status === null || status >= 400;
  if (wanted.endsWith('xx')) return status !== null && String(status)[0] === wanted[0];
  return String(status) === wanted;
}

const texts = new WeakMap();

/** Members of a row that the filter searches for its text. It also searches the findings. */
const SEARCHED = [
  'at',
  'method',
  'path',
  'operation',
  'account',
  'status',
  'requestId',
  'operationKey',
  'reason',
  'clause',
  'reading',
  'fault',
];

function textOf(row) {
  let text = texts.get(row);
  if (text === undefined) {
    const findings = row.findings.map((each) => `${each.rule} ${each.text}`);
    text = [...SEARCHED.map((name) => row[name]), ...findings]
      .filter((part) => part !== null)
      .join(' ')
      .toLowerCase();
    texts.set(row, text);
  }
  return text;
}
