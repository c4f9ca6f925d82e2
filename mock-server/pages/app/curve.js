/** A chart of the balance after each entry of a ledger, as steps. Each charge is a point that links to its request. */
import { html } from '../../../common/browser/ui.js';
import { hrefOf } from '../../../common/browser/route.js';
import { count, dateTimeOf, several } from '../../../common/browser/text.js';

const WIDTH = 640;
const HEIGHT = 150;
const MARGIN = { top: 10, right: 10, bottom: 20, left: 64 };
/** With more points than this, they would be indistinguishable. The line shows all entries. */
const MOST_POINTS = 120;

/** Returns positions in pixels. Entries have equal distances, because a clock that was moved would leave gaps of months. */
function curvePoints(entries) {
  const balances = entries.map(({ balance }) => balance);
  const least = Math.min(...balances);
  const high = Math.max(1, ...balances);
  // Small charges on a large balance are visible only if the axis does not start at 0. Its ends have labels.
  const low = least > high / 2 && least < high ? least : Math.min(0, least);
  const step = (WIDTH - MARGIN.left - MARGIN.right) / Math.max(1, entries.length);
  const y = (value) => MARGIN.top + ((high - value) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const points = entries.map((entry, i) => ({ entry, x: MARGIN.left + i * step, y: y(entry.balance) }));
  const steps = points.map((point) => `${point.x},${point.y} H${point.x + step}`);
  return { low, high, zero: y(Math.max(0, low)), line: `M${steps.join(' L')}`, points };
}

export function Curve({ entries }) {
  if (entries.length === 0) return html`<p class="quiet">Reading the ledger…</p>`;
  const { low, high, zero, line, points } = curvePoints(entries);
  const charges = points.filter(({ entry }) => entry.kind !== 'opening').slice(-MOST_POINTS);
  return html`<figure class="curve">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Balance over time">
      <line class="axis" x1=${MARGIN.left} x2=${WIDTH - MARGIN.right} y1=${zero} y2=${zero} />
      <text x=${MARGIN.left - 8} y=${MARGIN.top + 4} text-anchor="end">${count(high)}</text>
      <text x=${MARGIN.left - 8} y=${HEIGHT - MARGIN.bottom} text-anchor="end">${count(low)}</text>
      <path d=${line} />
      ${charges.map(({ entry, x, y }) => {
        const text = `${dateTimeOf(entry.at)}: ${several(entry.credits, 'credit')}, then ${count(entry.balance)}`;
        const point = html`<circle cx=${x} cy=${y} r="4" class=${entry.kind}><title>${text}</title></circle>`;
        return entry.requestId === null
          ? point
          : html`<a
              href=${hrefOf(['requests'], { text: entry.requestId })}
              aria-label=${`${text}; its request`}
              >${point}</a
            >`;
      })}
    </svg>
    <figcaption class="quiet">
      ${count(entries.length - 1)} changes from ${dateTimeOf(entries[0].at)} to ${dateTimeOf(entries.at(-1).at)}
    </figcaption>
  </figure>`;
}
