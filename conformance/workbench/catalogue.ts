/** Describes packs, scenarios and steps in plain words, as the workbench lists them. */
import type { Contract } from '../../spec/contract.js';
import type { CheckedCriterion, Expectation, Step, Workflow } from '../pack/model/pack.js';
import { operandWords } from '../pack/predicates/operands.js';
import type { Plan } from '../run/plan.js';
import type { Scenario } from '../run/scenarios.js';
import { likelyOf } from '../run/purchases.js';

export interface ListedScenario {
  id: string;
  title: string;
  description: string;
  clauses: string[];
  /** Needs and operations; a search by tag finds them. */
  tags: string[];
  /** Credits that it can spend at most, and probably spends. */
  most: number;
  likely: number;
  requests: number;
  line: number;
  steps: ListedStep[];
}

export interface ListedStep {
  id: string;
  /** The request, in one line. */
  asks: string;
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

/** A helper that the scenario calls is one step. */
function stepsOf({ steps }: Workflow): ListedStep[] {
  return steps.map((step) => ({ id: step.stepId, asks: askedBy(step), expects: expectedBy(step) }));
}

function askedBy({ operation, workflowId, body, parameters, parallel, repeat, cut }: Step): string {
  const what = workflowId === null ? (operation?.id ?? 'a request') : `what ${workflowId} does`;
  const parts = parameters
    .filter(({ name, deliberate }) => name !== 'Authorization' || deliberate)
    .map(({ name, value, absent }) => (absent ? `no ${name}` : `${name} ${short(value)}`));
  if (body?.absent) parts.push('no body');
  else if (body !== null)
    parts.push(body.raw === null ? short(body.payload) : `the bytes ${short(body.raw)}`);
  const times = repeat && (repeat.until === null ? `${repeat.times ?? ''} times` : `until ${repeat.until}`);
  const manner = [
    parallel > 1 ? `${parallel} at once` : '',
    times ?? '',
    cut ? 'breaking off when the answer begins' : '',
  ].filter(Boolean);
  const list = (before: string, some: string[], after: string): string =>
    some.length === 0 ? '' : before + some.join(', ') + after;
  return `Ask ${what}${list(' with ', parts, '')}${list(' (', manner, ')')}`;
}

function expectedBy({ criteria, expectations, assumptions }: Step): string[] {
  return [
    ...assumptions.map(({ judged, reason }) => `goes on only if ${words(judged)}; else ${reason}`),
    ...[...criteria, ...expectations].map(words),
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

/** The size and the price of a run, before it starts. */
export interface ShownPlan {
  runnable: number;
  skipped: { id: string; reason: string }[];
  most: number;
  likely: number;
  requests: number;
}

export function shownPlan(plan: Plan): ShownPlan {
  return {
    runnable: plan.runnable,
    skipped: [...plan.skipped].map(([id, reason]) => ({ id, reason })),
    most: plan.creditsAnnounced,
    likely: plan.creditsLikely,
    requests: plan.requestsAnnounced,
  };
}
