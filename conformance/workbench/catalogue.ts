/** What can be run, as the workbench lists it: packs, their scenarios, and what each does, in plain words. */
import type { Contract } from '../../spec/contract.js';
import type { Assumption, CheckedCriterion, Expectation, Step, Workflow } from '../pack/model/pack.js';
import { operandWords } from '../pack/predicates/operands.js';
import type { Plan } from '../run/plan.js';
import type { Scenario } from '../run/scenarios.js';
import { likelyOf } from '../run/purchases.js';

export interface ListedScenario {
  id: string;
  title: string;
  description: string;
  clauses: string[];
  /** What it needs of a target, and the operations that it asks: the words that a search by tag finds. */
  tags: string[];
  /** The most credits that it can spend, and what it likely does. */
  most: number;
  likely: number;
  requests: number;
  line: number;
  steps: ListedStep[];
}

export interface ListedStep {
  id: string;
  /** What is asked, as one line. */
  asks: string;
  /** What has to come. */
  expects: string[];
}

export interface ListedPack {
  name: string;
  title: string;
  summary: string;
  file: string;
  scenarios: ListedScenario[];
}

export function listedPacks(scenarios: readonly Scenario[], contract: Contract): ListedPack[] {
  const packs = new Map<string, ListedPack>();
  for (const scenario of scenarios) {
    const { source, facts } = scenario;
    const { name, title, summary, file } = source;
    const pack = packs.get(name) ?? { name, title, summary, file, scenarios: [] };
    packs.set(name, pack);
    pack.scenarios.push({
      id: scenario.id,
      title: facts.title,
      description: facts.description,
      clauses: facts.clauses,
      tags: facts.requires.map((each) => each.replace(/^operation:/, '')),
      most: scenario.cost,
      likely: likelyOf([scenario], contract),
      requests: scenario.requests,
      line: facts.line,
      steps: stepsOf(scenario.workflow),
    });
  }
  return [...packs.values()];
}

/** Steps of the scenario itself; a helper that it calls is one step. */
function stepsOf({ steps }: Workflow): ListedStep[] {
  return steps.map((step) => ({ id: step.stepId, asks: askedBy(step), expects: expectedBy(step) }));
}

function askedBy(step: Step): string {
  const { operation, workflowId, body, parameters, parallel, repeat, cut } = step;
  const what = workflowId === null ? (operation?.id ?? 'a request') : `what ${workflowId} does`;
  const with_ = parameters
    .filter(({ name, deliberate }) => name !== 'Authorization' || deliberate)
    .map(({ name, value, absent }) => (absent ? `no ${name}` : `${name} ${short(value)}`));
  const payload =
    body === null
      ? []
      : body.absent
        ? ['no body']
        : [body.raw === null ? short(body.payload) : `the bytes ${short(body.raw)}`];
  const manner = [
    ...(parallel > 1 ? [`${parallel} at once`] : []),
    ...(repeat === null
      ? []
      : [repeat.until === null ? `${repeat.times ?? ''} times` : `until ${repeat.until}`]),
    ...(cut ? ['breaking off when the answer begins'] : []),
  ];
  const parts = [...with_, ...payload];
  return `Ask ${what}${parts.length === 0 ? '' : ` with ${parts.join(', ')}`}${manner.length === 0 ? '' : ` (${manner.join(', ')})`}`;
}

function expectedBy({ criteria, expectations, assumptions }: Step): string[] {
  return [
    ...assumptions.map((each: Assumption) => `goes on only if ${words(each.judged)}; else ${each.reason}`),
    ...criteria.map(words),
    ...expectations.map(words),
  ];
}

function words(judged: CheckedCriterion | Expectation): string {
  if (!('that' in judged)) return plain(judged.condition);
  const { that, arguments: given } = judged;
  const { left, is, right, ...others } = given;
  if (that === 'compare' && Object.keys(others).length === 0)
    return plain(`${operandWords(left)} ${String(is)} ${operandWords(right)}`);
  const args = Object.entries(given).map(([name, value]) => `${name} ${plain(short(value))}`);
  return `${that.replaceAll('-', ' ')}: ${args.join(', ')}`;
}

/** The expressions that stand in most criteria, as one would say them. */
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

/** What a run would do and spend, for whoever is about to begin it. */
export interface ShownPlan {
  runnable: number;
  skipped: { id: string; reason: string }[];
  most: number;
  likely: number;
  requests: number;
}

export function shownPlan({
  runnable,
  skipped,
  creditsAnnounced,
  creditsLikely,
  requestsAnnounced,
}: Plan): ShownPlan {
  return {
    runnable,
    skipped: [...skipped].map(([id, reason]) => ({ id, reason })),
    most: creditsAnnounced,
    likely: creditsLikely,
    requests: requestsAnnounced,
  };
}
