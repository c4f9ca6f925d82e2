/** Metrics of the mock in the text format of Prometheus. */
import type { Histogram } from 'prom-client';
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
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  const { metrics, dataset } = world;
  const searches = world.contract.operations.filter(({ kind }) => kind === 'search');

  /** `values` are asked for at each call; labels first. */
  const counter = (name: string, help: string, labelNames: string[], values: () => Iterable<Row>): void => {
    new Counter({
      name: PREFIX + name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of values()) this.inc(labels, value);
      },
    });
  };
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };

  counter(
    'requests_total',
    'Requests of the contract that were answered or dropped.',
    ['operation', 'status'],
    () =>
      [...metrics.requests].flatMap(([operation, statuses]) =>
        Array.from(statuses, ([status, count]): Row => [labelsOf({ operation, status }), count]),
      ),
  );
  counter('credits_charged_total', 'Credits charged for searches.', ['operation'], () =>
    searches.map(({ id }): Row => [{ operation: id }, metrics.credits.get(id) ?? 0]),
  );
  counter('faults_met_total', 'Requests that a planted fault has hit.', ['effect'], () =>
    Array.from(metrics.faults, ([effect, count]): Row => [{ effect }, count]),
  );
  counter('journal_dropped_total', 'Rows that journals dropped to make room.', [], () => [
    [{}, metrics.rowsDropped],
  ]);
  counter(
    'state_write_failures_total',
    'Writes of the state that failed; what they held was refused.',
    [],
    () => [[{}, metrics.stateFailures]],
  );
  registry.registerMetric(
    histogram('state_write_seconds', 'How long it took to keep what changed.', metrics.stateWrites),
  );
  gauge('accounts', 'Accounts that there are.', () => world.accounts.size);
  gauge('ready', '1 where the state can be kept, else 0.', () => (world.keeper.trouble === null ? 1 : 0));
  new Gauge({
    name: `${PREFIX}info`,
    help: 'What is running.',
    labelNames: ['version', 'dataset'],
    registers,
  }).set({ version: world.version, dataset: dataset.hash }, 1);
  collectDefaultMetrics({ register: registry });
  return () => registry.metrics();
}

type Row = [labels: Record<string, string>, value: number];

function labelsOf(values: Record<string, string | number | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? 'none')]));
}

/** The library's own histogram sorts each value when it comes, and these were sorted before it was loaded. */
function histogram(name: string, help: string, durations: Durations): Histogram {
  const metric = {
    name: PREFIX + name,
    get() {
      const { bounds, sum, upTo } = durations;
      const row = (suffix: string, value: number, labels = {}) => ({
        metricName: `${PREFIX}${name}_${suffix}`,
        labels,
        value,
      });
      const values = [
        ...upTo.map((count, i) => row('bucket', count, { le: bounds[i] ?? '+Inf' })),
        row('sum', sum),
        row('count', upTo.at(-1)!),
      ];
      return Promise.resolve({ name: PREFIX + name, help, type: 'histogram', values });
    },
  };
  // A registry asks a metric for its name and for this.
  return metric as unknown as Histogram;
}
