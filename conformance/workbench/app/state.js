/** Calls of the server; the state of the page: targets, packs, runs, the selection; and the start of runs. */
import { ask, attempt } from '../../../common/browser/messages.js';
import { createStore } from '../../../common/browser/ui.js';
import { count, several } from '../../../common/browser/text.js';

/** Sends `body` as JSON, or unchanged if it is a file. Throws an Error with the server's message. */
export async function call(method, path, body) {
  const isFile = body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  const sent = body !== undefined && {
    headers: { 'Content-Type': type },
    body: isFile ? body : JSON.stringify(body),
  };
  const answer = await fetch(`/api${path}`, { method, ...sent }).catch(() => {
    throw new Error('The workbench does not answer. Is it still running?');
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.problem);
  return result;
}

const sources = new Map();

/** A finished run. Its view is loaded once, and bodies when the reader opens them. */
export async function sourceOf(id) {
  const known = sources.get(id);
  if (known !== undefined) return known;
  const run = await call('GET', `/runs/${id}/view`);
  const source = { run, bodies: (number) => call('GET', `/runs/${id}/exchange?number=${number}`) };
  sources.set(id, source);
  return source;
}

export const state = createStore({
  targets: [],
  keyVariables: [],
  packs: null,
  templates: [],
  runs: [],
  /** The last verdict of each scenario here, by its id; and the words for verdicts. */
  verdicts: {},
  words: {},
  target: null,
  chosen: new Set(),
  live: null,
  /** The most credits that a run may spend, as typed; by id of the target. */
  ceilings: {},
  freeOnly: false,
  /** The choices of an exploration, as typed. */
  seed: String(Math.floor(Math.random() * 1e6)),
  steps: '400',
});

/** Returns true if the workbench answered. */
export async function readState() {
  const loaded = await attempt(() => call('GET', '/state'));
  if (loaded === undefined) return false;
  const { target, chosen } = state.get();
  const ids = new Set(loaded.packs.flatMap(({ scenarios }) => scenarios.map(({ id }) => id)));
  state.change({
    ...loaded,
    ...ofRuns(loaded.runs),
    target: loaded.targets.some(({ id }) => id === target) ? target : (loaded.targets[0]?.id ?? null),
    chosen: new Set([...chosen].filter((id) => ids.has(id))),
  });
  return true;
}

/** Id of the latest run when the state was read; undefined before. */
let latest;

/** Looks at the latest run. Reads the whole state first, when the workbench answers again, and when another run is the latest. */
export async function look() {
  const { run } = await call('GET', '/latest').catch(() => ({}));
  const id = run && run.id;
  if (id !== undefined && id !== latest) {
    latest = (await readState()) ? id : undefined;
    return;
  }
  latest = id;
  const known = state.get().runs.find((each) => each.id === id);
  if (run && JSON.stringify(run) !== JSON.stringify(known)) takeRun(run);
}

function takeRun(run) {
  const others = state.get().runs.filter(({ id }) => id !== run.id);
  state.change(ofRuns([run, ...others].sort((a, b) => b.startedAt.localeCompare(a.startedAt))));
}

/** `runs`: the newest first. `live` is the latest run that the workbench started. */
function ofRuns(runs) {
  const ends = runs.toReversed().flatMap((run) => run.ends);
  return {
    runs,
    live: runs.find(({ canRunAgain }) => canRunAgain) ?? null,
    verdicts: Object.fromEntries(ends.map(({ scenario, verdict }) => [scenario, verdict])),
  };
}

/** The chosen target; undefined if there is none. */
export const targetIn = ({ targets, target }) => targets.find(({ id }) => id === target);

/** Whether a run can be compared with others: explorations have no report. */
export const hasReport = (run) => run.state === 'done' && !run.isExploration;

/** The subject of a plan. */
export const whatOf = ({ runnable }) =>
  runnable === undefined ? 'An exploration' : several(runnable, 'scenario');

/** Such as `3 of 12 scenarios`. */
export const doneOf = ({ done, total, isExploration }) =>
  `${count(done)} of ${several(total, isExploration ? 'request' : 'scenario')}`;

/** The ceiling as the text of its field, which may be empty while the user types. */
export const ceilingIn = ({ ceilings, target, ...rest }) =>
  ceilings[target] ?? String(targetIn({ target, ...rest })?.ceiling ?? '');

/** Adds the target and its limits to an order, which names scenarios (`only`) or a `draft`. */
export function orderOf(order) {
  const now = state.get();
  const maxCredits = targetIn(now)?.isMock ? undefined : Number(ceilingIn(now) || NaN);
  return { target: now.target, readOnly: now.freeOnly, ...order, maxCredits };
}

/** Starts a run, after a question if it will probably cost many credits. Calls `then` with the id of the run. */
export async function startRun(order, then) {
  const start = async () => {
    const run = await call('POST', '/runs', order);
    takeRun(run);
    then(run.id);
  };
  const plan = await attempt(() => call('POST', '/plan', order));
  if (plan?.asks && plan.refusal === null)
    ask(
      'Spend credits?',
      `${whatOf(plan)} would run against ${plan.url}. ` +
        `The likely cost is ${several(plan.likely, 'credit')}, and never more than ${count(plan.ceiling)}.`,
      'Run',
      start,
    );
  else if (plan !== undefined) await attempt(start);
}
