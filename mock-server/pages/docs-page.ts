/** The pages with Swagger UI: `/docs` for the contract, `/docs/admin` for the admin API. */
import { escapeHtml, htmlPage, styles } from '../../common/browser/html.js';
import { documentBar } from './text-page.js';

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
