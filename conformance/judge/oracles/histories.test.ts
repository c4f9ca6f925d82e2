/** Lets oracles judge the histories of `test/histories/`. The README there explains their words. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { history, job, jobs, NOON, page, verdicts } from '../../../test/samples/exchanges.js';
import type { ContextOptions, Draft } from '../../../test/samples/exchanges.js';
import type { Oracle } from '../oracle.js';
import { accounts } from './accounts.js';
import { cursorChains } from './cursor-chains.js';
import { freeResults } from './free-results.js';
import { replay } from './replay.js';

const isOfPrices = (line: string): boolean => /^BILL-([1-8]|2[45]) /.test(line);

/** The oracle of each file, and the findings that its histories list: all by default. */
const FILES: Readonly<Record<string, [oracle: Oracle, isListed?: (line: string) => boolean]>> = {
  balances: [accounts, (line) => !isOfPrices(line)],
  prices: [accounts, isOfPrices],
  'cursor-chains': [cursorChains],
  'free-results': [freeResults],
  replay: [replay],
};

const OPERATIONS: Readonly<Record<string, NonNullable<Draft['operation']>>> = {
  search: 'searchJobs',
  historical: 'searchJobsHistorical',
  company: 'searchCompanyJobs',
  'company-historical': 'searchCompanyJobsHistorical',
  legacy: 'searchCompanyJobsLegacy',
  balance: 'getCreditBalance',
  departments: 'listDepartments',
};

/** A draft while it is read: its body, and the jobs and the other data of its page. */
interface Told extends Draft {
  body: Record<string, unknown>;
  data: Record<string, unknown>;
  jobs?: Record<string, unknown>[];
}

const WORDS: Readonly<Record<string, (told: Told, value: string) => void>> = {
  jobs: (told, value) => {
    const [first = 1, last = first] = value.split('-').map(Number);
    told.jobs = value === 'none' ? [] : first <= last ? jobs(first, last) : jobs(last, first).reverse();
  },
  used: ({ data }, value) => (data['credits_used'] = Number(value)),
  left: ({ data }, value) => (data['credits_remaining'] = Number(value)),
  found: ({ data }, value) => (data['total_jobs_found'] = Number(value)),
  next: ({ data, operation }, value) => (data[cursorOf(operation)] = parse(value)),
  from: ({ body, operation }, value) => (body[cursorOf(operation)] = parse(value)),
  limit: ({ body }, value) => (body['limit'] = Number(value)),
  duplicates: ({ body }, value) => (body['exclude_duplicates'] = value === 'out'),
  key: (told, value) => (told.key = `use_v1_${value}`),
  made: (told, value) => (told.headers = { 'idempotency-key': `use_v1_${value}` }),
  by: (told, value) => (told.account = value),
  at: (told, value) => (told.at = value.split('-').map(Number) as [number, number]),
  day: (told, value) => (told.change = { targetNow: NOON + Number(value) * 86_400_000 }),
  clock: (told, value) => (told.change = { targetNow: Date.parse(`2026-03-01T${value}Z`) }),
  status: (told, value) => (told.status = Number(value)),
  answer: (told, value) =>
    value === 'lost'
      ? (told.lost = true)
      : Object.assign(told, { lost: true, change: { faultPlanted: true } }),
};

const cursorOf = (operation: Draft['operation']): string =>
  operation === 'searchCompanyJobsLegacy' ? 'next_cursor' : 'search_after';

/** Reads `search jobs 1-5 used 0 key a limit 5 at 1-4 {…}`. */
function requestOf(text: string): Draft {
  const [, words = '', rest = '{}'] = /^(.*?)(?: (\{.*))?$/.exec(text)!;
  const [verb = '', ...values] = words.split(' ');
  const first = verb === 'admin' || verb === 'balance' ? values.shift()! : '';
  const told: Told = { body: {}, data: {}, ...(verb !== 'admin' && { operation: OPERATIONS[verb]! }) };
  while (values.length > 0) WORDS[values.shift()!]!(told, values.shift()!);
  const { jobs: changed, body, ...others } = parse(rest) as Partial<Told>;
  const { data, jobs: own, ...draft } = told;
  const list = changed?.map(({ job: n, ...change }) => job(Number(n), change)) ?? own;
  if (verb === 'admin') return { admin: first, ...(draft.at && { at: draft.at }) };
  if (verb === 'balance') return { ...draft, body: undefined, answer: { credits_remaining: Number(first) } };
  if (verb === 'departments') return { ...draft, body: undefined, answer: { departments: [] } };
  return {
    ...draft,
    ...others,
    body: { ...(verb === 'legacy' && { company_name: 'Northwind' }), ...draft.body, ...body },
    ...(list && { answer: page(list, data) }),
  };
}

/** Reads what is known before: `ada has 5`, `bob is new`, `ada has a past`, `traffic part`, `no admin`. */
function contextOf(facts: readonly string[]): ContextOptions {
  const options: ContextOptions = {};
  for (const [subject = '', verb = '', what] of facts.map((fact) => fact.split(' ')))
    if (subject === 'traffic') options.seen = 'part';
    else if (subject === 'no') options.target = { hasAdmin: false };
    else {
      const known =
        what === 'a' ? { fresh: false, credits: null } : verb === 'has' ? { credits: Number(what) } : {};
      (options.accounts ??= []).push({ alias: subject, ...known });
    }
  return options;
}

const FACT = /^((ada|bob) (has|is) |traffic part|no admin)/;
const VERBS = ['ada', 'bob', 'traffic', 'no', 'admin', ...Object.keys(OPERATIONS)];
const NEXT_REQUEST = new RegExp(`, (?=(?:${VERBS.join('|')})(?: |,|$))`);
const NEXT_FINDING = /; (?=\S+ pass |reading )/;

interface Case {
  requests: string[];
  findings: string[];
}

/** Reads histories, each with its findings behind `>`. Lines that begin with a space continue the line before. */
function casesOf(text: string): Case[] {
  const cases: Case[] = [];
  for (const line of text.replace(/\n +/g, ' ').split('\n')) {
    if (/^(#|> nothing$|$)/.test(line)) continue;
    if (line.startsWith('> ')) cases.at(-1)!.findings.push(...line.slice(2).split(NEXT_FINDING));
    else cases.push({ requests: line.split(NEXT_REQUEST), findings: [] });
  }
  return cases;
}

describe.each(Object.entries(FILES))('histories of %s', (name, [oracle, isListed = () => true]) => {
  const text = readFileSync(new URL(`../../../test/histories/${name}.yaml`, import.meta.url), 'utf8');
  it.each(Object.entries(parse(text) as Record<string, string>))('%s', (_, cases) => {
    for (const { requests, findings } of casesOf(cases)) {
      const facts = requests.filter((each) => FACT.test(each));
      const drafts = requests.slice(facts.length).map(requestOf);
      const found = verdicts(oracle, history(...drafts), contextOf(facts)).filter(isListed);
      expect({ requests, findings: found }).toEqual({ requests, findings });
    }
  });
});
