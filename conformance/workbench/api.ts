/** A call from the page of the workbench. */
import { resolve } from 'node:path';
import { isLoopbackHost } from '../../common/browser/guard.js';
import type { Contract } from '../../spec/contract.js';
import { sizeOfExploration } from '../explore/explore.js';
import { changesSince, earlierRun } from '../judge/changes.js';
import type { RunReport } from '../judge/report.js';
import { oracles } from '../judge/oracles/index.js';
import { VERDICT_WORDS } from '../judge/verdicts.js';
import { packPaths } from '../pack/load-packs.js';
import type { Documents } from '../pack/model/documents.js';
import { PackError } from '../pack/model/source-file.js';
import { reportPieces } from '../reports/index.js';
import { changesOf, runView } from '../reports/run-view.js';
import type { ReportView } from '../reports/view.js';
import { planOf } from '../run/plan/plan.js';
import { chooseScenarios, type Scenario } from '../run/plan/scenarios.js';
import { pick } from '../values/fields.js';
import { count, listed, thousands } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { withCheck } from './added-check.js';
import { listedPacks, shownPlan, unevaluatedIn, type Catalogue } from './catalogue.js';
import type { Checked, Draft, Drafts } from './drafts.js';
import { bodiesOf, journalOf, packFrom } from './recorded-requests.js';
import { profileFor, type RunOrder, type Runs } from './runs.js';
import type { Target, Targets } from './targets.js';
import { languageOf } from './vocabulary.js';

export interface Call {
  /** Id of the run in the path. */
  id: string;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
}

/** A result that the browser saves as a file. Other results are sent as JSON. */
export interface SavedFile {
  name: string;
  pieces: Iterable<string>;
}

export type WorkbenchApi = ReturnType<typeof createApi>;

/** Calls by method and path; `:id` is that of a run. */
type Calls = Readonly<Record<string, (call: Call) => unknown>>;

export interface ApiParts {
  documents: Documents;
  targets: Targets;
  runs: Runs;
  drafts: Drafts;
  /** Packs in addition to those of the kit and those of the folder. */
  packs: readonly string[];
  /** Judges a stored run or a file of traffic. Throws UsageError. */
  readReport(path: string): RunReport;
}

/** The ceiling on credits of a run if neither the page nor the profile sets one. */
const USUAL_CEILING = 800;
/** The page asks before it starts a run that will probably spend more credits. */
const ASK_ABOVE = 50;

/** Throws PackError if a pack has problems. */
export function createApi(parts: ApiParts) {
  const { documents, targets, runs, drafts, packs } = parts;
  const { contract } = documents;
  const { catalogue, chosen } = keptCatalogue(() => catalogueOf(drafts, packs, documents), drafts);
  const ordered = ({ maxCredits = USUAL_CEILING, ...body }: Call['body']): RunOrder => {
    const { again, draft, only, exploration } = body;
    if (typeof again === 'string') {
      const order =
        runs.get(again)?.order ?? fail('This run is no longer stored. Choose its scenarios again.');
      // The user may have typed the key of the target again, or changed a pack.
      const ids = order.scenarios.map((each) => each.id);
      const scenarios = order.isDraft || ids.length === 0 ? order.scenarios : chosen(ids);
      return { ...order, target: targets.get(order.target.id), scenarios };
    }
    const target = targets.get(body['target']);
    // The cost of an exploration is unknown, so only for a mock on this machine it needs no ceiling.
    const isFree =
      isMock(target) && (exploration === undefined || isLoopbackHost(new URL(target.profile.target).host));
    const order = {
      target,
      readOnly: body['readOnly'] === true,
      isDraft: draft !== undefined,
      maxCredits: isFree ? undefined : wholeIn('ceiling on credits', maxCredits, 0),
    };
    if (exploration !== undefined)
      return { ...order, scenarios: [], exploration: explorationIn(exploration) };
    const scenarios = order.isDraft
      ? runnableIn(drafts.check(draftIn(draft)))
      : chosen(Array.isArray(only) ? only.map(String) : []);
    return { ...order, scenarios };
  };
  const calls: Calls = {
    ...draftCalls(drafts, catalogue, contract),
    ...recordedCalls(targets, documents),
    ...runCalls(runs),
    'GET /api/runs/:id/pack': ({ id, query }) => drafts.placed(runs.packOf(id, query.get('finding') ?? '')),
    'GET /api/state': () => ({
      packs: listedPacks(catalogue(), contract),
      targets: targets.list.map(shownTarget),
      keyVariables: targets.keyVariables,
      templates: drafts.templates,
      runs: runs.list,
      words: VERDICT_WORDS,
      savesInto: drafts.folder,
    }),
    'POST /api/targets': ({ body }) => shownTarget(targets.name(body)),
    'POST /api/plan': ({ body }) => plannedFor(ordered(body), contract),
    'POST /api/runs': ({ body }) => {
      const order = ordered(body);
      const { refusal } = plannedFor(order, contract);
      if (refusal !== null) throw new UsageError(refusal);
      return runs.start(order);
    },
  };
  return {
    runs,
    /** Opens a stored run or traffic, and returns the id of the run. Throws UsageError. */
    openFile: (path: string, name: string) => runs.open(parts.readReport(path), name).id,
    calls,
  };
}

