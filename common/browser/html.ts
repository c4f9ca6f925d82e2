/** Escapes a text for HTML, between tags or inside quotes. */
export function escapeHtml(value: string | number): string {
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The icon in the browser's tab. It is inline, so that browsers do not request a file. */
const ICON =
  "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%231f6f5c'/%3E%3Cpath d='M4 11V5l4 4 4-4v6' fill='none' " +
  "stroke='white' stroke-width='1.8'/%3E%3C/svg%3E\">";

/** The start of every page, with the first part of its head. */
export const PAGE_START = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">`;

/** Returns a page. `head` is HTML for the rest of its head, and `body` its `<body>` element. */
export function htmlPage(title: string, head: string, body: string): string {
  return `${PAGE_START}
<title>${escapeHtml(title)}</title>
${ICON}
${head}
</head>
${body}
</html>
`;
}

const BAR_STYLES = '/assets/common/browser/bar.css';
export const BASE_STYLES = '/assets/common/browser/base.css';
/** For pages of text. */
export const PAGE_STYLES = '/assets/common/browser/page.css';

/** Returns links to the style sheets of a page: that of the bar first, then those at `addresses`. */
export function styles(...addresses: string[]): string {
  return [BAR_STYLES, ...addresses].map((address) => `<link rel="stylesheet" href="${address}">`).join('\n');
}

/** Returns a page of text. `bar` is the HTML of its bar, `main` the HTML below the title. */
export function textPage(bar: string, title: string, main: string): string {
  const body = `<body>
${bar}
<main class="page">
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>`;
  return htmlPage(title, styles(BASE_STYLES, PAGE_STYLES), body);
}

/** Returns the bar of a page: a link to `/`, then `links` (titles by address; `current` is this page's), then more HTML. */
export function pageBar(
  home: string,
  links: Readonly<Record<string, string>>,
  current: string,
  rest = '',
): string {
  const items = Object.entries(links).map(
    ([path, title]) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${title}</a>`,
  );
  return `<header class="bar"><a class="home" href="/">${home}</a>
<nav aria-label="Pages">${items.join('')}</nav>${rest}</header>`;
}
