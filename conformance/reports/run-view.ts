/** The view of a run, and of recorded traffic. */
import { loadClauses, type Clause } from '../../spec/clauses.js';
import { operationIds } from '../../spec/contract.js';
import { loadClientRules } from '../../spec/clients.js';
import { againIn } from '../judge/excuses.js';
import type { PairResult, RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, VERDICT_WORDS } from '../judge/verdicts.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement, Kind } from '../record/judgement.js';
import { recordPieces } from '../record/stored-record.js';
import { pick } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { count, decoded, shown, thousands } from '../values/text.js';
import { failuresIn, uncheckedFor } from './findings.js';
import { reproductionOf } from './reproduce.js';
import { hasEnd, timelineOf } from './timeline.js';
import { RULE_WORDS, shownRule, shownRuleJudgement } from './rules.js';
import {
  bodiesIn,
  duration,
  present,
  withVisibleTexts,
  type PageView,
  type ReportView,
  type ShownClause,
  type ShownExchange,
  type ShownJudgement,
  type TitledLines,
} from './view.js';

export function runView(report: RunReport): ReportView {
  const requests = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  return {
    page: pageOf(report),
    lineOf: (id) => (requests.has(id) ? requestLine(requests.get(id)!) : ''),
    bodies: (ids) =>
      bodiesIn(report.exchanges, ids, ({ failure }) => failure && `${failure.kind}: ${failure.message}`),
    json: () => recordPieces(report),
  };
}

function pageOf(report: RunReport): PageView {
  const { all, place } = judgementTable(report);
  const { sections } = loadClauses();
  const rules = rulesFor(report, all);
  const groups = loadClientRules().groups.filter(({ id }) => rules.some(({ group }) => group === id));
  const clauses = [...clausesOf(report, place), ...rules];
  const page = {
    kit: report.kitVersion,
    target: report.target.url || (report.traffic?.from ?? ''),
    startedAt: startOf(report),
    durationMs: report.run.durationMs,
    terms: { clause: 'clause', scenario: 'scenario' },
    verdict: report.verdict,
    verdictWord: RUN_VERDICT_WORDS[report.verdict],
    headline: report.headline,
    facts: factsOf(report),
    tiles: tilesOf(report),
    words: rules.length === 0 ? VERDICT_WORDS : { ...VERDICT_WORDS, ...pick(RULE_WORDS, 'warn') },
    sections: [
      ...sections.map(({ id, title }) => ({ id, title: `§${id} ${title}` })),
      ...groups.map(({ id, title }) => ({ id, title: `Callers: ${title}` })),
    ],
    operations: operationIds.filter((id) =>
      clauses.some(({ pairs }) => pairs.some((pair) => pair.operation === id)),
    ),
    clauses,
    scenarios: report.scenarios.map((each) => ({
      ...pick(each, 'id', 'pack', 'title', 'description', 'clauses', 'requires', 'verdict', 'reason'),
      credits: each.creditsUsed,
      ...pick(each, 'durationMs', 'exchanges'),
      judgements: [...each.outcome.judgements, ...each.against].map(place),
      printed: [],
    })),
    // Filled while `clauses` and `scenarios` were made.
    judgements: all,
    exchanges: report.exchanges.map((each) => shownExchange(each, report.traffic !== undefined)),
    readings: readingsOf(report),
    unchecked: uncheckedOf(report),
    timeline: timelineOf(report),
    lists: listsOf(report),
  };
  return withVisibleTexts({ ...page, failures: failuresIn(page, report.traffic !== undefined) });
}

const NO_CHOICE = 'the contract allows several choices; the target made none of them';

function clausesOf({ clauses }: RunReport, place: (judgement: Judgement) => number): ShownClause[] {
  const { groups } = loadClauses();
  return clauses.map((result) => ({
    ...pick(result.clause, 'id', 'title', 'text', 'level', 'section'),
    group: result.clause.section,
    ...pick(result, 'verdict', 'reason', 'passes', 'failures'),
    ...(result.verdict === 'fail' && result.clause.level === 'open' && { reason: NO_CHOICE }),
    why: groups.find(({ id }) => id === result.clause.group)?.why ?? '',
    instead: '',
    page: '',
    pairs: result.pairs.map((pair) => pick(pair, 'operation', 'verdict', 'reason', 'seenOnce')),
    ...pick(result, 'scenarios', 'oracles'),
    evidence: result.evidence.map(place),
  }));
}

