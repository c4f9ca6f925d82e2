/** Keeps a feed up to date: reads the event stream and, for findings and after a loss, the journal. */
import { createStore } from '../../../common/browser/ui.js';
import { call, readEvents } from './api.js';
import { Feed, isSameJournal, MOST_ROWS } from './feed.js';

/**
 * `state` is `connecting`, `live` or `broken`; `paused` is a copy of the feed that is shown instead of it, or null. Call
 * `change({})` to show changes of the feed.
 */
export const watch = createStore({ feed: new Feed(), state: 'connecting', paused: null });

const feeds = () => [watch.get().feed, watch.get().paused].filter((each) => each !== null);

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
  const { feed, paused } = watch.get();
  feed.add(pending);
  // The rows of a paused page still get their findings.
  const last = paused?.rows.at(-1)?.id ?? 0;
  paused?.add(pending.filter(({ id }) => id <= last));
  pending = [];
  watch.change({});
}

export function pause(isPaused) {
  watch.change({ paused: isPaused ? watch.get().feed.copy() : null });
}

export function filterBy(matches) {
  for (const feed of feeds()) feed.filter(matches);
  watch.change({});
}

export function forgetRows() {
  pending = [];
  for (const feed of feeds()) feed.clear();
  watch.change({});
}

/** Reads event streams until `signal` is aborted. Opens a new stream when one breaks. */
export async function follow(signal) {
  while (!signal.aborted) {
    try {
      await readEvents(
        signal,
        () => {
          watch.change({ state: 'live' });
          void readJournal();
        },
        onEvent,
      );
    } catch (error) {
      if (signal.aborted || error.status === 401) return;
    }
    watch.change({ state: 'broken' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
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
  const { feed } = watch.get();
  const latest = await call('GET', '/journal?limit=1000');
  if (!isSameJournal(feed.rows.at(-1), latest.entries)) forgetRows();
  watch.change({ droppedBefore: latest.dropped });
  const oldest = Math.max(0, (latest.entries.at(-1)?.id ?? 0) - MOST_ROWS);
  const start = feed.lastBeforeGap?.id ?? oldest;
  take(latest.entries);
  draw();
  if (latest.entries.length < latest.total) await readAfter(start);
  draw();
  feed.missed = feed.gaps;
  watch.change({});
}

async function readAfter(first) {
  for (let after = first; after !== null;) {
    const { entries, next } = await call('GET', `/journal?limit=1000&after=${after}`);
    take(entries);
    after = next;
  }
}
