/** What the workbench knows: targets, packs, runs; what is chosen. */
import { attempt, createStore } from '../../../common/browser/ui.js';
import { call } from './api.js';

export const state = createStore({
  targets: [],
  packs: null,
  runs: [],
  target: null,
  chosen: new Set(),
  live: null,
});

export async function readState() {
  const told = await attempt(() => call('GET', '/state'));
  if (told === undefined) return;
  const { target, chosen } = state.get();
  const ids = new Set(told.packs.flatMap(({ scenarios }) => scenarios.map(({ id }) => id)));
  state.change({
    ...told,
    target: told.targets.some(({ id }) => id === target) ? target : (told.targets[0]?.id ?? null),
    chosen: new Set([...chosen].filter((id) => ids.has(id))),
  });
}

/** A run that goes on, as the server tells of it. */
export function takeRun(run) {
  const { runs } = state.get();
  const others = runs.filter(({ id }) => id !== run.id);
  state.change({ live: run, runs: [run, ...others].sort((a, b) => b.startedAt.localeCompare(a.startedAt)) });
}

/** The order for a run of what is chosen; nothing chosen means all. */
export function orderOf({ target, chosen }, only = [...chosen]) {
  return { target, only };
}
