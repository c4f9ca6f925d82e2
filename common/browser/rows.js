/**
 * A table of very many rows of equal height. Only visible rows are in the page. It handles keys (arrows, pages,
 * Home, End, Enter). For screen readers it is a grid with all its rows.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from './ui.js';

const OVERSCAN = 6;

/** Returns the rows to draw, `[first, end)`, and the position of the first one in pixels, `top`. */
export function sliceInSight({ scrolled, height, rowHeight, total }) {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - OVERSCAN);
  const end = Math.min(total, Math.ceil((scrolled + height) / rowHeight) + OVERSCAN);
  return { first: Math.min(first, total), end, top: Math.min(first, total) * rowHeight };
}

/**
 * `at(i)` is a row, `keyOf(row)` its key, `cells(row)` an array of cells, `columns` objects with a class and a title.
 * `added` counts all rows that were ever added at the top, so that a list that is scrolled down keeps its
 * position.
 */
export function Rows({
  label,
  columns,
  total,
  at,
  keyOf,
  cells,
  classOf,
  selected,
  select,
  open,
  added = 0,
  rowHeight = 34,
}) {
  const place = useRef(null);
  const [scrolled, setScrolled] = useState(0);
  const [height, setHeight] = useState(600);
  const seen = useRef(added);

  useEffect(() => {
    const box = place.current;
    const measure = () => setHeight(box.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const more = added - seen.current;
    seen.current = added;
    // `scrolled` is state: reading `scrollTop` would force another layout at each frame.
    if (more > 0 && scrolled > rowHeight / 2) place.current.scrollTop += more * rowHeight;
  }, [added]);

  const { first, end, top } = sliceInSight({ scrolled, height, rowHeight, total });
  const drawn = [];
  for (let i = first; i < end; i += 1) drawn.push({ i, row: at(i) });
  const index = () => {
    for (let i = 0; i < total; i += 1) if (keyOf(at(i)) === selected) return i;
    return -1;
  };
  const step = (to) => {
    const i = Math.max(0, Math.min(total - 1, to));
    if (total === 0) return;
    select(at(i));
    const box = place.current;
    const header = box.firstElementChild.offsetHeight;
    const y = i * rowHeight;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + rowHeight > box.scrollTop + box.clientHeight - header)
      box.scrollTop = y + rowHeight - box.clientHeight + header;
  };
  const onKeyDown = (event) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.key in moves) step(index() + moves[event.key]);
    else if (event.key === 'Home') step(0);
    else if (event.key === 'End') step(total - 1);
    else if (event.key === 'Enter' && open !== undefined && selected !== undefined) open();
    else return;
    event.preventDefault();
  };
  const isDrawn = drawn.some(({ row }) => keyOf(row) === selected);
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
    <div class="all" role="presentation" style=${{ height: `${total * rowHeight}px` }}>
      <div role="presentation" class="drawn" style=${{ transform: `translateY(${top}px)` }}>
        ${drawn.map(({ i, row }) => {
          const key = keyOf(row);
          return html`<div
            key=${key}
            id=${`row-${key}`}
            role="row"
            aria-rowindex=${i + 2}
            aria-selected=${key === selected}
            class=${`row ${key === selected ? 'selected' : ''} ${classOf?.(row) ?? ''}`}
            onClick=${() => select(row)}
          >
            ${cells(row).map((cell, c) => html`<div role="gridcell" class=${columns[c].class}>${cell}</div>`)}
          </div>`;
        })}
      </div>
    </div>
  </div>`;
}