/** The rules for clients of judged traffic. Adds their findings to the judgements. */
function rulesFor({ callers = [] }: RunReport, all: ShownJudgement[]): ShownClause[] {
  return callers.map(({ rule, verdict, findings, known, ...result }) => {
    const evidence = findings.map((each) => all.push({ ...shownRuleJudgement(each), known }) - 1);
    const failures = result.failures + result.warnings;
    const shownVerdict = verdict === 'warned' ? 'warn' : verdict;
    return shownRule({ rule, ...result, verdict: shownVerdict, failures }, evidence);
  });
}

/** Collects judgements; `place` returns the index of one. A finding on a clause that is also a check of a scenario is stored once. */
function judgementTable(report: RunReport): { all: ShownJudgement[]; place(judgement: Judgement): number } {
  const all: ShownJudgement[] = [];
  const places = new Map<string, number>();
  const place = (judgement: Judgement): number => {
    const { clauses, verdict, by, scenario, step, exchanges, expected, actual } = judgement;
    const key = JSON.stringify([clauses, verdict, by, scenario, step, exchanges, expected, actual]);
    if (!places.has(key)) places.set(key, all.push(shownJudgement(judgement, report)) - 1);
    return places.get(key)!;
  };
  return { all, place };
}

function shownJudgement(judgement: Judgement, report: RunReport): ShownJudgement {
  const { verdict, by, scenario, step, expected, because } = judgement;
  const actual = because === null ? judgement.actual : `${judgement.actual} (${because})`;
  const shown = {
    ...pick(judgement, 'clauses', 'verdict'),
    by: by.startsWith('oracle ') ? by : `scenario ${scenario}, step ${step}`,
    ...pick(judgement, 'scenario', 'exchanges', 'expected'),
    actual,
    known: judgement.known,
    kind: judgement.kind && kindOf(judgement.kind, judgement, report),
  };
  if (verdict === 'pass') return { ...shown, marks: marksOf(expected, `✓ ${expected}`) };
  return {
    ...shown,
    marks: marksOf(`${expected} ${actual}`, `expected ${expected}; actual ${actual}`),
    again: reproductionOf(report, judgement),
  };
}

/** The kind of a failure, and how often it occurred again on the operation that shows it. */
function kindOf(
  kind: Kind,
  { clauses: named, exchanges: ids }: Judgement,
  { clauses, exchanges }: RunReport,
): string {
  const operation = exchanges.find(({ id }) => id === ids.at(-1))?.operation;
  const tried = clauses
    .filter(({ clause }) => named.includes(clause.id))
    .flatMap(({ pairs }) => pairs.flatMap(({ confirmation }) => confirmation ?? []))
    .find((each) => each.kind === kind && each.operation === operation);
  return tried === undefined ? kind : `${kind}, ${againIn(tried)}`;
}

/**
 * Finds the parts of a response body that a finding names: pointers such as `$response.body#/data/total` or
 * `/data/jobs/3/Title`, and members of the envelope such as `credits_used`, but not outputs of other steps. A text that only
 * says "jobs" means the list of jobs.
 */