/** The first `read` checks all packs, which takes seconds. It is at the start, so that the start reports their problems. */
function keptCatalogue(read: () => Catalogue, drafts: Drafts) {
  let latest = read();
  return {
    /** Keeps the last valid scenarios while a pack of `--pack` has problems, which a run reports. */
    catalogue(): Catalogue {
      try {
        latest = read();
      } catch (error) {
        if (!(error instanceof PackError)) throw error;
        latest = { ...latest, saved: drafts.saved };
      }
      return latest;
    },
    /** All scenarios, or those with these ids. Throws UsageError, and PackError if a pack has problems. */
    chosen(ids: readonly string[]): Scenario[] {
      const { scenarios } = read();
      const lost = ids.filter((id) => !scenarios.some((each) => each.id === id));
      if (lost.length > 0) fail(`The packs no longer have ${listed(lost, 3)}. Choose scenarios again.`);
      return scenarios.filter(({ id }) => ids.length === 0 || ids.includes(id));
    },
  };
}

function plannedFor(order: RunOrder, contract: Contract) {
  const { target, exploration, readOnly, scenarios } = order;
  const profile = profileFor(order);
  const { credits } = profile.budget;
  const plan = exploration
    ? {
        ...pick(sizeOfExploration(profile, exploration.steps), 'likely'),
        most: credits,
        requests: exploration.steps,
      }
    : shownPlan(planOf(scenarios, profile, contract, readOnly));
  const ceiling = isMock(target) && !exploration ? null : credits;
  // An exploration adapts to the ceiling, so it is never refused.
  const isAbove = !exploration && ceiling !== null && plan.likely > ceiling;
  return {
    ...plan,
    url: profile.target,
    /** In credits; null if there is none. */
    ceiling,
    /** Why the run is not started; null if it can be. */
    refusal: isAbove
      ? `This run is likely to cost ${count(plan.likely, 'credit')}, and the ceiling is ${thousands(ceiling)}. ` +
        'Raise the ceiling, choose fewer scenarios, or run free scenarios only.'
      : null,
    /** Whether the page asks before it starts the run. */
    asks: ceiling !== null && (exploration ? ceiling : plan.likely) > ASK_ABOVE,
  };
}

const isMock = ({ profile }: Target): boolean => profile.adminUrl !== null;

function explorationIn(value: unknown): NonNullable<RunOrder['exploration']> {
  const { seed, steps } = (value ?? {}) as Record<string, unknown>;
  return { seed: wholeIn('seed', seed, 0), steps: wholeIn('number of requests', steps, 1) };
}

function wholeIn(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    throw new UsageError(`The ${name} must be a whole number of ${least} or more.`);
  return value;
}

/** A target without its credentials. */
function shownTarget(target: Target): object {
  const { target: url, adminUrl, budget } = target.profile;
  const ceiling = budget.credits ?? USUAL_CEILING;
  return { ...pick(target, 'id', 'label'), url, isMock: isMock(target), adminUrl, ceiling };
}

function fail(problem: string): never {
  throw new UsageError(problem);
}

function runnableIn({ scenarios }: Checked): Checked['scenarios'] {
  return scenarios.length > 0
    ? scenarios
    : fail('The pack has problems or no scenario, so it cannot be run.');
}

