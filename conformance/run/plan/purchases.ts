/** Estimates the jobs that scenarios buy, and the credits that a run uses in the end. */
import type { Contract, OperationId } from '../../../spec/contract.js';
import type { Step } from '../../pack/model/pack.js';
import { payloadOf } from '../../pack/model/payload.js';
import { reachable } from '../../pack/model/reach.js';
import { oncePerPair } from '../../values/once.js';
import type { Scenario } from './scenarios.js';

/** Windows that the survey reads before, so that their jobs are paid for. Their name begins with the name of a slice. */
const SURVEYED = /\$inputs\.(?:(market|company|history)(?:From|To)|company(?:Since|Until))\b/;
/** A window of which the survey has read most jobs. */
const MOSTLY_SURVEYED = /\$inputs\.companyPage(From|To)\b/;
/** Bodies of searches that find nothing. */
const NOTHING = /unlikelyWord|unknownCompanyUrl|emptyCompanyUrl/;
/** Members that do not narrow a window to some of its jobs. */
const WIDE =
  /^(company_|published_|limit$|exclude_duplicates$|salary_data_available$|search_after$|next_cursor$)/;
const NOW = /^(undefined|\$inputs\.(today|yesterday|tomorrow|daysAhead\d+))$/;
/** The share of jobs that are unpaid: in a narrowed page, and in a page of which the survey read most jobs. */
const NEW_OF_NARROWED = 0.25;
const NEW_OF_SURVEYED = 0.15;
const ASKS_FOR_REFUSAL = /\$statusCode\s*==\s*[45]\d\d/;

/** The usual cost of the survey, as a share of its highest cost. */
export const LIKELY_OF_SURVEY = 0.35;

/**
 * The credits that scenarios will probably use after the survey. Jobs are paid for once. So among all searches over one
 * window, the largest counts, at the price of the cheapest, which goes first. Searches that find nothing, are refused, or
 * use the windows of the survey cost nothing. A narrowed page is cheap only if another of `all` buys its window. `unread`: slices
 * that the survey does not read, since no scenario needs to know their jobs.
 */
export function likelyOf(
  scenarios: readonly Scenario[],
  contract: Contract,
  all = scenarios,
  unread: readonly string[] = [],
): number {
  const purchasesOf = (each: Scenario) => likelyPurchases(each, contract, unread);
  const bought = all.flatMap(purchasesOf).filter((each) => each.jobs === each.alone);
  const wide = new Set(bought.map(({ window }) => window));
  const windows = new Map<string, { jobs: number; price: number }>();
  for (const scenario of scenarios) {
    for (const { window, jobs, alone, price } of purchasesOf(scenario)) {
      const most = Math.min(wide.has(window) ? jobs : alone, scenario.cost / price);
      const known = windows.get(window) ?? { jobs: 0, price };
      windows.set(window, { jobs: Math.max(known.jobs, most), price: Math.min(known.price, price) });
    }
  }
  return Math.round([...windows.values()].reduce((sum, { jobs, price }) => sum + jobs * price, 0));
}

export function likelyPurchases(scenario: Scenario, contract: Contract, unread: readonly string[] = []) {
  return purchases(scenario, contract).filter(({ slice }) => slice === null || unread.includes(slice));
}

const purchases = oncePerPair(({ cost, workflow }: Scenario, contract: Contract) => {
  if (cost === 0) return [];
  const steps = reachable(workflow).flatMap((each) => each.steps);
  return steps.map((step) => likelyOfStep(step, contract)).filter(({ jobs }) => jobs > 0);
});

/** The jobs of one window that a search will probably buy, beside others and alone, and the price of each. */
function likelyOfStep(step: Step, contract: Contract) {
  const { operation, body, request, criteria, repeat } = step;
  const free = { window: '', jobs: 0, alone: 0, price: 1, slice: null };
  if (operation?.source !== 'contract' || request !== null) return free;
  const { kind, creditCost, page } = contract.operation(operation.id as OperationId);
  const payload = ((body && payloadOf(body)) ?? {}) as Readonly<Record<string, unknown>>;
  const text = JSON.stringify(payload);
  const isRefused = criteria.some(
    ({ condition }) => ASKS_FOR_REFUSAL.test(condition) && !condition.includes('200'),
  );
  if (kind !== 'search' || isRefused || NOTHING.test(text)) return free;
  const surveyed = SURVEYED.exec(text);
  const { limit = page.usual, published_before: before } = payload;
  const whose = Object.keys(payload).some((name) => name.startsWith('company_')) ? 'company' : 'market';
  const isNarrowed = Object.keys(payload).some((name) => !WIDE.test(name));
  const isSurveyed = MOSTLY_SURVEYED.test(text);
  const pages = surveyed === null ? 1 : (repeat?.atMost ?? 1);
  const alone = (typeof limit === 'number' ? limit : 10) * pages * (isSurveyed ? NEW_OF_SURVEYED : 1);
  const jobs = alone * (isNarrowed && !isSurveyed ? NEW_OF_NARROWED : 1);
  // Results start with the newest jobs, so windows with the same end start with the same jobs.
  const end = NOW.test(String(before)) ? 'now' : String(before);
  const slice = surveyed && (surveyed[1] ?? 'company');
  return { window: `${whose} ${end}`, jobs, alone, price: creditCost, slice };
}
