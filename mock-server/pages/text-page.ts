/** Document pages, without scripts or with Swagger UI (`/docs` for the contract, `/docs/admin` for the admin API), and their bar. */
import { clientRulePath } from '../../spec/index.js';
import { escapeHtml, htmlPage, pageBar, styles, textPage } from '../../common/browser/html.js';

/** Returns the bar of the page at `current`. `rest` is HTML for the end of the bar. */
function documentBar(current: string, admin: boolean, rest = ''): string {
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

const TITLES = { contract: 'Contract', admin: 'Admin API' } as const;

export function docsPage(
  which: keyof typeof TITLES,
  options: { admin: boolean; key: string | null },
): string {
  const file = which === 'contract' ? '/openapi' : '/admin.openapi';
  const files = `<nav class="state" aria-label="Document"><a href="${file}.yaml">YAML</a><a href="${file}.json">JSON</a></nav>`;
  const key = options.key === null ? '' : ` data-key="${escapeHtml(options.key)}"`;
  const own = '/assets/mock-server/pages/docs';
  const head = `${styles('/docs/assets/swagger-ui.css', `${own}.css`)}
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="${own}.js" type="module"></script>`;
  const body = `<body>
${documentBar(which === 'contract' ? '/docs' : '/docs/admin', options.admin, files)}
<div id="docs" data-document="${file}.json"${key}><p class="wait">Rendering the document…</p></div>
<noscript><p class="wait">This page needs JavaScript; the document itself is at <a href="${file}.yaml">${file}.yaml</a>.</p></noscript>
</body>`;
  return htmlPage(`${TITLES[which]} · Job Search Mock`, head, body);
}
