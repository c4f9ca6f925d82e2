/** A run as one file: the page contains its view and its bodies, and loads nothing. */
import { Notices } from '../../../common/browser/messages.js';
import { html, render } from '../../../common/browser/ui.js';
import { useRoute } from '../../../common/browser/route.js';
import { Run } from './run.js';

const run = JSON.parse(document.getElementById('view').textContent);
const pieces = [...document.querySelectorAll('script[data-from]')];
const read = new Map();

/** Bodies are stored in compressed pieces. A piece is decompressed when one of its exchanges is opened. */
async function unpacked(piece) {
  const bytes = Uint8Array.from(atob(piece.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bodies = JSON.parse(await new Response(stream).text());
  return new Map(bodies.map((each) => [each.id, each]));
}

async function bodies(id) {
  const piece = pieces.findLast(({ dataset }) => Number(dataset.from) <= id);
  if (!read.has(piece)) read.set(piece, unpacked(piece));
  return (await read.get(piece)).get(id);
}

function Page() {
  const { parts, query } = useRoute();
  return html`<header class="bar"><span class="home">Job Search Service conformance</span><span class="state">${[`kit ${run.kit}`, run.startedAt.slice(0, 16).replace('T', ' ')].filter(Boolean).join(', ')}</span></header>
    <main class="bench"><${Run} source=${{ run, bodies }} place=${[]} parts=${parts} query=${query} /></main>
    <${Notices} />`;
}

const place = document.getElementById('run');
place.replaceChildren();
place.className = '';
render(html`<${Page} />`, place);
