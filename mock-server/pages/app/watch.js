/** Keeps a feed up to date: reads the event stream and, at the start and after a loss, the journal. */
import { createStore } from '../../../common/browser/ui.js';
import { call, readEvents } from './api.js';
import { Feed, isSameJournal, MOST_ROWS } from './feed.js';

/** `state` is `connecting`, `live` or `broken`; `paused` stops updates. Call `change({})` to show changes of the feed. */
export const watch = createStore({ feed: new Feed(), state: 'connecting', paused: false, waiting: 0 });
/** By account, the version at which its ledger last changed. */
export const moved = createStore({ accounts: new Map(), version: 0 });

let pending = [];
/** Number of rows before the pending ones that were dropped without being shown. */
let skipped = 0;
let frame = null;

function take(rows) {
  pending.push(...rows);
  // A paused list and a hidden tab are not rendered.
  if (pending.length > 1.1 * MOST_ROWS) skipped += pending.splice(0, pending.length - MOST_ROWS).length;
  frame ??= requestAnimationFrame(draw);
}

/** Shows pending rows, at most once per frame. While the list is paused, it only counts them. */
function draw() {
  frame = null;
  const { feed, paused } = watch.get();
  if (paused) return watch.change({ waiting: skipped + pending.length });
  feed.add(pending, skipped);
  pending = [];
  skipped = 0;
  watch.change({ waiting: 0 });
}

export function pause(paused) {
  watch.change({ paused });
  draw();
}

export function filterBy(matches) {
  watch.get().feed.filter(matches);
  watch.change({});
}

export function forgetRows() {
  pending = [];
  skipped = 0;
  watch.get().feed.clear();
  watch.change({ waiting: 0 });
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

function onEvent(type, data) {
  if (type === 'request') {
    take([{ ...data, findings: [] }]);
    judgeSoon(data.id);
  }
  if (type === 'lost') void readJournal();
  if (type === 'ledger') {
    const { accounts, version } = moved.get();
    accounts.set(data.account, version + 1);
    moved.change({ version: version + 1 });
  }
}

const JUDGE_MS = 1_000;
/** The oldest request whose findings were not read yet. */
let unjudged = null;

/** Events contain no findings, so it reads them from the journal, at most once a second. */
function judgeSoon(id) {
  if (unjudged === null) setTimeout(judge, JUDGE_MS);
  unjudged ??= id;
}

async function judge() {
  const after = unjudged - 1;
  unjudged = null;
  for (let from = after; from !== null;) {
    const { entries, next } = await call('GET', `/journal?limit=1000&after=${from}`).catch(() => ({
      entries: [],
      next: null,
    }));
    if (watch.get().feed.judge(entries)) watch.change({});
    from = next;
  }
}

/** Reads missing entries from the journal, or all of them. If the mock was restarted, it drops the old rows. */
async function readJournal() {
  const { feed } = watch.get();
  const newest = feed.rows.at(-1);
  const latest = await call('GET', '/journal?limit=1000');
  if (!isSameJournal(newest, latest.entries)) forgetRows();
  watch.change({ droppedBefore: latest.dropped });
  const last = feed.rows.at(-1)?.id;
  feed.add(latest.entries);
  watch.change({});
  // For a new page: as many entries as it holds rows. Otherwise: the missed entries.
  const oldest = Math.max(0, (latest.entries.at(-1)?.id ?? 0) - MOST_ROWS);
  const isAll = latest.entries.length === latest.total;
  let after = last === undefined ? (isAll ? null : oldest) : (feed.beforeGap ?? last);
  while (after !== null) {
    const { entries, next } = await call('GET', `/journal?limit=1000&after=${after}`);
    feed.add(entries);
    after = next;
  }
  feed.missed = feed.gaps;
  watch.change({});
}
