/** Requests and credits over the time of a run, as a picture. */
import { html } from '../../../common/browser/ui.js';
import { several } from '../../../common/browser/text.js';

const WIDTH = 720;
const HEIGHT = 120;
/** Room for labels below and at the right. */
const BOTTOM = 18;
const RIGHT = 90;

const sum = (values) => values.reduce((total, each) => total + each, 0);

export function Timeline({ run }) {
  const { sliceMs, requests, refused, credits } = run.timeline;
  const most = Math.max(1, ...requests);
  const spent = credits.at(-1);
  const width = WIDTH / requests.length;
  const x = (i) => i * width;
  const bars = (values) =>
    values.flatMap((n, i) => {
      const height = (n / most) * HEIGHT;
      return n === 0 ? [] : html`<rect x=${x(i)} y=${HEIGHT - height} width=${width} height=${height} />`;
    });
  const line = credits.map((n, i) => `${x(i + 1)},${HEIGHT - (n / Math.max(1, spent)) * HEIGHT}`).join(' ');
  const label =
    `${several(sum(requests), 'request')} in ${timeOf(sliceMs * requests.length)}, ` +
    `${spent > 0 ? `${several(spent, 'credit')}, ` : ''}${several(sum(refused), 'answer')} with 429`;
  return html`<section>
    <h2>Requests and credits over time</h2>
    <figure class="curve">
      <svg viewBox=${`0 0 ${WIDTH + RIGHT} ${HEIGHT + BOTTOM}`} shape-rendering="crispEdges" role="img" aria-label=${label}>
        ${requests.map((n, i) => n === 0 && html`<rect class="wait" x=${x(i)} y="0" width=${width} height=${HEIGHT} />`)}
        <g class="requests">${bars(requests)}</g>
        <g class="refused">${bars(refused)}</g>
        ${spent > 0 && html`<polyline points=${`0,${HEIGHT} ${line}`} />`}
        <line class="axis" x1="0" y1=${HEIGHT} x2=${WIDTH} y2=${HEIGHT} />
        ${[0, 0.5, 1].map((at) => html`<text x=${at * WIDTH} y=${HEIGHT + 14} text-anchor=${['start', 'middle', 'end'][at * 2]}>${timeOf(at * sliceMs * requests.length)}</text>`)}
        ${spent > 0 && html`<text x=${WIDTH + 4} y="11">${several(spent, 'credit')}</text>`}
      </svg>
      <figcaption>
        ${label}. Bars are requests, red ones were answered with 429${spent > 0 && ', the line is credits'}. In shaded spans no
        request was sent.
      </figcaption>
    </figure>
  </section>`;
}

function timeOf(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
