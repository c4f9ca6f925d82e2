/** What the workbench's page can ask for, call by call. */
import { oracles } from '../judge/oracles/index.js';
import type { Documents } from '../pack/model/documents.js';
import { exchangeBodies, viewOf, type RunView } from '../reports/view-data.js';
import { writeReport } from '../reports/index.js';
import { planOf } from '../run/plan.js';
import { chooseScenarios, packPaths } from '../run/scenarios.js';
import { UsageError } from '../values/usage-error.js';
import { listedPacks, shownPlan } from './catalogue.js';
import type { Runs } from './runs.js';
import type { Targets } from './targets.js';

export interface Asked {
  /** The run that the path names. */
  id: string;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
}

export type Given = { json: unknown } | { file: string; type: string; name: string };

export interface Desk {
  runs: Runs;
  /** By method and path, in which `*` stands for a run's id. */
  calls: Readonly<Record<string, (asked: Asked) => Given | Promise<Given>>>;
}

export interface DeskParts {
  documents: Documents;
  targets: Targets;
  runs: Runs;
  /** Packs beside those of the kit. */
  packs: readonly string[];
}

export function createDesk({ documents, targets, runs, packs }: DeskParts): Desk {
  const views = new WeakMap<object, RunView>();
  const paths = (): string[] => [...packPaths([]), ...packs];
  // Read before a page asks: it takes seconds, and a pack that is wrong is said at the start. A run reads them anew.
  const { scenarios } = chooseScenarios({ packs: paths(), oracles }, documents);
  const listed = listedPacks(scenarios, documents.contract);

  const reportOf = (id: string) => {
    const report = runs.report(id);
    if (report === null) throw new UsageError('There is no such run here, or it has not ended.');
    return report;
  };
  const orderOf = ({ target, only, readOnly }: Asked['body']) => ({
    target: targets.get(target),
    packs: paths(),
    only: texts(only),
    readOnly: readOnly === true,
  });

  return {
    runs,
    calls: {
      'GET /api/state': () => ({
        json: {
          targets: targets.list.map(({ id, label }) => ({ id, label })),
          packs: listed,
          runs: runs.list,
        },
      }),
      'POST /api/targets': ({ body }) => {
        const { id, label } = targets.name(body);
        return { json: { id, label } };
      },
      'POST /api/plan': ({ body }) => {
        const { target, only, readOnly } = orderOf(body);
        const chosen = only.length === 0 ? scenarios : scenarios.filter(({ id }) => only.includes(id));
        return { json: shownPlan(planOf(chosen, target.profile, documents.contract, readOnly)) };
      },
      'POST /api/runs': ({ body }) => {
        const against =
          typeof body['against'] === 'string' && body['against'] !== '' ? body['against'] : null;
        return { json: { id: runs.start({ ...orderOf(body), against }).id } };
      },
      'POST /api/runs/*/stop': ({ id }) => {
        runs.stop(id);
        return { json: {} };
      },
      'GET /api/runs/*': ({ id }) => {
        const one = runs.one(id);
        if (one === undefined) throw new UsageError('There is no such run here.');
        return { json: one };
      },
      'GET /api/runs/*/view': ({ id }) => {
        const report = reportOf(id);
        let view = views.get(report);
        if (view === undefined) views.set(report, (view = viewOf(report)));
        return { json: view };
      },
      'GET /api/runs/*/exchange': ({ id, query }) => {
        const number = Number(query.get('number'));
        const [bodies] = exchangeBodies(reportOf(id), (exchange) => exchange.id === number);
        if (bodies === undefined) throw new UsageError('There is no such exchange in this run.');
        return { json: bodies };
      },
      'GET /api/runs/*/html': ({ id }) => ({
        ...{ file: writeReport('html', reportOf(id)), type: 'text/html; charset=utf-8' },
        name: `run-${id}.html`,
      }),
      'GET /api/runs/*/json': ({ id }) => ({
        ...{ file: writeReport('json', reportOf(id)), type: 'application/json; charset=utf-8' },
        name: `run-${id}.json`,
      }),
    },
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
