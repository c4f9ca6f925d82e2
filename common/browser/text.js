/** Formats values for a page. */

/** Invisible characters: control characters, marks that change the direction of text, and characters without width. */
const UNSEEN = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f' +
    '\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]',
  'g',
);

/** Escapes invisible characters, such as `\u001b`. Does not escape markup, since pages never insert text as HTML. */
export function visible(text) {
  return String(text).replace(UNSEEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const numbers = new Intl.NumberFormat('en-US');

/** 12345 as 12,345. */
export function count(value) {
  return value === null || value === undefined ? '–' : numbers.format(value).replace('-', '−');
}

/** "1 row", "2 rows". */
export function several(n, one) {
  return `${count(n)} ${one}${n === 1 ? '' : 's'}`;
}

/** "row" as "Row". */
export const titled = (word) => word[0].toUpperCase() + word.slice(1);

/** 1536 as 1.5 KiB. */
export function bytes(n) {
  if (n < 1024) return `${n} B`;
  return n < 1 << 20 ? `${(n / 1024).toFixed(1)} KiB` : `${(n / (1 << 20)).toFixed(1)} MiB`;
}

/** `2026-03-01T12:00:05.000Z` as `12:00:05.000`. */
export const timeOf = (instant) => instant.slice(11, 23);
/** The same as `2026-03-01 12:00:05`. */
export const dateTimeOf = (instant) => `${instant.slice(0, 10)} ${instant.slice(11, 19)}`;

/** The words of a search text, in lower case. */
export const wordsOf = (text = '') => text.toLowerCase().split(/\s+/).filter(Boolean);
