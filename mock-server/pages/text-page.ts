/** A page of text about the contract: no scripts, one style sheet. */
import { clientRulePath } from '../../spec/index.js';
import { escapeHtml, htmlPage, styles, BASE_STYLES, PAGE_STYLES } from '../../common/browser/html.js';

export function textPage(title: string, main: string): string {
  return htmlPage(
    title,
    styles(BASE_STYLES, PAGE_STYLES),
    `<body class="page">
<header>
<h1>${escapeHtml(title)}</h1>
<nav aria-label="Documents">
<a href="/"><strong>Job Search Mock</strong> start page</a>
<a href="/docs/guides"><strong>Guides</strong> how to do things</a>
<a href="/docs/clauses"><strong>Clauses</strong> all of them</a>
<a href="/docs/clients"><strong>Rules for callers</strong> all of them</a>
<a href="/docs"><strong>Contract</strong> every endpoint</a>
</nav>
</header>
<main>
${main}
</main>
</body>`,
  );
}

/** Texts of clauses and rules set code in backticks, and name rules. */
export function marked(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\bCLI-\d+\b/g, (id) => `<a href="${clientRulePath(id)}">${id}</a>`);
}

export function plain(text: string): string {
  return text.replaceAll('`', '');
}
