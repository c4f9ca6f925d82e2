/** The calls of the workbench's page. */
import { changesSince, earlierRun } from '../judge/changes.js';
import type { RunReport } from '../judge/report.js';
import { oracles } from '../judge/oracles/index.js';
import type { Documents } from '../pack/model/documents.js';
import { reportPieces } from '../reports/index.js';
import { changesOf, runView } from '../reports/run-view.js';
import { pick, type ReportView } from '../reports/view.js';
import { planOf } from '../run/plan.js';
import { packPaths } from '../pack/load-packs.js';
import { chooseScenarios, type Scenario } from '../run/scenarios.js';
import { UsageError } from '../values/usage-error.js';
import { listedPacks, shownPlan, type ListedPack } from './catalogue.js';
import { draftOf, type Draft, type Drafts } from './drafts.js';
import { journalOf, packFrom } from './recorded-requests.js';
import type { Runs } from './runs.js';
import type { Targets } from './targets.js';
import { vocabulary, type Word } from './vocabulary.js';

export interface Call {
  /** Id of the run in the path. */
  id: string;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
}

export type CallResult = { json: unknown } | { file: Iterable<string>; type: string; name: string };

export interface WorkbenchApi {
  runs: Runs;
  /** By method and path; `*` is the id of a run. */
  calls: Readonly<Record<string, (call: Call) => CallResult | Promise<CallResult>>>;
}

export interface ApiParts {
  documents: Documents;
  targets: Targets;
  runs: Runs;
  drafts: Drafts;
  /** Packs beside those of the kit and those of the folder. */
  packs: readonly string[];
}

/** Throws PackError if a pack has problems. */
export function createApi({ documents, targets, runs, drafts, packs }: ApiParts): WorkbenchApi {
  const paths = (): string[] => [...packPaths([]), ...packs, ...drafts.saved];
  const catalogue = createCatalogue(paths, documents);
  const orderOf = ({ target, only, readOnly }: Call['body']) => ({
    target: targets.get(target),
    packs: paths(),
    only: Array.isArray(only) ? only.map(String) : [],
    readOnly: readOnly === true,
  });
  return {
    runs,
    calls: {
      ...draftCalls(drafts, catalogue),
      ...recordedCalls(targets, documents),
      ...runCalls(runs),
      'GET /api/state': () => ({
        json: {
          targets: targets.list.map((target) => pick(target, 'id', 'label')),
          packs: catalogue.listed,
          runs: runs.list,
          savesInto: drafts.folder,
        },
      }),
      'POST /api/targets': ({ body }) => ({ json: pick(targets.name(body), 'id', 'label') }),
      'POST /api/plan': ({ body }) => {
        const { target, only, readOnly } = orderOf(body);
        const chosen = catalogue.scenarios.filter(({ id }) => only.length === 0 || only.includes(id));
        return { json: shownPlan(planOf(chosen, target.profile, documents.contract, readOnly)) };
      },
      'POST /api/runs': ({ body: { against, draft, ...order } }) => {
        const own = draft === undefined ? {} : { scenarios: drafts.check(draftIn(draft)).scenarios };
        if (own.scenarios?.length === 0)
          throw new UsageError('The pack has problems, or no scenario. Nothing of it can be run.');
        const earlier = typeof against === 'string' && against !== '' ? against : null;
        return { json: { id: runs.start({ ...orderOf(order), against: earlier, ...own }).id } };
      },
    },
  };
}

/** Calls about one run. */
function runCalls(runs: Runs): WorkbenchApi['calls'] {
  const views = new WeakMap<RunReport, ReportView>();
  const reportOf = (id: string) => {
    const report = runs.report(id);
    if (report === null) throw new UsageError('There is no such run here, or it has not ended.');
    return report;
  };
  const viewOf = (id: string): ReportView => {
    const report = reportOf(id);
    const view = views.get(report) ?? runView(report);
    views.set(report, view);
    return view;
  };
  const savedAs = (kind: 'html' | 'json', type: string, id: string): CallResult => ({
    file: reportPieces(kind, viewOf(id)),
    type: `${type}; charset=utf-8`,
    name: `run-${id}.${kind}`,
  });
  return {
    'POST /api/runs/*/stop': ({ id }) => {
      runs.stop(id);
      return { json: {} };
    },
    'GET /api/runs/*': ({ id }) => {
      const one = runs.one(id);
      if (one === undefined) throw new UsageError('There is no such run here.');
      return { json: one };
    },
    'GET /api/runs/*/view': ({ id }) => ({ json: viewOf(id).page }),
    'GET /api/runs/*/changes': ({ id, query }) => {
      const [report, earlier] = [reportOf(id), reportOf(query.get('since') ?? '')];
      const changes = changesSince(earlierRun(earlier), report.clauses);
      return { json: changesOf({ ...report, changes }) };
    },
    'GET /api/runs/*/exchange': ({ id, query }) => {
      const [bodies] = viewOf(id).bodies([Number(query.get('number'))]);
      if (bodies === undefined) throw new UsageError('There is no such exchange in this run.');
      return { json: bodies };
    },
    'GET /api/runs/*/html': ({ id }) => savedAs('html', 'text/html', id),
    'GET /api/runs/*/json': ({ id }) => savedAs('json', 'application/json', id),
  };
}

/** Calls of the editor of packs. */
function draftCalls(drafts: Drafts, catalogue: Catalogue): WorkbenchApi['calls'] {
  let words: Word[] | undefined;
  return {
    'GET /api/words': () => ({ json: { words: (words ??= vocabulary()) } }),
    'GET /api/draft': ({ query }) => {
      const scenario = catalogue.scenarios.find(({ id }) => id === query.get('scenario'));
      if (scenario === undefined) throw new UsageError('There is no such scenario.');
      return { json: draftOf(scenario) };
    },
    'POST /api/check': ({ body }) => {
      const { problems, scenarios } = drafts.check(draftIn(body));
      return {
        json: { problems, scenarios: scenarios.map(({ id, facts }) => ({ id, title: facts.title })) },
      };
    },
    'POST /api/packs': ({ body }) => {
      const file = drafts.save(draftIn(body));
      catalogue.refresh();
      return { json: { file } };
    },
  };
}

/** Calls about requests that a mock recorded. */
function recordedCalls(targets: Targets, documents: Documents): WorkbenchApi['calls'] {
  const profileOf = (query: URLSearchParams) => targets.get(query.get('target')).profile;
  return {
    'GET /api/recorded': async ({ query }) => ({ json: await journalOf(profileOf(query)) }),
    'GET /api/recorded/pack': async ({ query }) => {
      const ids = (query.get('requests') ?? '').split('-').filter((id) => /^\d+$/.test(id));
      return { json: await packFrom(profileOf(query), ids.map(Number), documents) };
    },
  };
}

/** The scenarios that the page offers. */
interface Catalogue {
  scenarios: readonly Scenario[];
  listed: ListedPack[];
  refresh(): void;
}

/** Reads packs now, which takes seconds, so that problems show at the start. A run reads them again. */
function createCatalogue(paths: () => string[], documents: Documents): Catalogue {
  const catalogue: Catalogue = {
    scenarios: [],
    listed: [],
    refresh() {
      catalogue.scenarios = chooseScenarios({ packs: paths(), oracles }, documents).scenarios;
      catalogue.listed = listedPacks(catalogue.scenarios, documents.contract);
    },
  };
  catalogue.refresh();
  return catalogue;
}

function draftIn(value: unknown): Draft {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string')
    throw new UsageError('A draft has a name and a text.');
  return { name, text };
}
