/**
 * One file that can be mailed around: the views of the workbench over one run, with all of its exchanges, search included. It
 * loads nothing, and its policy lets nothing run but its own script, by hash. Where scripts are kept from running, as some viewers of
 * CI artifacts do, the summary stands in the page as text.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { linkedScript } from '../../browser/link.js';
import { houseFile } from '../../browser/serve.js';
import { visible } from '../../spec/visible.js';
import type { RunReport } from '../judge/report.js';
import { html as escape } from './escape.js';
import { writeMarkdown } from './markdown.js';
import { exchangeBodies, viewOf, type ExchangeBodies, type RunView } from './view-data.js';

/** A piece of bodies is unpacked as a whole when one of them is opened. */
const PIECE_CHARACTERS = 4 << 20;

export function writeHtml(report: RunReport): Generator<string> {
  return pageFile(viewOf(report), writeMarkdown(report), exchangeBodies(report));
}

/**
 * The page of a view; `summary` stands in it for those who keep scripts from running. In pieces, since all bodies together may be more
 * than one text holds.
 */
export function* pageFile(
  view: RunView,
  summary: string,
  bodies: Iterable<ExchangeBodies>,
): Generator<string> {
  const script = `\n${linkedScript('conformance/reports/app/file.js')}\n`;
  const style = ['browser/base.css', 'conformance/reports/app/run.css']
    .map((file) => readFileSync(houseFile(file), 'utf8'))
    .join('\n');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${escape(`${view.verdictWord}: ${view.target}`)}</title>
<style>${style}</style>
</head>
<body>
<div id="run" class="narrow"><pre class="text" tabindex="0">${escape(summary)}</pre></div>
<script type="application/json" id="view">${embedded(view)}</script>
`;
  for (const piece of piecesOf(bodies))
    yield `<script type="text/plain" data-from="${piece[0]!.id}">${gzipSync(visible(JSON.stringify(piece))).toString('base64')}</script>\n`;
  yield `<script>${script}</script>
</body>
</html>
`;
}

/** JSON that nothing in an element or on a terminal takes for something else. */
function embedded(value: unknown): string {
  return visible(JSON.stringify(value)).replaceAll('<', '\\u003c');
}

function* piecesOf(all: Iterable<ExchangeBodies>): Generator<ExchangeBodies[]> {
  let piece: ExchangeBodies[] = [];
  let characters = 0;
  for (const bodies of all) {
    const { request, response } = bodies;
    const size = (request.bodyText?.length ?? 0) + (response?.bodyText.length ?? 0);
    if (piece.length > 0 && characters + size > PIECE_CHARACTERS) {
      yield piece;
      [piece, characters] = [[], 0];
    }
    piece.push(bodies);
    characters += size;
  }
  if (piece.length > 0) yield piece;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