function marksOf(text: string, note: string): Record<string, string> {
  const pointers = [...text.matchAll(/(?:\$response\.body#|(?<![\w:/.]))((?:\/[A-Za-z_][\w %~-]*|\/\d+)+)/g)]
    .map(([, pointer = '']) => decoded(pointer.trimEnd()))
    .filter((pointer) => !/^\/(?:api|docs)\b/.test(pointer));
  const members = [...text.matchAll(/(?<!(?:out|in)puts\.)\b[a-z]+(?:_[a-z]+)+\b/g)].map(
    ([name]) => `/data/${name}`,
  );
  const jobs = /\bjobs?\b/.test(text) ? ['/data/jobs'] : [];
  const named = pointers.length + members.length > 0 ? [...pointers, ...members] : jobs;
  const shortened = note.length > 300 ? `${note.slice(0, 300)}…` : note;
  return Object.fromEntries(named.map((pointer) => [pointer, shortened]));
}

function shownExchange(exchange: Exchange, isTraffic: boolean): ShownExchange {
  return {
    ...pick(exchange, 'id'),
    // Traffic has no scenarios.
    ...(isTraffic
      ? { scenario: '', note: '' }
      : { scenario: exchange.scenario, note: `step ${exchange.step}` }),
    operation: exchange.operation ?? exchange.adminOperation,
    account: exchange.account,
    ...pick(exchange.request, 'method', 'url'),
    status: exchange.response?.status ?? null,
    failure: exchange.failure?.kind ?? null,
    ms: hasEnd(exchange) ? Math.round(exchange.receivedAt - exchange.sentAt) : null,
  };
}

/** `POST /api/v1/jobs-search/search → 200` */
export function requestLine({ request, response, failure }: Exchange): string {
  const query = Object.keys(request.query).length > 0 ? '?…' : '';
  return `${request.method} ${request.path}${query} → ${response?.status ?? failure?.kind ?? 'none'}`;
}

function readingsOf({ readings }: RunReport): PageView['readings'] {
  return readings.map(({ reading, seen, inconsistent }) => ({
    ...pick(reading, 'id', 'question'),
    inconsistent,
    seen: seen.map(({ choice, exchanges }) => ({
      choice: choice ?? 'none of its choices',
      text: reading.choices.find(({ id }) => id === choice)?.text ?? '',
      exchanges: [...new Set(exchanges)].slice(0, 3),
    })),
  }));
}

const UNCHECKED: readonly string[] = ['inconclusive', 'not-applicable', 'error'];

function uncheckedOf({ clauses }: RunReport): PageView['unchecked'] {
  const open = clauses.flatMap(({ clause, pairs }) => {
    const causes = grouped(
      pairs
        .filter(({ verdict, seenOnce }) => UNCHECKED.includes(verdict) && seenOnce !== true)
        .map((pair) => ({ ...pair, reason: causeOf(pair, clause) })),
      ({ verdict, reason }) => `${verdict} ${reason}`,
    );
    return [...causes.values()].map((alike) => {
      const on = alike.length === pairs.length ? '' : ` on ${alike.map((pair) => pair.operation).join(', ')}`;
      return { ...pick(alike[0]!, 'verdict', 'reason'), name: `${clause.id}${on}` };
    });
  });
  return uncheckedFor(open, VERDICT_WORDS);
}

/** The cause in a reason, which clauses may share: without the scenario, its price, and why a clause is not visible over HTTP. */
function causeOf({ verdict, reason }: PairResult, { level }: Clause): string {
  if (level === 'open' && verdict === 'inconclusive')
    return 'the contract leaves it open, and no response showed a choice';
  const cause = reason
    .replace(/^[\w-]+\/[\w-]+: /, '')
    .replace(/needs up to .*; .* (?=\(--max-credits\) remain)/, 'too few of the credits allowed ')
    .replace(/^(not checkable over HTTP): .*/, '$1');
  return cause || 'no reason given';
}

function factsOf(report: RunReport): PageView['facts'] {
  const { clauseSet, run, target, traffic } = report;
  const ofRun = (value: string): string | null => (traffic === undefined ? value : null);
  return present(
    ['Target', target.url || null],
    ['Admin API', ofRun(target.hasAdmin ? 'yes' : 'no')],
    ['Keys', ofRun(target.keyRoles.join(', ') || 'none')],
    ['Run', ofRun(`${run.id}, seed ${run.seed}`)],
    ['Started', startOf(report) || null],
    ['Took', duration(run.durationMs)],
    ['Clauses', `${clauseSet.count} of kit ${clauseSet.kit}, ${clauseSet.hash.slice(0, 8)}`],
    ['Server', target.server],
    ['Declared absent', target.absences.join(', ') || null],
  );
}

/** Empty for the journal of a mock, whose clock does not tell the day, and for traffic without times. */
function startOf({ run, traffic }: RunReport): string {
  return traffic?.source === 'mock' || Date.parse(run.startedAt) === 0 ? '' : run.startedAt;
}

function tilesOf({ clauses, counts, budget, traffic }: RunReport): PageView['tiles'] {
  const pairs = clauses.reduce((sum, each) => sum + each.pairs.length, 0);
  const of = (verdict: string): number => clauses.filter((each) => each.verdict === verdict).length;
  const tile = (n: number, one: string, many = one): [string, string] => [thousands(n), n === 1 ? one : many];
  const [known, advised] = [of('known'), of('not-followed')];
  const open = counts.clauses['not-applicable'] + counts.clauses.inconclusive + counts.clauses.error;
  const spent =
    traffic === undefined
      ? `credits used of ${thousands(budget.creditsAnnounced)} announced`
      : 'credits paid, according to the answers';
  return [
    [`${thousands(counts.clauses.pass)} of ${thousands(clauses.length)}`, 'clauses pass'],
    [`${thousands(counts.pairs.pass)} of ${thousands(pairs)}`, 'pairs of clause and operation pass'],
    tile(of('fail'), 'clause fails', 'clauses fail'),
    ...(known === 0 ? [] : [tile(known, 'known failure', 'known failures')]),
    ...(advised === 0 ? [] : [tile(advised, 'recommendation not followed', 'recommendations not followed')]),
    tile(open, 'clauses not checked'),
    tile(budget.requests, 'requests'),
    tile(budget.creditsUsed, spent),
  ];
}

const FACTS = "Facts about the target's data";

function listsOf(report: RunReport): TitledLines[] {
  const lists: [title: string, lines: string[]][] = [
    ['Seen once, not confirmed', seenOnceIn(report)],
    ['Notes', notesOf(report)],
    report.traffic === undefined ? ['Spent', spendingOf(report)] : ['Traffic', trafficOf(report)],
    [FACTS, surveyOf(report)],
  ];
  const filled = lists.filter(([, lines]) => lines.length > 0);
  const all = filled.map(([title, lines]) => ({ title, lines, isMinor: title === FACTS }));
  return [changesOf(report) ?? [], all].flat();
}

/** `FILT-13 on searchJobs: seen once (again once of 3): expected …; …` */
function seenOnceIn({ clauses }: RunReport): string[] {
  return clauses.flatMap(({ clause, pairs }) =>
    pairs
      .filter(({ seenOnce }) => seenOnce === true)
      .map(({ operation, reason }) => `${clause.id} on ${operation}: ${reason}`),
  );
}

function spendingOf({ budget, run }: RunReport): string[] {
  const { creditsUsed, creditsTold, requests, requestsAnnounced, pacedMs } = budget;
  // Jobs that were bought earlier in the cycle are free, but a ceiling cannot rely on that.
  const credits =
    creditsTold === creditsUsed
      ? thousands(creditsUsed)
      : `${thousands(creditsTold)} according to answers, ${thousands(creditsUsed)} at most,`;
  // Repeated failures are not announced.
  const repeated = requests > requestsAnnounced ? ', with repetitions,' : '';
  const announced = (n: number, ceiling: number | null): string =>
    `${thousands(n)} announced${ceiling === null ? '' : `, ceiling ${thousands(ceiling)}`}`;
  const { throttledExpected: provoked, throttledUnexpected: others } = budget;
  const throttled =
    provoked + others === 0 ? '' : `; answers with 429: ${provoked} provoked by scenarios, ${others} others`;
  const share = Math.round((100 * pacedMs) / Math.max(1, run.durationMs));
  return [
    `Credits: ${credits} of ${announced(budget.creditsAnnounced, budget.creditsCeiling)}`,
    `Requests: ${thousands(requests)}${repeated} of ${announced(requestsAnnounced, budget.requestsCeiling)}${throttled}`,
    `Time: ${duration(run.durationMs)}, of it ${duration(pacedMs)} (${share} %) waiting to stay below the rate limits`,
  ];
}

/** Notes of the runner, oracles that broke, and the entries of the baseline. */
function notesOf({ notes, oracles, baseline }: RunReport): string[] {
  const { matched = [], stale = [], notLookedAt = [] } = baseline ?? {};
  return [
    ...notes,
    ...oracles.flatMap(({ id, error }) => (error === null ? [] : [`Oracle ${id} threw an error: ${error}`])),
    ...matched.map((entry) => `Known failure, in the baseline: ${entry}`),
    ...stale.map((entry) => `No longer failing, remove from the baseline: ${entry}`),
    ...notLookedAt.map((entry) => `In the baseline, but not checked by this run: ${entry}`),
  ];
}

/** The changes since an earlier run; null if the run is not compared with one. */
export function changesOf({
  changes,
  target,
  clauseSet,
}: Pick<RunReport, 'changes' | 'target' | 'clauseSet'>): TitledLines | null {
  if (changes === undefined) return null;
  const { since, newlyFailing, newlyPassing, noLongerLookedAt } = changes;
  const lines = Object.entries({
    'Newly failing': newlyFailing,
    'Newly passing': newlyPassing,
    'No longer checked': noLongerLookedAt,
  }).flatMap(([what, clauses]) =>
    clauses.length === 0 ? [] : [`${what} (${clauses.length}): ${clauses.join('; ')}`],
  );
  return {
    title: `Changed since run ${since.id} of ${since.startedAt.slice(0, 10)}`,
    lines: [
      ...(lines.length === 0 ? ['Nothing'] : lines),
      ...(since.target === target.url ? [] : [`That run had another target: ${since.target}`]),
      ...(since.clauseSet === clauseSet.hash
        ? []
        : ['That run was judged by another set of clauses; they are compared by their ids']),
    ],
  };
}

/** Facts from the survey of the target's data, after the unknown ones by cause. */
function surveyOf({ survey }: RunReport): string[] {
  if (survey === null) return [];
  const slices = survey.slices.map(
    ({ name, from, to, total, read }) =>
      `${name} slice: ${read} of ${count(total, 'job')} from ${from} to ${to}`,
  );
  const causes = grouped(survey.unknown, ({ reason, looked }) =>
    looked ? reason : `could not be checked: ${reason}`,
  );
  const spent =
    survey.recalled === undefined
      ? `${count(survey.requests, 'request')}, ${count(survey.credits, 'credit')}`
      : `facts stored by an earlier run at ${survey.recalled}`;
  return [
    [...slices, spent].join('; '),
    ...[...causes].map(
      ([cause, facts]) => `not known: ${facts.map(({ name }) => name).join(', ')}: ${cause}`,
    ),
    ...Object.entries(survey.facts).map(([name, value]) => `${name} ${shown(value)}`),
  ];
}

const SOURCES = { mock: 'the journal of a mock,', har: 'the HAR file', proxy: 'the proxy at', run: 'a run,' };

/** The parts of an exchange that were not recorded, were redacted, or did not arrive whole. */
function unjudgedIn({ failure, unseen = [] }: Exchange): string[] {
  const parts = unseen.filter((part) => part !== 'answer');
  return failure?.kind === 'aborted' ? [...parts, 'response'] : parts;
}

function trafficOf({ traffic, accounts, exchanges, budget }: RunReport): string[] {
  const { source, from, alone, requests, aside } = traffic!;
  const others = Object.entries(aside).map(([why, n]) => `${thousands(n)} ${why}`);
  const callers =
    accounts.length === 0 ? 'without a recorded API key' : `of ${count(accounts.length, 'caller')}`;
  const missing = grouped(exchanges.flatMap(unjudgedIn), (part) => part);
  const parts = [...missing].map(([part, all]) => `${part} of ${count(all.length, 'request')}`);
  return [
    `${count(requests, 'request')} ${callers}, from ${SOURCES[source]} ${from}`,
    ...(missing.size === 0
      ? []
      : [`not judged, since missing, redacted or not delivered: ${parts.join(', ')}`]),
    ...(others.length === 0 ? [] : [`skipped: ${others.join(', ')}`]),
    `${count(budget.creditsUsed, 'credit')} paid, according to the answers`,
    alone
      ? 'charges, operation keys and the complete requests of each caller were judged together: --alone says that nothing else used these accounts'
      : 'each charge was judged without earlier ones, and used operation keys were not judged, since other requests may have affected them: pass --alone if nothing else used these accounts',
  ];
}
