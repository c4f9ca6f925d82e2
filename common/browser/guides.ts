/** The guides of the package at `/docs/guides`, as pages and as Markdown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Tokens } from 'marked';
import { escapeHtml } from './html.js';
import type { Page } from './serve.js';

/** Docs beside the sources, or beside `dist/` in the published package. */
const FOLDER = ['../../docs/', '../../../docs/']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(folder));

export const GUIDES_PATH = '/docs/guides';

export interface GuideSite {
  /** Returns a page with this title, and with `main` as the HTML of its content. */
  page(title: string, main: string): string;
  /** The address of each served document outside of docs/. A link to any other such document becomes text. */
  served: Readonly<Record<string, string>>;
  /** The address of a path of the mock in the guides' examples; null makes the link text. */
  mockAddress(path: string): string | null;
}

export interface Guide {
  /** Name of the file without `.md`. */
  name: string;
  title: string;
  /** The first sentence, which says who needs the guide and for what. */
  purpose: string;
  text: string;
}

function guideIn(file: string): Guide {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const [, title = file, purpose = ''] = /^# (.+)\n\n([^]*?\.)\s/.exec(text) ?? [];
  return { name: file.slice(0, -'.md'.length), title, purpose: purpose.replaceAll('\n', ' '), text };
}

export const guides = (): Guide[] => filesIn('', '.md').map(guideIn);

function filesIn(folder: string, ending: string): string[] {
  if (FOLDER === undefined || !existsSync(new URL(folder, FOLDER))) return [];
  return readdirSync(new URL(folder, FOLDER)).filter((name) => name.endsWith(ending));
}

/** Every page and picture. */
export function guidePages(site: GuideSite): Page[] {
  return [
    [GUIDES_PATH, () => index(site)],
    ...filesIn('', '.md').flatMap((file): Page[] => [
      [`${GUIDES_PATH}/${file.slice(0, -'.md'.length)}`, () => pageOf(guideIn(file), site)],
      [`${GUIDES_PATH}/${file}`, () => guideIn(file).text],
    ]),
    ...filesIn('images/', '.png').map((file): Page => [
      `${GUIDES_PATH}/images/${file}`,
      () => readFileSync(new URL(`images/${file}`, FOLDER)),
    ]),
  ];
}

function index({ page }: GuideSite): string {
  const items = guides().map(
    ({ name, title, purpose }) =>
      `<dt><a href="${GUIDES_PATH}/${name}">${escapeHtml(title)}</a></dt><dd>${escapeHtml(purpose)}</dd>`,
  );
  return page(
    'Guides',
    `<p>The guides of this version.</p>\n<dl class="guides">\n${items.join('\n')}\n</dl>`,
  );
}

async function pageOf({ title, text }: Guide, site: GuideSite): Promise<string> {
  // Loaded when a guide is read, since it would delay the start of each mock.
  const { parse, Renderer } = await import('marked');
  const renderer = new Renderer();
  const { table } = renderer;
  renderer.heading = function ({ tokens, text: heading, depth }: Tokens.Heading) {
    return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  };
  renderer.link = function ({ href, tokens }: Tokens.Link) {
    const words = this.parser.parseInline(tokens);
    const address = addressOf(href, site);
    return address === null ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
  };
  renderer.image = ({ href, text: alt }: Tokens.Image) =>
    `<img src="${GUIDES_PATH}/${escapeHtml(href)}" alt="${escapeHtml(alt)}">`;
  renderer.code = ({ text: code }: Tokens.Code) =>
    `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
  let tables = 0;
  renderer.table = function (token: Tokens.Table) {
    return `<div class="wide" tabindex="0" role="region" aria-label="Table ${(tables += 1)}">${table.call(this, token)}</div>\n`;
  };
  // The page shows the title itself.
  const article = await parse(text.replace(/^# .+\n/, ''), { renderer });
  return site.page(title, `<article class="guide">\n${article}</article>`);
}

/** The address of a link; null if the site serves no such document. */
function addressOf(link: string, { served, mockAddress }: GuideSite): string | null {
  if (link.startsWith('#')) return link;
  const own = /^http:\/\/127\.0\.0\.1:4010(\/.*)$/.exec(link)?.[1];
  if (own !== undefined) return mockAddress(own);
  if (/^https?:/.test(link)) return link;
  const [path = '', heading] = link.split('#');
  if (served[path] !== undefined) return served[path];
  if (path.includes('/') || !path.endsWith('.md')) return null;
  return `${GUIDES_PATH}/${path.slice(0, -'.md'.length)}${heading === undefined ? '' : `#${heading}`}`;
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
