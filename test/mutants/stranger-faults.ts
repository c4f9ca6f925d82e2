/** Faults of the independent service: the suite must report a clause of each. stranger-faults.yaml states them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readYaml } from '../support/read-yaml.js';
import { mutants } from './catalogue.js';
import { jobNames, perJob } from './charging.js';
import type { Rule, Rules } from './mutant.js';
import { keepsTheLatest, keepsUntil } from './operation-keys.js';
import * as on from './operations.js';
import { overlapping } from './paging.js';
import { ruleOf, type Row } from './rows.js';
import * as rule from './rules.js';

interface Facts extends Row {
  clauses: readonly string[];
  habits?: readonly string[];
  unseen?: string;
  leavesOpen?: string;
}

export const FAULTS = readYaml<Readonly<Record<string, Facts>>>('./stranger-faults.yaml', import.meta.url);

/** The rule of a fault. Throws if there is none. */
export function faultRule(name: string): Rule {
  const mutant = mutants.find((each) => each.name === name);
  return RULES()[name] ?? mutant?.rule() ?? ruleOf(FAULTS[name]!);
}

const PAGED = ['limit', 'search_after', 'next_cursor'];
/** Long enough for concurrent requests to arrive. */
const PAUSE_MS = 15;

/** Gives a body the members of another one, except those in `own`. */
function replace(body: rule.Fields, other: rule.Fields, own: readonly string[]): void {
  for (const name of Object.keys({ ...body, ...other }))
    if (!own.includes(name)) rule.change(body, name, other[name]);
}

/** Answers for the first successful request with the same `keyOf`, as a cache with an incomplete key does. */
function cachedBy(
  operations: on.Operations,
  keyOf: (body: rule.Fields) => unknown,
  own: readonly string[] = [],
): Rule {
  const cached = new Map<string, rule.Fields>();
  const nameOf = (body: rule.Fields, { operation }: rule.Call): string =>
    `${operation!.id} ${JSON.stringify(keyOf(body))}`;
  return rule.inTurn(
    rule.asked(operations, (body, call) => replace(body, cached.get(nameOf(body, call)) ?? body, own)),
    rule.outgoing(operations, 200, (_answer, call) => {
      const body = rule.bodyOf(call);
      if (!cached.has(nameOf(body, call))) cached.set(nameOf(body, call), body);
    }),
  );
}

/** The members of a body that are not of its page and do not match `names`. */
const except =
  (names: RegExp) =>
  (body: rule.Fields): unknown =>
    Object.entries(body).filter(([name]) => !PAGED.includes(name) && !names.test(name));

const RULES = (): Rules => ({
  'keys-last-a-minute': keepsTheLatest(60_000, ({ now }) => now),
  'recovers-twice': keepsUntil((_answer, uses) => uses === 3),
  'conflict-releases-the-key': keepsUntil(({ status }) => status === 409),
  'second-recovery-is-charged': rule.remembering(rule.counter(), (uses) =>
    rule.charges(on.KEYED, (answer, { key }) => {
      const data = rule.resultsOf(answer);
      return data !== null && uses(`${key} ${answer.headers['idempotency-key']}`) > 2 ? data.credits_used : 0;
    }),
  ),
  'third-page-repeats-a-job': rule.inTurn(
    overlapping(on.KEYED, 'search_after', 2),
    overlapping(on.LEGACY, 'next_cursor', 2),
  ),
  'query-of-the-latest-first-page': rule.remembering(new Map<string, rule.Fields>(), (latest) =>
    rule.asked(on.SEARCHES, (body, { operation }) => {
      const { id, cursorField } = operation as { id: string; cursorField: string };
      if ((body[cursorField] ?? null) === null) latest.set(id, { ...body });
      else replace(body, latest.get(id) ?? body, PAGED);
    }),
  ),
  'single-last-job-lost': rule.remembering(new Map<string, number>(), (left) =>
    rule.results(on.SEARCHES, (data, call) => {
      const field = call.operation!.cursorField!;
      const before = left.get(JSON.stringify(rule.bodyOf(call)[field])) ?? data.total_jobs_found;
      if (data[field] !== null) left.set(JSON.stringify(data[field]), before - data.total);
      if (before - data.total === 1) data[field] = null;
    }),
  ),
  'concurrent-searches-share-a-limit': rule.remembering({ limit: null as unknown }, (latest) =>
    rule.limitTo(
      on.SEARCHES,
      rule.inTurn(
        async (call) => {
          latest.limit = rule.bodyOf(call)['limit'];
          await sleep(PAUSE_MS);
          return call.send();
        },
        rule.misreads(on.SEARCHES, 'limit', () => latest.limit),
      ),
    ),
  ),
  'concurrent-charges-overwrite': rule.charges(
    on.SEARCHES,
    (answer, _call, isRetry, isAlone) =>
      isRetry() || isAlone ? 0 : -(rule.resultsOf(answer)?.credits_used ?? 0),
    rule.inFlight(({ key }) => key),
  ),
  'cache-without-exclusions': cachedBy(on.SEARCHES, except(/exclude_job/), PAGED),
  'cache-without-the-company': cachedBy(
    on.ANY_COMPANY,
    (body) => [typeof body['company_network_url'], except(/network_url/)(body)],
    PAGED,
  ),
  'details-of-the-first-company': rule.remembering([] as unknown[], (first) =>
    rule.ofResults(on.ANY_COMPANY, 'company_details', (details) => {
      if (details) first.push(details);
      return details && first[0];
    }),
  ),
  'lookup-cached-by-three-letters': cachedBy(on.LOOKUPS, ({ q, limit }) => [
    String(q).trim().toLowerCase().slice(0, 3),
    limit,
  ]),
  'lookup-cached-without-limit': cachedBy(on.LOOKUPS, ({ q }) => q),
  'balance-cached-for-ten-seconds': rule.remembering({ until: 0, balance: null as unknown }, (cache) =>
    rule.answered(on.BALANCE, 200, (body, { now }) => {
      if (now >= cache.until)
        Object.assign(cache, { until: now + 10_000, balance: body['credits_remaining'] });
      body['credits_remaining'] = cache.balance;
    }),
  ),
  'forgets-paid-jobs-after-sixty': rule.remembering(new Map<string, string[]>(), (paid) =>
    rule.charging(on.SEARCHES, (data, call) => {
      const known = paid.get(call.key) ?? [];
      const names = jobNames(data);
      paid.set(call.key, [...known.filter((name) => !names.includes(name)), ...names]);
      return names.filter((name) => known.slice(0, -60).includes(name)).length * perJob(call);
    }),
  ),
  'each-tenth-job-free': rule.charging(
    on.SEARCHES,
    ({ credits_used: used }, call) => -Math.floor(used / perJob(call) / 10) * perJob(call),
  ),
  'each-tenth-charge-falls-twice': rule.remembering(rule.counter(), (charges) =>
    rule.charges(on.SEARCHES, (answer, _call, isRetry) => {
      const used = isRetry() ? 0 : (rule.resultsOf(answer)?.credits_used ?? 0);
      return used > 0 && charges() % 10 === 0 ? used : 0;
    }),
  ),
  'groups-any-of': rule.misreadsList(on.SEARCHES, 'advanced_job_keywords', (groups) => [
    { mode: 'or', groups },
  ]),
});
