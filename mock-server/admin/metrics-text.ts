/** Metrics of the mock in the text format of Prometheus. */
import type { Metric as LibraryMetric, MetricType } from 'prom-client';
import type { Durations } from '../state/metrics.js';
import type { World } from '../state/world.js';

const PREFIX = 'job_search_mock_';

type MetricsText = () => Promise<string>;

/** The library is loaded with the first call: most mocks in tests get none, and it takes longer than the rest of the API. */
export function metricsOf(world: World): MetricsText {
  let made: Promise<MetricsText> | undefined;
  return async () => (await (made ??= registryOf(world)))();
}

async function registryOf(world: World): Promise<MetricsText> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  for (const metric of metricsIn(world)) registry.registerMetric(readable(metric));
  collectDefaultMetrics({ register: registry });
  return () => registry.metrics();
}

/** A value of a metric; `suffix` is added to the metric's name. */
type Row = [labels: Record<string, string | number>, value: number, suffix?: string];

/** `rows` are asked for at each call. */
type Metric = [type: `${MetricType}`, name: string, help: string, rows: () => readonly Row[]];

function metricsIn(world: World): Metric[] {
  const { metrics, contract, accounts, version, dataset } = world;
  const searches = contract.operations.filter(({ kind }) => kind === 'search');
  return [
    [
      'counter',
      'requests_total',
      'Requests of the contract that were answered or dropped.',
      () =>
        [...metrics.requests].flatMap(([operation, statuses]) =>
          Array.from(statuses, ([status, count]): Row => [
            { operation: operation ?? 'none', status: status ?? 'none' },
            count,
          ]),
        ),
    ],
    [
      'counter',
      'credits_charged_total',
      'Credits charged for searches.',
      () => searches.map(({ id }): Row => [{ operation: id }, metrics.credits.get(id) ?? 0]),
    ],
    [
      'counter',
      'faults_met_total',
      'Requests that a planted fault has hit.',
      () => Array.from(metrics.faults, ([effect, count]): Row => [{ effect }, count]),
    ],
    [
      'counter',
      'journal_dropped_total',
      'Rows that journals dropped to make room.',
      () => [[{}, metrics.rowsDropped]],
    ],
    [
      'counter',
      'state_write_failures_total',
      'Writes of the state that failed; what they held was refused.',
      () => [[{}, metrics.stateFailures]],
    ],
    [
      'histogram',
      'state_write_seconds',
      'How long it took to keep what changed.',
      () => rowsOf(metrics.stateWrites),
    ],
    ['gauge', 'accounts', 'Accounts that there are.', () => [[{}, accounts.size]]],
    [
      'gauge',
      'ready',
      '1 where the state can be kept, else 0.',
      () => [[{}, world.keeper.trouble === null ? 1 : 0]],
    ],
    ['gauge', 'info', 'What is running.', () => [[{ version, dataset: dataset.hash }, 1]]],
  ];
}

function rowsOf({ bounds, sum, upTo }: Durations): Row[] {
  return [
    ...upTo.map((count, i): Row => [{ le: bounds[i] ?? '+Inf' }, count, '_bucket']),
    [{}, sum, '_sum'],
    [{}, upTo.at(-1)!, '_count'],
  ];
}

/** A registry asks a metric for its name and for this. The library's own metrics count for themselves, and these are counted already. */
function readable([type, name, help, rows]: Metric): LibraryMetric {
  const own = PREFIX + name;
  const values = () =>
    rows().map(([labels, value, suffix = '']) => ({ metricName: own + suffix, labels, value }));
  const get = () => Promise.resolve({ name: own, help, type, values: values() });
  return { name: own, get } as unknown as LibraryMetric;
}
