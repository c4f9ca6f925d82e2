/** A page of text about the contract: no scripts, one style sheet. */
import { clientRulePath } from '../../spec/index.js';
import { escapeHtml, ICON } from './html.js';

export function textPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${ICON}
<link rel="stylesheet" href="/assets/common/browser/base.css">
<link rel="stylesheet" href="/assets/mock-server/pages/start.css">
</head>
<body class="page">
<header>
<h1>${escapeHtml(title)}</h1>
<nav aria-label="Documents">
<a href="/"><strong>Job Search Mock</strong> start page</a>
<a href="/docs/clauses"><strong>Clauses</strong> all of them</a>
<a href="/docs/clients"><strong>Rules for callers</strong> all of them</a>
<a href="/docs"><strong>Contract</strong> every endpoint</a>
</nav>
</header>
<main>
${main}
</main>
</body>
</html>
`;
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
