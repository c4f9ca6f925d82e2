/** The guides of the package at `/docs/guides`, as pages and as Markdown, and `/llms.txt`, which leads programs to them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Tokens } from 'marked';
import { escapeHtml } from '../../common/browser/html.js';
import { textPage } from './text-page.js';

/** Docs beside the sources, or beside `dist/` in the published package. */
const FOLDER = ['../../docs/', '../../../docs/']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(folder));

const PATH = '/docs/guides';

/** Documents outside of docs/ that the mock serves elsewhere. Links to all others become text. */
const SERVED: Readonly<Record<string, string>> = {
  '../README.md': PATH,
  '../spec/clauses.yaml': '/docs/clauses',
  '../spec/clients.yaml': '/docs/clients',
};

interface Guide {
  /** Name of the file without `.md`. */
  name: string;
  title: string;
  /** The first sentence: for whom it is, and what for. */
  purpose: string;
  text: string;
}

function guideIn(file: string): Guide {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const [, title = file, purpose = ''] = /^# (.+)\n\n([^]*?\.)\s/.exec(text) ?? [];
  return { name: file.slice(0, -'.md'.length), title, purpose: purpose.replaceAll('\n', ' '), text };
}

const guides = (): Guide[] => filesIn('', '.md').map(guideIn);

function filesIn(folder: string, ending: string): string[] {
  if (FOLDER === undefined || !existsSync(new URL(folder, FOLDER))) return [];
  return readdirSync(new URL(folder, FOLDER)).filter((name) => name.endsWith(ending));
}

type Page = [
  path: string,
  type: 'html' | 'markdown' | 'png',
  content: () => string | Buffer | Promise<string>,
];

/** The path and content of every page and picture. Files are read when a page is requested. */
export function guidePages(): Page[] {
  return [
    [PATH, 'html', index],
    ...filesIn('', '.md').flatMap((file): Page[] => [
      [`${PATH}/${file.slice(0, -'.md'.length)}`, 'html', () => pageOf(guideIn(file))],
      [`${PATH}/${file}`, 'markdown', () => guideIn(file).text],
    ]),
    ...filesIn('images/', '.png').map((file): Page => [
      `${PATH}/images/${file}`,
      'png',
      () => readFileSync(new URL(`images/${file}`, FOLDER)),
    ]),
  ];
}

/** For language models (llmstxt.org). `base` is the address of this mock. */
export function llmsText(base: string): string {
  return `# Job Search Mock

> A mock of the Job Search Service, for building and testing clients. It belongs to Job Search Kit, which also checks
> deployments and clients.

- Base URL for clients: ${base}; an API key that works: key_demo, as \`Authorization: Bearer key_demo\`
- [Contract](${base}/openapi.yaml): OpenAPI 3.1
- [Commands to begin with](${base}/start.txt)

## Guides

${guides()
  .map(({ name, title, purpose }) => `- [${title}](${base}${PATH}/${name}.md): ${purpose}`)
  .join('\n')}

## Behavior

- [Clauses](${base}/docs/clauses): behavior of the service that a schema cannot state
- [Rules for callers](${base}/docs/clients): how a correct client behaves
`;
}

function index(): string {
  const items = guides().map(
    ({ name, title, purpose }) =>
      `<dt><a href="${PATH}/${name}">${escapeHtml(title)}</a></dt><dd>${escapeHtml(purpose)}</dd>`,
  );
  return textPage(
    'Guides',
    `<p>The guides of this version.</p>\n<dl class="guides">\n${items.join('\n')}\n</dl>`,
  );
}

async function pageOf({ title, text }: Guide): Promise<string> {
  // Loaded when a guide is read, since it would delay the start of each mock.
  const { parse, Renderer } = await import('marked');
  const renderer = new Renderer();
  const { table } = renderer;
  renderer.heading = function ({ tokens, text: heading, depth }: Tokens.Heading) {
    return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  };
  renderer.link = function ({ href, tokens }: Tokens.Link) {
    const words = this.parser.parseInline(tokens);
    const address = addressOf(href);
    return address === null ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
  };
  renderer.image = ({ href, text: alt }: Tokens.Image) =>
    `<img src="${PATH}/${escapeHtml(href)}" alt="${escapeHtml(alt)}">`;
  renderer.code = ({ text: code }: Tokens.Code) =>
    `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
  renderer.table = function (token: Tokens.Table) {
    return `<div class="wide" tabindex="0" role="region" aria-label="Table">${table.call(this, token)}</div>\n`;
  };
  // The head of the page contains the title.
  const article = await parse(text.replace(/^# .+\n/, ''), { renderer });
  return textPage(title, `<article class="guide">\n${article}</article>`);
}

/** The address of a link on this mock; null if it serves no such document. */
function addressOf(link: string): string | null {
  if (link.startsWith('#')) return link;
  const own = /^http:\/\/127\.0\.0\.1:4010(\/.*)$/.exec(link)?.[1];
  if (own !== undefined) return own.startsWith('/__admin') ? null : own;
  if (/^https?:/.test(link)) return link;
  const [path = '', heading] = link.split('#');
  if (SERVED[path] !== undefined) return SERVED[path];
  if (path.includes('/') || !path.endsWith('.md')) return null;
  return `${PATH}/${path.slice(0, -'.md'.length)}${heading === undefined ? '' : `#${heading}`}`;
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
