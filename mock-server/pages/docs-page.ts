/** The page around Swagger UI: `/docs` for the contract, `/docs/admin` for the admin API. */
import { escapeHtml, htmlPage, styles } from '../../common/browser/html.js';

const TITLES = { contract: 'Contract', admin: 'Admin API' } as const;

export function docsPage(
  which: keyof typeof TITLES,
  options: { admin: boolean; key: string | null },
): string {
  const file = which === 'contract' ? '/openapi' : '/admin.openapi';
  const tab = (name: keyof typeof TITLES, path: string): string =>
    `<a href="${path}"${name === which ? ' aria-current="page"' : ''}>${TITLES[name]}</a>`;
  const key = options.key === null ? '' : ` data-key="${escapeHtml(options.key)}"`;
  const head = `${styles('/docs/assets/swagger-ui.css', '/docs/assets/docs.css')}
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/docs.js" defer></script>`;
  const body = `<body>
<header class="bar">
<nav aria-label="Pages"><a class="home" href="/">Job Search Mock</a>${tab('contract', '/docs')}${
    options.admin ? tab('admin', '/docs/admin') : ''
  }</nav>
<nav aria-label="Document"><a href="${file}.yaml">YAML</a><a href="${file}.json">JSON</a></nav>
</header>
<main id="docs" data-document="${file}.json"${key}><p class="wait">Rendering the document…</p></main>
<noscript><p class="wait">This page needs JavaScript; the document itself is at <a href="${file}.yaml">${file}.yaml</a>.</p></noscript>
</body>`;
  return htmlPage(`${TITLES[which]} · Job Search Mock`, head, body);
}
