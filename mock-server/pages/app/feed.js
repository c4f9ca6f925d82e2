/** The requests that the page has. They have consecutive numbers, so the page detects missing ones. */
import { wordsOf } from '../../../common/browser/text.js';

/** The most rows of a page. The oldest are dropped. */
export const MOST_ROWS = 10_000;

export class Feed {
  /** Oldest first. */
  rows = [];
  /** Rows that match the filter, oldest first. */
  matching = [];
  /** Number of all rows ever added. `matched` counts only rows that matched the current filter. */
  added = 0;
  matched = 0;
  /** Number of requests that left the journal before the page could read them. */
  missed = 0;
  /** Values of all rows so far, for the menus of filters. A new value makes a new object. */
  offered = { accounts: new Set(), statuses: new Set(), rules: new Set() };
  matches = () => true;

  constructor(most = MOST_ROWS) {
    this.most = most;
  }

  /** A copy whose rows stay as they are when rows are added here. Both offer the same values. */
  copy() {
    return Object.assign(new Feed(), this);
  }

  /** Adds rows in any order. A row with a known number replaces the former row, which may lack findings. */
  add(rows) {
    const oldest = this.released > 0 ? this.rows[0].id : 0;
    const fresh = rows.filter(({ id }) => id >= oldest);
    if (fresh.length === 0) return;
    const all = new Map([...this.rows, ...fresh].map((row) => [row.id, row]));
    const sorted = [...all.values()].sort((a, b) => a.id - b.id);
    const matching = sorted.filter(this.matches);
    this.added += sorted.length - this.rows.length;
    this.matched += matching.length - this.matching.length;
    this.rows = sorted.slice(-this.most);
    this.matching = matching.filter(({ id }) => id >= this.rows[0].id);
    this.#offer(rows);
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

  /** Number of rows that were dropped because there were too many. */
  get released() {
    return this.added - this.rows.length;
  }

  /** Number of missing requests between the first and the last row. */
  get gaps() {
    if (this.rows.length === 0) return 0;
    return this.rows.at(-1).id - this.rows[0].id + 1 - this.rows.length;
  }

  /** The last row before the first missing request. */
  get lastBeforeGap() {
    return this.rows.find(({ id }, i) => this.rows[i + 1]?.id !== id + 1);
  }

  filter(matches) {
    this.matches = matches;
    this.matching = this.rows.filter(matches);
    this.matched = this.matching.length;
  }

  clear() {
    Object.assign(this, { rows: [], matching: [], added: 0, missed: 0 });
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
