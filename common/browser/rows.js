/**
 * A table of very many rows of equal height. Only visible rows are in the page; screen readers get the number of all rows.
 * It handles the arrow keys, Page Up, Page Down, Home, End and Enter.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from './ui.js';
import { focusOpened } from './views.js';

const OVERSCAN = 6;
/** The height of a row in pixels. */
const ROW_HEIGHT = 34;

/**
 * Each row has an `id`. A column has a class, a title, and `cell(row)`, which returns the content of its cell. Enter moves the
 * focus to the open entry. A list that is scrolled down stays in place when rows are added at the top.
 */
export function Rows({ label, columns, rows, selected, select }) {
  const place = useRef(null);
  const [scrolled, setScrolled] = useState(0);
  const [height, setHeight] = useState(600);
  const top = useRef(undefined);

  useEffect(() => {
    const box = place.current;
    const measure = () => setHeight(box.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const more = rows.findIndex(({ id }) => id === top.current);
    top.current = rows[0]?.id;
    // `scrolled` is state: reading `scrollTop` would force another layout at each frame.
    if (more > 0 && scrolled > ROW_HEIGHT / 2) place.current.scrollTop += more * ROW_HEIGHT;
  }, [rows]);

  const total = rows.length;
  const first = Math.min(total, Math.max(0, Math.floor(scrolled / ROW_HEIGHT) - OVERSCAN));
  const end = Math.min(total, Math.ceil((scrolled + height) / ROW_HEIGHT) + OVERSCAN);
  const drawn = rows.slice(first, end);
  const index = () => rows.findIndex(({ id }) => id === selected);
  const step = (to) => {
    const i = Math.max(0, Math.min(total - 1, to));
    if (total === 0) return;
    select(rows[i]);
    const box = place.current;
    const header = box.firstElementChild.offsetHeight;
    const y = i * ROW_HEIGHT;
    box.scrollTop = Math.min(y, Math.max(box.scrollTop, y + ROW_HEIGHT + header - box.clientHeight));
  };
  const onKeyDown = (event) => {
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.key in moves) step(index() + moves[event.key]);
    else if (event.key === 'Home') step(0);
    else if (event.key === 'End') step(total - 1);
    else if (event.key === 'Enter' && selected !== undefined) focusOpened();
    else return;
    event.preventDefault();
  };
  const isDrawn = drawn.some(({ id }) => id === selected);
  return html`<div
    class="rows"
    role="grid"
    tabindex="0"
    ref=${place}
    aria-label=${label}
    aria-rowcount=${total + 1}
    aria-colcount=${columns.length}
    aria-activedescendant=${isDrawn ? `row-${selected}` : undefined}
    onScroll=${(event) => setScrolled(event.currentTarget.scrollTop)}
    onKeyDown=${onKeyDown}
  >
    <div class="row head" role="row" aria-rowindex="1">
      ${columns.map((column) => html`<div role="columnheader" class=${column.class}>${column.title}</div>`)}
    </div>
    <div class="all" role="presentation" style=${{ height: `${total * ROW_HEIGHT}px` }}>
      <div role="presentation" class="drawn" style=${{ transform: `translateY(${first * ROW_HEIGHT}px)` }}>
        ${drawn.map(
          (row, i) => html`<div
            key=${row.id}
            id=${`row-${row.id}`}
            role="row"
            aria-rowindex=${first + i + 2}
            aria-selected=${row.id === selected}
            class=${row.id === selected ? 'row selected' : 'row'}
            onClick=${() => select(row)}
          >
            ${columns.map((column) => html`<div role="gridcell" class=${column.class}>${column.cell(row)}</div>`)}
          </div>`,
        )}
      </div>
    </div>
  </div>`;
}
