/** Pages of text about the contract, without scripts, and the bar of all document pages. */
import { clientRulePath } from '../../spec/index.js';
import { escapeHtml, pageBar, textPage } from '../../common/browser/html.js';

/** Returns the bar of the page at `current`. `rest` is HTML for the end of the bar. */
export function documentBar(current: string, admin: boolean, rest = ''): string {
  const documents = {
    '/docs': 'Contract',
    ...(admin && { '/docs/admin': 'Admin API' }),
    '/docs/guides': 'Guides',
    '/docs/clauses': 'Clauses',
    '/docs/clients': 'Rules for clients',
  };
  return pageBar('Job Search Mock', documents, current, rest);
}

export function documentPage(current: string, admin: boolean, title: string, main: string): string {
  return textPage(documentBar(current, admin), title, main);
}

/** Converts a text of a clause or rule to HTML: code in backticks becomes an element, and ids of rules become links. */
export function marked(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\bCLI-\d+\b/g, (id) => `<a href="${clientRulePath(id)}">${id}</a>`);
}
