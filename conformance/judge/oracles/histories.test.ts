/** Judges the histories of `test/histories/` with oracles. The README there explains their syntax. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { history, job, jobs, NOON, page, verdicts } from '../../../test/samples/exchanges.js';
import type { ContextOptions, Draft } from '../../../test/samples/exchanges.js';
import type { AccountFacts } from '../../record/facts.js';
import { oracles } from './index.js';

const OPERATIONS: Readonly<Record<string, Exclude<Draft['operation'], undefined>>> = {
  search: 'searchJobs',
  historical: 'searchJobsHistorical',
  company: 'searchCompanyJobs',
  'company-historical': 'searchCompanyJobsHistorical',
  legacy: 'searchCompanyJobsLegacy',
  balance: 'getCreditBalance',
  credits: 'getCreditBalance',
  departments: 'listDepartments',
  places: 'listLocations',
  boards: 'listJobBoards',
  elsewhere: null,
};

/** A draft while it is parsed: its body, and the jobs and the other data of its page. */
interface Told extends Draft {
  body: Record<string, unknown>;
  data: Record<string, unknown>;
  jobs?: Record<string, unknown>[];
}

/** The part of a request in braces. */
interface Rest extends Omit<Partial<Told>, 'headers'> {
  headers?: Record<string, string | null>;
  error?: string | null;
  details?: unknown;
  named?: string[];
}

const WORDS: Readonly<Record<string, (told: Told, value: string) => void>> = {
  jobs: (told, value) => {
    const [first = 1, last = first] = value.split('-').map(Number);
    told.jobs = value === 'none' ? [] : first <= last ? jobs(first, last) : jobs(last, first).reverse();
  },
  posted: (told, value) => (told.jobs = value.split('/').map((date, i) => job(i, { 'Post Date': date }))),
  named: (told, value) => (told.jobs = jobsOf(value.split('/'))),
  lists: (told, value) => (told.answer = { job_boards: [{ label: value, value }] }),
  used: ({ data }, value) => (data['credits_used'] = Number(value)),
  left: ({ data }, value) => (data['credits_remaining'] = Number(value)),
  found: ({ data }, value) => (data['total_jobs_found'] = Number(value)),
  next: ({ data, operation }, value) => (data[cursorOf(operation)] = parse(value)),
  from: ({ body, operation }, value) => (body[cursorOf(operation)] = parse(value)),
  limit: ({ body }, value) => (body['limit'] = Number(value)),
  after: ({ body }, value) => (body['published_after'] = value),
  before: ({ body }, value) => (body['published_before'] = value),
  profile: ({ body }, value) => (body['company_network_url'] = `https://network.example/company/${value}`),
  q: (told, value) => (told.query = { q: value }),
  duplicates: ({ body }, value) => (body['exclude_duplicates'] = value === 'out'),
  key: (told, value) => (told.key = `use_v1_${value}`),
  made: (told, value) => (told.headers = { 'idempotency-key': `use_v1_${value}` }),
  retry: (told, value) => (told.headers = { 'retry-after': value }),
  authorization: (told, value) =>
    (told.sent = { authorization: value === 'none' ? undefined : `${value} key` }),
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

const jobsOf = (companies: readonly string[]): Record<string, unknown>[] =>
  companies.map((company, i) => job(i, { 'Company Name': company }));
const cursorOf = (operation: Draft['operation']): string =>
  operation === 'searchCompanyJobsLegacy' ? 'next_cursor' : 'search_after';

/** Parses a request such as `search jobs 1-5 used 0 key a limit 5 at 1-4 {…}`. */
function requestOf(text: string): Draft {
  const [, words = '', rest = '{}'] = /^(.*?)(?: (\{.*))?$/.exec(text)!;
  const [verb = '', ...values] = words.split(' ');
  const first = verb === 'admin' || verb === 'balance' ? values.shift()! : '';
  const told: Told = { body: {}, data: {}, ...(verb !== 'admin' && { operation: OPERATIONS[verb]! }) };
  while (values.length > 0) WORDS[values.shift()!]!(told, values.shift()!);
  const { jobs: changed, body, headers, data: more, details, named, error, ...others } = parse(rest) as Rest;
  const { data, jobs: own, ...draft } = told;
  const list =
    changed?.map(({ job: n, ...change }) => job(Number(n), change)) ?? (named ? jobsOf(named) : own);
  if (verb === 'admin') return { admin: first, ...(draft.at && { at: draft.at }) };
  if (verb === 'balance') return { ...draft, body: undefined, answer: { credits_remaining: Number(first) } };
  const isSearch = told.operation?.startsWith('search') === true;
  const members: Record<string, unknown> = { ...draft.body, ...body };
  if (verb === 'legacy' && members['company_network_url'] === undefined)
    members['company_name'] = 'Northwind';
  return {
    ...(!isSearch && (draft.status ?? 200) === 200 && { answer: { departments: [], locations: [] } }),
    ...draft,
    ...others,
    ...(headers && { headers: withoutNulls(headers) }),
    body: isSearch ? members : undefined,
    ...(list && {
      answer: page(
        list,
        { ...data, ...more, ...(details !== undefined && { company_details: details }) },
        error,
      ),
    }),
  };
}

function withoutNulls(headers: Readonly<Record<string, string | null>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? undefined]));
}

