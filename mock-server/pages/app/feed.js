/**
 * The requests that the page holds. Every request has a number, and the numbers have no gaps: so the page knows what it
 * missed, asks the journal for that, and says what the journal no longer had.
 */
import { wordsOf } from '../../../common/browser/text.js';

/** Rows that are surely held. A tenth more may be, so that the oldest are let go in one piece. */
export const MOST_ROWS = 10_000;

export class Feed {
  /** Oldest first. */
  rows = [];
  /** Rows that match the filter, oldest first. */
  matching = [];
  /** How many rows that were ever added matched the filter in force. */
  matched = 0;
  /** Let go of here because there were too many. */
  released = 0;
  /** Gone before the page could read them. */
  missed = 0;
  /** Values of all rows so far, for the lists of filters. It is a new object after each addition. */
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

  /** Adds findings to the rows that they are about. Returns whether there were any. */
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

  /** Requests between the first and the last that it holds, and yet does not hold. */
  get gaps() {
    if (this.rows.length === 0) return 0;
    return this.rows.at(-1).id - this.rows[0].id + 1 - this.rows.length;
  }

  /** The last number before the first gap; undefined without one. */
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

/** True if a journal with these newest entries is the same journal that contained `row`. A restarted mock counts from 1. */
export function isSameJournal(row, entries) {
  if (row === undefined) return true;
  if (entries.length === 0 || entries.at(-1).id < row.id) return false;
  const same = entries.find(({ id }) => id === row.id);
  return same === undefined || same.requestId === row.requestId;
}

/** Whether a row is what the filter asks for; each member is a text, an empty one asks for nothing. */
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

/** A status such as 402, a class such as 4xx, `refused` for every failure, `lost` for no answer. */
function statusMatches({ status }, wanted) {
  if (wanted === 'lost') return status === null;
  if (wanted === 'refused') return status === null || status >= 400;
  if (wanted.endsWith('xx')) return status !== null && String(status)[0] === wanted[0];
  return String(status) === wanted;
}

const texts = new WeakMap();

/** Members of a row that the filter's text is looked for in, beside its findings. */
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
