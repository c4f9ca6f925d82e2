/** Runs the whole suite against a mock over the data of a row. */
import { runConformance } from '../../conformance/index.js';
import { movedTime, startWorld } from '../../test/worlds/start.js';
import { suiteRunOf } from './suite-run.js';
import type { WorldResult, WorldTask } from './world-trials.js';

export async function perform(task: WorldTask): Promise<WorldResult> {
  const { row, access } = task;
  const mock = await startWorld(row.name, row.options, access === 'admin');
  try {
    const target =
      access === 'admin' ? { adminUrl: mock.url } : { apiKey: 'key_demo', time: movedTime(mock) };
    const run = await suiteRunOf(() => runConformance({ target: mock.url, environment: {}, ...target }));
    return { task, ...run };
  } finally {
    await mock.close();
  }
}
