/** Keeps a feed up to date: reads the event stream and, for findings and after a loss, the journal. */
import { createStore } from '../../../common/browser/ui.js';
import { call, readEvents } from './api.js';
import { gapsIn, isSameJournal, lastBeforeGap, MOST_ROWS, withRows } from './feed.js';

/**
 * `state` is `connecting`, `live` or `broken`. `released` is the number of dropped rows, `missed` that of requests that left the
 * journal before the page could read them, `droppedBefore` that of its dropped entries, or null until the journal was read.
 * `paused` has the rows, `released` and `missed` that are shown instead, or is null.
 */
export const watch = createStore({
  rows: [],
  paused: null,
  released: 0,
  missed: 0,
  droppedBefore: null,
  state: 'connecting',
});

/** Time between two renderings, ms, since hundreds of requests can arrive in a second. */
const REST_MS = 100;
let pending = [];
let timer = null;

function take(rows) {
  pending.push(...rows);
  timer ??= setTimeout(draw, REST_MS);
}

function draw() {
  clearTimeout(timer);
  timer = null;
  const now = watch.get();
  const { paused } = now;
  // The rows of a paused page still get their findings.
  const known = pending.filter(({ id }) => id <= (paused?.rows.at(-1)?.id ?? 0));
  watch.change({
    ...withRows(now, pending),
    paused: paused && { ...withRows(paused, known), missed: paused.missed },
  });
  pending = [];
}

export function pause(isPaused) {
  const { rows, released, missed } = watch.get();
  watch.change({ paused: isPaused ? { rows, released, missed } : null });
}

export function forgetRows() {
  pending = [];
  const none = { rows: [], released: 0, missed: 0 };
  watch.change({ ...none, paused: watch.get().paused && none });
}

/** Reads event streams until `signal` is aborted. Opens a new stream when one breaks. */
export async function follow(signal) {
  while (!signal.aborted) {
    try {
      await readEvents(signal, onOpen, onEvent);
    } catch (error) {
      if (signal.aborted || error.status === 401) return;
    }
    watch.change({ state: 'broken' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function onOpen() {
  watch.change({ state: 'live' });
  void readJournal();
}

const JUDGE_MS = 1_000;
/** The oldest request whose findings were not read yet. */
let unjudged = null;

function onEvent(type, data) {
  if (type === 'lost') void readJournal();
  if (type !== 'request') return;
  take([{ ...data, findings: [] }]);
  // Events contain no findings, so they are read from the journal, at most once a second.
  if (unjudged === null) setTimeout(judge, JUDGE_MS);
  unjudged ??= data.id;
}

function judge() {
  const after = unjudged - 1;
  unjudged = null;
  readAfter(after).catch(() => undefined);
}

/** Reads the newest entries of the journal, then those after the first gap or, for a new page, as many as it holds. */
async function readJournal() {
  // Newer rows may arrive during the call.
  let { rows } = watch.get();
  const latest = await call('GET', '/journal?limit=1000');
  if (!isSameJournal(rows.at(-1), latest.entries)) {
    forgetRows();
    rows = [];
  }
  watch.change({ droppedBefore: latest.dropped });
  const oldest = Math.max(0, (latest.entries.at(-1)?.id ?? 0) - MOST_ROWS);
  const start = lastBeforeGap(rows)?.id ?? oldest;
  take(latest.entries);
  draw();
  if (latest.entries.length < latest.total) await readAfter(start);
  draw();
  watch.change({ missed: gapsIn(watch.get().rows) });
}

async function readAfter(first) {
  for (let after = first; after !== null;) {
    const { entries, next } = await call('GET', `/journal?limit=1000&after=${after}`);
    take(entries);
    after = next;
  }
}
