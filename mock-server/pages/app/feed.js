/** The rows of requests that the page has, oldest first. They have consecutive numbers, so the page detects missing ones. */
import { wordsOf } from '../../../common/browser/text.js';

/** The most rows of a page. The oldest are dropped. */
export const MOST_ROWS = 10_000;

/**
 * Adds rows, which may arrive in any order. A row with a known number replaces the former row, which may lack findings. Drops the
 * oldest rows above `most`; `released` counts them.
 */
export function withRows({ rows, released }, more, most = MOST_ROWS) {
  // Older rows were dropped and counted before.
  const oldest = released > 0 ? rows[0].id : 0;
  const known = more.filter(({ id }) => id >= oldest);
  if (known.length === 0) return { rows, released };
  const byId = new Map([...rows, ...known].map((row) => [row.id, row]));
  const all = [...byId.values()].sort((a, b) => a.id - b.id);
  return { rows: all.slice(-most), released: released + Math.max(0, all.length - most) };
}

/** Number of missing requests between the first and the last row. */
export const gapsIn = (rows) => (rows.length === 0 ? 0 : rows.at(-1).id - rows[0].id + 1 - rows.length);

/** The last row before the first missing request. */
export const lastBeforeGap = (rows) => rows.find(({ id }, i) => rows[i + 1]?.id !== id + 1);

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

/** The text that a filter searches: the row's texts, its status, and its findings. */
function textOf(row) {
  if (!texts.has(row)) {
    const members = Object.values(row).filter((value) => typeof value === 'string');
    const findings = row.findings.map((each) => `${each.rule} ${each.text}`);
    texts.set(row, [...members, row.status, ...findings].join(' ').toLowerCase());
  }
  return texts.get(row);
}