const TWICE_A_MINUTE = { searchJobs: { requests: 2, seconds: 60 } };

/** By the words of a fact: the account fields that it sets. */
const ACCOUNTS: Readonly<Record<string, (n: number) => Partial<AccountFacts>>> = {
  'is new': () => ({}),
  'is inactive': () => ({ role: 'inactive', active: false }),
  'has N': (credits) => ({ credits }),
  'has a': () => ({ fresh: false, credits: null }),
  'has access': () => ({ historicalAccess: true }),
  'lacks access': () => ({ historicalAccess: false }),
  'may N': () => ({ rateLimits: TWICE_A_MINUTE }),
  'shares N': () => ({ rateLimits: TWICE_A_MINUTE, fresh: false }),
};

/** Parses the facts before the requests, such as `ada has 5`, `traffic part`, `no admin`, `pointer /credits`. */
function contextOf(facts: readonly string[]): ContextOptions {
  const options: ContextOptions = {};
  for (const [subject = '', verb = '', what] of facts.map((fact) => fact.split(' ')))
    if (subject === 'traffic') options.seen = 'part';
    else if (subject === 'pointer') options.target = { balancePointer: verb };
    else if (subject === 'no') options.target = { hasAdmin: false };
    else
      (options.accounts ??= []).push({
        alias: subject,
        ...ACCOUNTS[`${verb} ${what}`.replace(/\d+/, 'N')]!(Number(what)),
      });
  return options;
}

const FACT = /^((ada|bob|idle|pointer) |traffic part|no admin)/;
const VERBS = ['ada', 'bob', 'idle', 'traffic', 'pointer', 'no', 'admin', ...Object.keys(OPERATIONS)];
const NEXT_REQUEST = new RegExp(`, (?=(?:${VERBS.join('|')})(?: |,|$))`);
const NEXT_FINDING = /; (?=\S+ pass |reading )/;

interface Case {
  requests: string[];
  findings: string[];
}

/** Parses histories, each with its findings after `>`. A line that begins with a space continues the previous line. */
function casesOf(text: string): Case[] {
  const cases: Case[] = [];
  for (const line of text.replace(/\n +/g, ' ').split('\n')) {
    if (/^(#|> nothing$|$)/.test(line)) continue;
    if (line.startsWith('> ')) cases.at(-1)!.findings.push(...line.slice(2).split(NEXT_FINDING));
    else cases.push({ requests: line.split(NEXT_REQUEST), findings: [] });
  }
  return cases;
}

const folder = new URL('../../../test/histories/', import.meta.url);

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace('.yaml', ''));
const isOfPrices = (line: string): boolean => /^BILL-([1-8]|2[45]) /.test(line);

/** A file lists all findings of the oracle that it is named after. Two files divide those of the oracle `accounts`. */
describe.each(files)('histories of %s', (name) => {
  const isOfAccounts = name === 'balances' || name === 'prices';
  const oracle = oracles.find(({ id }) => id === (isOfAccounts ? 'accounts' : name))!;
  const isListed = (line: string): boolean => !isOfAccounts || isOfPrices(line) === (name === 'prices');
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
  it.each(Object.entries(parse(text) as Record<string, string>))('%s', (_, cases) => {
    for (const { requests, findings } of casesOf(cases)) {
      const facts = requests.filter((each) => FACT.test(each));
      const drafts = requests.slice(facts.length).map(requestOf);
      const found = verdicts(oracle, history(...drafts), contextOf(facts)).filter(isListed);
      expect({ requests, findings: found }).toEqual({ requests, findings });
    }
  });
});
