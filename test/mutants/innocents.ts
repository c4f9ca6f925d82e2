/** Conforming targets that differ from the mock. If the suite fails one of them, that is a false alarm. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { dayBack, shiftDay } from '../../conformance/values/dates.js';
import { loadContract } from '../../spec/contract.js';
import { readYaml } from '../support/read-yaml.js';
import type { Innocent, InnocentFacts, Rule } from './mutant.js';
import { habitRules } from './habits.js';
import * as on from './operations.js';
import { readingRules } from './readings.js';
import { ruleOf, type Row } from './rows.js';
import * as rule from './rules.js';

/** Rebuilds a JSON value with edited members of each object, the inner ones first. */
function rebuilt(value: unknown, edit: (members: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, edit));
  if (!rule.isFields(value)) return value;
  return Object.fromEntries(
    edit(Object.entries(value).map(([name, member]) => [name, rebuilt(member, edit)])),
  );
}

const addTo = (value: unknown): unknown => rebuilt(value, (members) => [...members, ['x_more', 'yes']]);
const backwards = (value: unknown): unknown => rebuilt(value, (members) => members.reverse());

/** Sorts the job boards and departments by a field, capitals first. */
function sorted(field: string): Rule {
  return rule.listed(on.LISTS, (items) =>
    [...items].sort((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1)),
  );
}

/** Returns 1 for about one posting in `every`, always the same ones, and 0 for the others. */
function pickOneIn(job: rule.Fields, every: number): 0 | 1 {
  const name = String(job['Job URL'] ?? job['Job Title']);
  return hash('md5', name, 'buffer')[0]! % every === 0 ? 1 : 0;
}

const INDUSTRIES = loadContract().enums.industry.map((each) => each.toLowerCase());

const RULES = (): rule.Rules => ({
  'nothing-changed': rule.faithful,
  // Not in the balance response: the contract does not name the field of the balance, so a profile would have to.
  'added-fields': rule.answered(on.ALL, 200, (body, call) =>
    call.operation?.kind === 'balance' ? { ...body, x_more: 'yes' } : addTo(body),
  ),
  'members-backwards': rule.answered(on.ALL, null, backwards),
  'headers-in-capitals': rule.outgoing(on.ALL, null, (answer) => {
    answer.headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
  }),
  'signs-links-in-each-answer': rule.outgoing(on.KEYED, 200, (answer) => {
    const signature = hash('md5', answer.headers['idempotency-key'] ?? '');
    rule.editResults(answer, ({ jobs }) => {
      for (const job of jobs)
        for (const name of ['Job URL', 'Apply URL', 'Logo URL'])
          if (typeof job[name] === 'string')
            job[name] += `${job[name].includes('?') ? '&' : '?'}sig=${signature}`;
    });
  }),
  // Each employer belongs to its own industry and to all later ones in the list.
  'employers-of-several-industries': rule.misreadsList(on.DIRECT, 'industry', (list) => {
    const places = list.map((each) => INDUSTRIES.indexOf(String(each).toLowerCase()));
    if (places.includes(-1)) return list;
    return INDUSTRIES.slice(0, Math.max(...places) + 1);
  }),
  'employers-share-an-industry': rule.misreadsList(on.DIRECT, 'industry', (list) =>
    list.some((each) => String(each).toLowerCase() === INDUSTRIES[0]) ? INDUSTRIES : list,
  ),
  'slow-answers': async (call) => {
    await sleep(15);
    const answer = await call.send();
    await sleep(15);
    return { ...answer, headers: { ...answer.headers, 'x-slow': '1' } };
  },
  ...habitRules(),
  ...readingRules(),
  compressed: rule.outgoing(on.ALL, null, (answer) => {
    answer.headers['content-encoding'] = 'gzip';
    answer.body = gzipSync(answer.body);
  }),
  'capitals-sort-first': sorted('label'),
  'balance-elsewhere': rule.answered(on.BALANCE, 200, ({ credits_remaining: balance }) => ({
    account: { balance },
  })),
  'lists-by-value': sorted('value'),
  'pages-are-not-full': rule.misreads(on.SEARCHES, 'limit', (given, { exclude_duplicates: without }) => {
    const limit = given ?? 100;
    const isShort = without !== false && typeof limit === 'number' && limit > 11 && limit <= 100;
    return isShort ? Math.ceil(limit * 0.9) : given;
  }),
  'days-of-a-western-zone': rule.ofJobs('Post Date', (date, job) => rule.shifted(date, -pickOneIn(job, 3))),
  'days-of-an-eastern-zone': rule.ofJobs('Post Date', (date, job) => rule.shifted(date, pickOneIn(job, 3))),
  'history-a-day-longer': rule.misreads(on.HISTORICAL, 'published_after', (date, _body, { now }) => {
    const oldest = dayBack(now, { years: 6 });
    return date === shiftDay(oldest, -1) ? oldest : date;
  }),
  'totals-count-duplicates': rule.results(on.SEARCHES, (data, call) => {
    if (rule.bodyOf(call)['exclude_duplicates'] !== false)
      data.total_jobs_found += Math.floor(data.total_jobs_found / 25);
  }),
});

const facts = readYaml<Record<string, (InnocentFacts & Row) | null>>('./innocents.yaml', import.meta.url);

export const innocents: readonly Innocent[] = Object.entries(facts).map(([name, fact]) => ({
  ...fact,
  name,
  rule: () => RULES()[name] ?? ruleOf(fact ?? {}),
}));
