/** What the workbench's page can ask for, call by call. */
import { changesSince, earlierRun } from '../judge/changes.js';
import type { RunReport } from '../judge/report.js';
import { oracles } from '../judge/oracles/index.js';
import type { Documents } from '../pack/model/documents.js';
import { reportPieces } from '../reports/index.js';
import { changesOf, runView } from '../reports/run-view.js';
import type { ReportView } from '../reports/view.js';
import { planOf } from '../run/plan.js';
import { packPaths } from '../pack/pack-files.js';
import { chooseScenarios, type Scenario } from '../run/scenarios.js';
import { UsageError } from '../values/usage-error.js';
import { listedPacks, shownPlan, type ListedPack } from './catalogue.js';
import { draftOf, type Draft, type Drafts } from './drafts.js';
import { journalOf, packFrom } from './journal.js';
import type { Runs } from './runs.js';
import type { Targets } from './targets.js';
import { vocabulary, type Word } from './vocabulary.js';

export interface Asked {
  /** The run that the path names. */
  id: string;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
}

export type Given = { json: unknown } | { file: Iterable<string>; type: string; name: string };

export interface Desk {
  runs: Runs;
  /** By method and path, in which `*` stands for a run's id. */
  calls: Readonly<Record<string, (asked: Asked) => Given | Promise<Given>>>;
}

export interface DeskParts {
  documents: Documents;
  targets: Targets;
  runs: Runs;
  drafts: Drafts;
  /** Packs beside those of the kit and those of the folder. */
  packs: readonly string[];
}

export function createDesk({ documents, targets, runs, drafts, packs }: DeskParts): Desk {
  const paths = (): string[] => [...packPaths([]), ...packs, ...drafts.saved];
  const catalogue = new Catalogue(paths, documents);

  const orderOf = ({ target, only, readOnly }: Asked['body']) => ({
    target: targets.get(target),
    packs: paths(),
    only: texts(only),
    readOnly: readOnly === true,
  });

  return {
    runs,
    calls: {
      ...writingCalls(drafts, catalogue),
      ...recordedCalls(targets, documents),
      'GET /api/state': () => ({
        json: {
          targets: targets.list.map(({ id, label }) => ({ id, label })),
          packs: catalogue.listed,
          runs: runs.list,
          savesInto: drafts.folder,
        },
      }),
      'POST /api/targets': ({ body }) => {
        const { id, label } = targets.name(body);
        return { json: { id, label } };
      },
      'POST /api/plan': ({ body }) => {
        const { target, only, readOnly } = orderOf(body);
        const chosen =
          only.length === 0 ? catalogue.scenarios : catalogue.scenarios.filter(({ id }) => only.includes(id));
        return { json: shownPlan(planOf(chosen, target.profile, documents.contract, readOnly)) };
      },
      'POST /api/runs': ({ body }) => {
        const against =
          typeof body['against'] === 'string' && body['against'] !== '' ? body['against'] : null;
        const draft = body['draft'] === undefined ? null : drafts.check(draftIn(body['draft']));
        if (draft !== null && draft.scenarios.length === 0)
          throw new UsageError('The pack has problems, or no scenario. Nothing of it can be run.');
        const own = draft === null ? {} : { scenarios: draft.scenarios };
        return { json: { id: runs.start({ ...orderOf(body), against, ...own }).id } };
      },
      ...runCalls(runs),
    },
  };
}

/** Calls about one run. */
function runCalls(runs: Runs): Desk['calls'] {
  const views = new WeakMap<RunReport, ReportView>();
  const reportOf = (id: string) => {
    const report = runs.report(id);
    if (report === null) throw new UsageError('There is no such run here, or it has not ended.');
    return report;
  };
  const viewOf = (id: string): ReportView => {
    const report = reportOf(id);
    let view = views.get(report);
    if (view === undefined) views.set(report, (view = runView(report)));
    return view;
  };
  const savedAs = (kind: 'html' | 'json', type: string, id: string): Given => ({
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
      const number = Number(query.get('number'));
      const [bodies] = viewOf(id).bodies([number]);
      if (bodies === undefined) throw new UsageError('There is no such exchange in this run.');
      return { json: bodies };
    },
    'GET /api/runs/*/html': ({ id }) => savedAs('html', 'text/html', id),
    'GET /api/runs/*/json': ({ id }) => savedAs('json', 'application/json', id),
  };
}

/** What the page asks for while a pack is written. */
function writingCalls(drafts: Drafts, catalogue: Catalogue): Desk['calls'] {
  let words: Word[] | undefined;
  return {
    'GET /api/words': () => ({ json: { words: (words ??= vocabulary()) } }),
    'GET /api/draft': ({ query }) => {
      const scenario = catalogue.scenarios.find(({ id }) => id === query.get('scenario'));
      if (scenario === undefined) throw new UsageError('There is no such scenario.');
      return { json: draftOf(scenario) };
    },
    'POST /api/check': ({ body }) => {
      const { problems, scenarios: found } = drafts.check(draftIn(body));
      return { json: { problems, scenarios: found.map(({ id, facts }) => ({ id, title: facts.title })) } };
    },
    'POST /api/packs': ({ body }) => {
      const file = drafts.save(draftIn(body));
      catalogue.refresh();
      return { json: { file } };
    },
  };
}

/** What the page asks for of the requests that a mock met. */
function recordedCalls(targets: Targets, documents: Documents): Desk['calls'] {
  const profileOf = (query: URLSearchParams) => targets.get(query.get('target')).profile;
  return {
    'GET /api/recorded': async ({ query }) => ({ json: await journalOf(profileOf(query)) }),
    'GET /api/recorded/pack': async ({ query }) => {
      const ids = (query.get('requests') ?? '').split('-').filter((id) => /^\d+$/.test(id));
      return { json: await packFrom(profileOf(query), ids.map(Number), documents) };
    },
  };
}

/** The scenarios that can be chosen, as they stood when they were last read. */
class Catalogue {
  readonly #paths: () => string[];
  readonly #documents: Documents;
  scenarios!: readonly Scenario[];
  listed!: ListedPack[];

  /** Reads them now, which takes seconds: a pack that is wrong is said at the start. A run reads them anew. */
  constructor(paths: () => string[], documents: Documents) {
    this.#paths = paths;
    this.#documents = documents;
    this.refresh();
  }

  refresh(): void {
    this.scenarios = chooseScenarios({ packs: this.#paths(), oracles }, this.#documents).scenarios;
    this.listed = listedPacks(this.scenarios, this.#documents.contract);
  }
}

function draftIn(value: unknown): Draft {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string')
    throw new UsageError('A draft has a name and a text.');
  return { name, text };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
