/**
 * A report as one file to send around: the pages of the workbench with all exchanges of a run. It loads nothing, and its content
 * security policy allows only its own script, by hash. Some viewers of CI artifacts block scripts; they show the Markdown summary.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { PAGE_START } from '../../common/browser/html.js';
import { kitFile } from '../../common/browser/serve.js';
import { visible } from '../../common/visible.js';
import { chunked } from '../values/grouped.js';
import { html as escape } from './escape.js';
import { writeMarkdown } from './markdown.js';
import type { ExchangeBodies, ReportView } from './view.js';

/** The most characters of a piece. To show one body, the page decompresses its whole piece. */
const PIECE_CHARACTERS = 4 << 20;

/** Yields parts of the file, because all bodies together may exceed the longest string. */
export function* writeHtml(view: ReportView): Generator<string> {
  const { page } = view;
  const read = (file: string): string => readFileSync(kitFile(file), 'utf8');
  const script = read('conformance/reports/generated/page.js');
  const style = ['common/browser/bar.css', 'common/browser/base.css', 'conformance/reports/app/run.css']
    .map(read)
    .join('\n');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield `${PAGE_START}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${escape(`${page.verdictWord}: ${page.target}`)}</title>
<style>${style}</style>
</head>
<body>
<div id="run" class="narrow"><pre class="text" tabindex="0">${escape(writeMarkdown(view))}</pre></div>
<script type="application/json" id="view">${embedded(page)}</script>
`;
  for (const piece of chunked(view.bodies(), PIECE_CHARACTERS, charactersOf))
    yield `<script type="text/plain" data-from="${piece[0].id}">${gzipSync(visible(JSON.stringify(piece))).toString('base64')}</script>\n`;
  yield `<script>${script}</script>
</body>
</html>
`;
}

/** JSON that cannot end the script element around it, without control characters. */
function embedded(value: unknown): string {
  return visible(JSON.stringify(value)).replaceAll('<', '\\u003c');
}

const charactersOf = ({ request, response }: ExchangeBodies): number =>
  (request.bodyText?.length ?? 0) + (response?.bodyText.length ?? 0);

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
