/** Describes packs, scenarios, steps and checks in plain words, as the workbench lists them. */
import type { Contract } from '../../spec/contract.js';
import type { RunReport, ScenarioResult } from '../judge/report.js';
import type { CheckedCriterion, Expectation, Step, Workflow } from '../pack/model/pack.js';
import { operandWords } from '../pack/predicates/values.js';
import type { Plan } from '../run/plan/plan.js';
import type { Scenario } from '../run/plan/scenarios.js';
import { likelyOf } from '../run/plan/purchases.js';
import { grouped } from '../values/grouped.js';
import { oncePerPair } from '../values/once.js';
import type { SavedPack } from './drafts.js';

/** The scenarios that can be run, and the packs of the user's folder, with and without problems. */
export interface Catalogue {
  scenarios: readonly Scenario[];
  saved: readonly SavedPack[];
}

/** Lists packs with their scenarios. Packs of the user's folder come first. */
export function listedPacks({ scenarios, saved }: Catalogue, contract: Contract) {
  const own = new Set(saved.map(({ file }) => file));
  const listed = [...grouped(scenarios, ({ source }) => source.file).values()].map((all) => {
    const { name, title, summary, file } = all[0]!.source;
    const shown = all.map((each) => listedScenario(each, contract));
    return {
      name,
      title,
      summary,
      file,
      /** Credits that its scenarios probably spend together. */
      likely: likelyOf(all, contract),
      /** True for packs in the user's folder, which can be edited. */
      isOwn: own.has(file),
      /** Why no scenarios of the pack are listed; null for a valid pack. */
      problem: null as string | null,
      scenarios: shown,
    };
  });
  const others = saved.filter(({ file }) => !listed.some((each) => each.file === file));
  return [...others.map((each) => ({ ...NOTHING, ...each })), ...listed].sort(
    (a, b) => Number(b.isOwn) - Number(a.isOwn),
  );
}

const NOTHING = { title: '', summary: '', likely: 0, isOwn: true, scenarios: [] };

const listedScenario = oncePerPair((scenario: Scenario, contract: Contract) => {
  const { facts } = scenario;
  return {
    id: scenario.id,
    title: facts.title,
    description: facts.description,
    clauses: facts.clauses,
    /** Requirements and operations, by which users can search. */
    tags: facts.requires.map((each) => each.replace(/^operation:/, '')),
    /** The most credits that the scenario can spend, and the probable number. */
    most: scenario.cost,
    likely: likelyOf([scenario], contract),
    requests: scenario.requests,
    line: facts.line,
    /** A helper that the scenario calls is one step. `asks` is its request, in one line. */
    steps: scenario.workflow.steps.map((step) => ({
      id: step.stepId,
      asks: askedBy(step),
      expects: expectedBy(step),
    })),
  };
});

function askedBy({ operation, workflowId, body, parameters, parallel, repeat, cut }: Step): string {
  const what = workflowId === null ? (operation?.id ?? 'a request') : `what ${workflowId} does`;
  const parts = parameters
    .filter(({ name, deliberate }) => name !== 'Authorization' || deliberate)
    .map(({ name, value, absent }) => (absent ? `no ${name}` : `${name} ${short(value)}`));
  if (body?.absent) parts.push('no body');
  else if (body !== null)
    parts.push(body.raw === null ? short(body.payload) : `the bytes ${short(body.raw)}`);
  const times =
    repeat && (repeat.until === null ? `${repeat.times ?? ''} times` : `until ${repeat.until.condition}`);
  const manner = [
    parallel > 1 ? `${parallel} concurrently` : '',
    times ?? '',
    cut ? 'closing the connection when the answer begins' : '',
  ].filter(Boolean);
  const added = parts.length > 0 ? ` with ${parts.join(', ')}` : '';
  return `Ask ${what}${added}${manner.length > 0 ? ` (${manner.join(', ')})` : ''}`;
}

function expectedBy({ criteria, expectations, assumptions }: Step): string[] {
  return [
    ...assumptions.map(({ judged, reason }) => `continues only if ${words(judged)}; else ${reason}`),
    ...[...criteria, ...expectations].map(words),
  ];
}

/** A check as `status 200` or `job count: equals 3`. */
function words(judged: CheckedCriterion | Expectation): string {
  if (!('that' in judged)) return plain(judged.condition);
  const { that, arguments: given } = judged;
  const { left, is, right, ...others } = given;
  if (that === 'compare' && Object.keys(others).length === 0)
    return plain(`${operandWords(left)} ${String(is)} ${operandWords(right)}`);
  const args = Object.entries(given).map(([name, value]) => `${name} ${plain(short(value))}`);
  return `${that.replaceAll('-', ' ')}: ${args.join(', ')}`;
}

/** Replaces frequent expressions by words. */
function plain(text: string): string {
  return text
    .replace(/\$statusCode == /g, 'status ')
    .replaceAll('$statusCode', 'status')
    .replace(/\$response\.body#(\/[\w%/~-]+)/g, '$1')
    .replace(/\$response\.header\.([\w-]+)/g, 'header $1')
    .replace(/\$inputs\.(\w+)/g, '‹$1›');
}

const LONGEST = 160;

function short(value: unknown): string {
  const json = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const text = json.replace(/"?\$inputs\.(\w+)"?/g, '‹$1›');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

export type ShownPlan = ReturnType<typeof shownPlan>;

/** The size and the price of a run, before it starts. */
export function shownPlan(plan: Plan) {
  return {
    runnable: plan.runnable,
    skipped: [...plan.skipped].map(([id, reason]) => ({ id, reason })),
    most: plan.creditsAnnounced,
    likely: plan.creditsLikely,
    requests: plan.requestsAnnounced,
  };
}

interface Unevaluated {
  step: string;
  checks: string[];
}

/**
 * The checks that a run did not evaluate, because their scenario ended before them. They are grouped by the id of their scenario.
 * Leaves out scenarios that were completed, or sent nothing.
 */
export function unevaluatedIn(
  report: RunReport,
  scenarios: readonly Scenario[],
): Record<string, Unevaluated[]> {
  const results = new Map(report.scenarios.map((each) => [each.id, each]));
  return Object.fromEntries(
    scenarios.flatMap(({ id, workflow }): [string, Unevaluated[]][] => {
      const result = results.get(id);
      if (result === undefined || result.outcome.end === 'completed' || result.exchanges.length === 0)
        return [];
      return [[id, leftOf(workflow, '', result)]];
    }),
  );
}

function leftOf({ steps, calls }: Workflow, prefix: string, result: ScenarioResult): Unevaluated[] {
  return steps.flatMap((step): Unevaluated[] => {
    const name = `${prefix}${step.stepId}`;
    const judges = result.outcome.judgements.filter((each) => each.step === name).map(({ by }) => by);
    const called = step.workflowId === null ? undefined : calls.get(step.workflowId);
    const inner = called === undefined ? [] : leftOf(called, `${name}/`, result);
    const checks = [
      ...(judges.includes('criterion') ? [] : step.criteria),
      ...(judges.some((by) => by.startsWith('predicate ')) ? [] : step.expectations),
    ];
    return checks.length === 0 ? inner : [...inner, { step: name, checks: checks.map(words) }];
  });
}