function runCalls(runs: Runs): Calls {
  const reportOf = (id: string) => runs.get(id)?.report ?? fail('This run does not exist, or has not ended.');
  const viewOf = (id: string): ReportView => {
    const report = reportOf(id);
    return (runs.get(id)!.view ??= runView(report));
  };
  const savedAs = (kind: 'html' | 'json', id: string): SavedFile => ({
    name: `run-${id}.${kind}`,
    pieces: reportPieces(kind, viewOf(id)),
  });
  return {
    'POST /api/runs/:id/stop': ({ id }) => runs.stop(id),
    'GET /api/latest': () => ({ run: runs.latest }),
    'GET /api/runs/:id/view': ({ id }) => ({
      ...viewOf(id).page,
      unevaluated: unevaluatedIn(reportOf(id), runs.get(id)?.order?.scenarios ?? []),
    }),
    'GET /api/runs/:id/changes': ({ id, query }) => {
      const [report, earlier] = [reportOf(id), reportOf(query.get('since') ?? '')];
      const changes = changesSince(earlierRun(earlier), report);
      return changesOf({ ...report, changes });
    },
    'GET /api/runs/:id/exchange': ({ id, query }) => {
      const [bodies] = viewOf(id).bodies([Number(query.get('number'))]);
      return bodies ?? fail('There is no such exchange in this run.');
    },
    'GET /api/runs/:id/html': ({ id }) => savedAs('html', id),
    'GET /api/runs/:id/json': ({ id }) => savedAs('json', id),
  };
}

function draftCalls(drafts: Drafts, catalogue: () => Catalogue, contract: Contract): Calls {
  let language: ReturnType<typeof languageOf> | undefined;
  return {
    'GET /api/language': () => (language ??= languageOf(contract)),
    'GET /api/draft': ({ query }) => {
      const [template, pack] = [query.get('template'), query.get('pack')];
      if (template !== null) return drafts.fromTemplate(template, query.get('title') ?? '');
      if (pack !== null) return drafts.textOfSaved(pack);
      const scenario = catalogue().scenarios.find(({ id }) => id === query.get('scenario'));
      return drafts.copyOf(scenario ?? fail('There is no such scenario.'));
    },
    'POST /api/check': ({ body }) => {
      const draft = draftIn(body);
      const { problems, scenarios } = drafts.check(draft);
      return {
        problems,
        scenarios: scenarios.map(({ id, facts }) => ({ id, title: facts.title })),
        name: drafts.nameProblem(draft.name, replacedBy(body)),
      };
    },
    'POST /api/added-check': ({ body }) => withCheck(draftIn(body).text, body),
    'POST /api/packs': ({ body }) => ({ file: drafts.save(draftIn(body), replacedBy(body)) }),
    'POST /api/packs/remove': ({ body }) => drafts.remove(String(body['name'])),
  };
}

function recordedCalls(targets: Targets, documents: Documents): Calls {
  const profileOf = (query: URLSearchParams) => targets.get(query.get('target')).profile;
  return {
    'GET /api/recorded': ({ query }) => journalOf(profileOf(query)),
    'GET /api/recorded/request': ({ query }) => bodiesOf(profileOf(query), Number(query.get('id'))),
    'GET /api/recorded/pack': ({ query }) => {
      const ids = (query.get('requests') ?? '').split('-').filter((id) => /^\d+$/.test(id));
      return packFrom(profileOf(query), ids.map(Number), documents);
    },
  };
}

/** Reads the packs that the page offers at each call, since other programs may change them; unchanged ones are not checked again. */
function catalogueOf(drafts: Drafts, packs: readonly string[], documents: Documents): Catalogue {
  const { saved } = drafts;
  const named = new Set(packs.map((path) => resolve(path)));
  const valid = saved.filter(({ problem, file }) => problem === null && !named.has(file));
  const paths = [...packPaths([]), ...packs, ...valid.map(({ file }) => file)];
  return { saved, scenarios: chooseScenarios({ packs: paths, oracles }, documents).scenarios };
}

function draftIn(value: unknown): Draft {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string')
    throw new UsageError('A draft has a name and a text.');
  return { name, text };
}

function replacedBy({ replaces }: Call['body']): string | null {
  return typeof replaces === 'string' ? replaces : null;
}
