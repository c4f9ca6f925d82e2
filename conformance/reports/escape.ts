/** Escaping for each format: no text of a target may become markup, a terminal command or a broken document. */

import { LONE_SURROGATES, visible } from '../../common/visible.js';

/** One line of visible text, shortened to `limit` characters. */
export function oneLine(text: string, limit = 300): string {
  const flat = visible(text).replace(/\s+/g, ' ').trim();
  return flat.length > limit ? `${flat.slice(0, limit - 1).replace(LONE_SURROGATES, '')}…` : flat;
}

const MARKUP: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML content and attributes. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => MARKUP[char]!);
}

/** Text for XML 1.0 content and attributes. XML cannot represent most control characters. */
export function xml(text: string): string {
  return html(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/\n/g, '&#10;');
}

/** Text for one cell or paragraph of GitHub-flavored Markdown, without line breaks. Code spans are kept, since they are inert. */
export function markdown(text: string, limit = 300): string {
  const pieces = oneLine(text, limit).split('`');
  // If the number of backticks is odd, the last one opens no span.
  const last = pieces.length % 2 === 0 ? [`\`${pieces.pop()}`] : [];
  return [...pieces, ...last]
    .map((piece, i) => (i % 2 === 1 && i < pieces.length && piece !== '' ? codeSpan(piece) : escaped(piece)))
    .join('');
}

/** Escapes Markdown: signs of lists and quotations only at the start of a line, and the point of a number only before a space. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]#|~@$]|^[-+>]|(?<=^\d+)[.)](?=\s|$)/g, (sign) => `\\${sign}`)
    .replace(/[&<>]/g, (char) => MARKUP[char]!);
}

/** A fenced block whose fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  const content = visible(text);
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Text inside a code span, for ids and short commands. */
export function codeSpan(text: string): string {
  const content = oneLine(text).replace(/\|/g, '\\|');
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((match) => match[0].length));
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 ? `${ticks} ${content} ${ticks}` : `${ticks}${content}${ticks}`;
}
