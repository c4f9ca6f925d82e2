/** Metrics of the mock in the text format of Prometheus. */
import type * as prom from 'prom-client';
import { BOUNDS, type Durations } from '../state/metrics.js';
import type { World } from '../state/world.js';
import { METRICS } from './generated/metrics.js';

const PREFIX = 'job_search_mock_';

/** Loads prom-client on the first call, because it loads slowly and most tests do not read metrics. */
export function metricsOf(world: World): () => Promise<string> {
  let made: Promise<prom.Registry> | undefined;
  return async () => (await (made ??= registryOf(world))).metrics();
}

async function registryOf(world: World): Promise<prom.Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  const rows = rowsIn(world);
  for (const name of Object.keys(METRICS) as (keyof typeof METRICS)[])
    registry.registerMetric(readable(name, rows[name]));
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** A value of a metric; `suffix` is added to the metric's name. */
type Row = [labels: Record<string, string | number>, value: number, suffix?: string];

/** By metric, a function that returns its current rows. */
function rowsIn(world: World): Record<keyof typeof METRICS, () => readonly Row[]> {
  const { metrics, contract, accounts, version, dataset } = world;
  const searches = contract.operations.filter(({ kind }) => kind === 'search');
  return {
    requests_total: () =>
      [...metrics.requests].flatMap(([operation, statuses]) =>
        Array.from(statuses, ([status, count]): Row => [
          { operation: operation ?? 'none', status: status ?? 'none' },
          count,
        ]),
      ),
    credits_charged_total: () =>
      searches.map(({ id }): Row => [{ operation: id }, metrics.credits.get(id) ?? 0]),
    faults_met_total: () => Array.from(metrics.faults, ([effect, count]): Row => [{ effect }, count]),
    journal_dropped_total: () => [[{}, metrics.rowsDropped]],
    state_write_failures_total: () => [[{}, metrics.stateFailures]],
    state_write_seconds: () => rowsOf(metrics.stateWrites),
    accounts: () => [[{}, accounts.size]],
    ready: () => [[{}, world.keeper.trouble === null ? 1 : 0]],
    info: () => [[{ version, dataset: dataset.hash }, 1]],
  };
}

function rowsOf({ sum, upTo }: Durations): Row[] {
  return [
    ...upTo.map((count, i): Row => [{ le: BOUNDS[i] ?? '+Inf' }, count, '_bucket']),
    [{}, sum, '_sum'],
    [{}, upTo.at(-1)!, '_count'],
  ];
}

/** Presents counts of the mock as a metric of prom-client, whose own classes would count again. A registry needs only this. */
function readable(name: keyof typeof METRICS, rows: () => readonly Row[]): prom.Metric {
  const own = PREFIX + name;
  const values = () =>
    rows().map(([labels, value, suffix = '']) => ({ metricName: own + suffix, labels, value }));
  const get = () => Promise.resolve({ name: own, ...METRICS[name], values: values() });
  return { name: own, get } as unknown as prom.Metric;
}
