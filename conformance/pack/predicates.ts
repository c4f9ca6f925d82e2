/**
 * The predicates of `x-kit-expect`: a closed set, each a pure function over the answers of a step. Their arguments
 * are described in `pack.schema.json`, their meaning in `INTERPRETING.md`.
 */
import type { Contract } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { compare, judgeCriterion, type Outcome } from './conditions.js';
import { sameJson } from '../values/json.js';
import { shown } from '../values/text.js';
import { follow, parsePointer } from '../values/pointers.js';
import { type Scope } from './expressions.js';
import { matchesGroup, matchesSimple, type KeywordGroup, type SimpleKeywords } from '../values/keywords.js';
import { canonical } from '../values/json.js';
import { fieldOf, itemMismatch, mismatch } from './matchers.js';

export type Arguments = Readonly<Record<string, unknown>>;

export interface PredicateContext {
  /** Answers of a step in order of sending; of this step for null. Throws for a step that was never sent. */
  answers(step: string | null): readonly Exchange[];
  scope: Scope;
  contract: Contract;
}

export interface Expected extends Outcome {
  /** Ids of the exchanges that it rests on, the telling one last. */
  exchanges: number[];
  observation?: { reading: string; choice: string };
}

export type Predicate = (
  args: Arguments,
  answers: readonly Exchange[],
  context: PredicateContext,
) => Expected;

export type Predicates = Readonly<Record<string, Predicate>>;

type Job = Readonly<Record<string, unknown>>;

/** Arguments that hold conditions, whose expressions the predicate itself reads. */
export const UNFILLED: Readonly<Record<string, readonly string[]>> = { reading: ['choices'] };

export const PREDICATES: Predicates = {
  value: (args, answers) => {
    const wrong = mismatch(args['of'], args);
    const wanted = Object.entries(args)
      .filter(([name]) => name !== 'of')
      .map(([name, value]) => `${name} ${shown(value)}`);
    return said(wrong === null, `a value with ${wanted.join(', ')}`, `it is ${shown(args['of'])}`, answers);
  },
  compare: (args, answers, context) => {
    const [left, right] = [operand(args['left'], context), operand(args['right'], context)];
    const operator = args['is'] as '==';
    const holds = compare(operator, left, right);
    return said(holds, `left ${operator} right`, `left is ${shown(left)}, right is ${shown(right)}`, answers);
  },

  'every-job': (args, answers) => quantified('every', jobsWith(answers), args, answers, 'job'),
  'some-job': (args, answers) => quantified('some', jobsWith(answers), args, answers, 'job'),
  'no-job': (args, answers) => quantified('no', jobsWith(answers), args, answers, 'job'),
  'job-count': (args, answers, context) => {
    const jobs = jobsWith(answers);
    if (jobs === null) return noJobs(answers);
    const wanted = Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, operand(value, context)]),
    );
    const wrong = mismatch(jobs.length, wanted);
    return said(wrong === null, `jobs in number: ${listed(wanted)}`, `${jobs.length} jobs`, answers);
  },
  'distinct-jobs': (args, answers, context) => {
    const all = jobsWith([...others(args, context).flat(), ...answers]);
    if (all === null) return noJobs(answers);
    const seen = new Map<string, number>();
    for (const { item, exchange } of all) {
      const key = canonical(item);
      const before = seen.get(key);
      if (before !== undefined)
        return {
          holds: false,
          expected: 'no job comes twice',
          actual: `${jobName(item)} came twice`,
          exchanges: [...new Set([before, exchange])],
        };
      seen.set(key, exchange);
    }
    return said(true, 'no job comes twice', `${all.length} jobs, all different`, answers);
  },
  'disjoint-jobs': (args, answers, context) => {
    const there = jobKeys(others(args, context).flat());
    const jobs = jobsWith(answers);
    if (jobs === null || there === null) return noJobs(answers);
    const shared = jobs.find(({ item }) => there.has(canonical(item)));
    const expected = `no job of ${steps(args)} among these`;
    return shared === undefined
      ? said(true, expected, `${jobs.length} jobs, none of them there`, answers)
      : {
          holds: false,
          expected,
          actual: `${jobName(shared.item)} is in both`,
          exchanges: [shared.exchange],
        };
  },
  'same-jobs': (args, answers, context) => {
    const [here, there] = [jobsWith(answers), jobsWith(others(args, context).flat())];
    if (here === null || there === null) return noJobs(answers);
    const keys = (jobs: Located<Job>[]): string[] => {
      const texts = jobs.map(({ item }) => canonical(item));
      return args['order'] === true ? texts : texts.sort();
    };
    const [a, b] = [keys(here), keys(there)];
    const at = a.findIndex((key, i) => key !== b[i]);
    const holds = a.length === b.length && at === -1;
    const expected = `the same jobs as ${steps(args)}${args['order'] === true ? ', in the same order' : ''}`;
    const actual = holds
      ? `${here.length} jobs, the same`
      : `${here.length} jobs here, ${there.length} there${at === -1 ? '' : `; they first differ at ${at + 1}`}`;
    return said(holds, expected, actual, answers);
  },
  'subset-of': (args, answers, context) =>
    within(
      answers,
      others(args, context).flat(),
      `every job here is one of ${steps(args)}`,
      'here and not there',
    ),
  'superset-of': (args, answers, context) =>
    within(
      others(args, context).flat(),
      answers,
      `every job of ${steps(args)} is here`,
      'there and not here',
    ),
  'date-within': (args, answers) => {
    const field = typeof args['field'] === 'string' ? args['field'] : 'Post Date';
    const slack = Number(args['slack-days'] ?? 0);
    const [from, to] = [shifted(args['from'], -slack), shifted(args['to'], slack)];
    const expected = `${field} from ${from ?? 'any day'} to ${to ?? 'any day'}`;
    const jobs = jobsWith(answers);
    if (jobs === null) return noJobs(answers);
    const outside = jobs.find(({ item }) => {
      const date = fieldOf(item, field);
      return (
        typeof date === 'string' &&
        ((from !== null && date < from) || (to !== null && date.slice(0, 10) > to))
      );
    });
    return outside === undefined
      ? said(true, expected, `${jobs.length} jobs, none outside`, answers)
      : {
          holds: false,
          expected,
          actual: `${jobName(outside.item)} has ${shown(fieldOf(outside.item, field))}`,
          exchanges: [outside.exchange],
        };
  },
  'keyword-match': (args, answers) => {
    const excluded = args['excluded'] === true;
    const how = excluded ? 'strictest' : 'loosest';
    const groups = (args['groups'] ?? (args['group'] === undefined ? [] : [args['group']])) as KeywordGroup[];
    const matched = (job: Job): boolean => {
      const parts = [
        matchesSimple(job, args as SimpleKeywords, how),
        ...groups.map((group) => matchesGroup(job, group, how)),
      ].filter((part) => part !== null);
      return excluded ? parts.some(Boolean) : parts.every(Boolean);
    };
    const jobs = jobsWith(answers);
    if (jobs === null) return noJobs(answers);
    const wrong = jobs.find(({ item }) => matched(item) === excluded);
    const expected = `${excluded ? 'no' : 'every'} job matches ${shown(args, 300)}`;
    return wrong === undefined
      ? said(true, expected, `${jobs.length} jobs, all as asked`, answers)
      : {
          holds: false,
          expected,
          actual: `${jobName(wrong.item)} ${excluded ? 'matches' : 'does not'}`,
          exchanges: [wrong.exchange],
        };
  },

  'same-body': (args, answers, context) => {
    const strip = (exchange: Exchange): unknown =>
      without(exchange.response?.body, (args['except'] ?? []) as string[]);
    return alike(args, answers, context, strip, sameJson, 'equal JSON bodies');
  },
  'same-bytes': (args, answers, context) =>
    alike(
      args,
      answers,
      context,
      (each) => each.response?.bodyText,
      (a, b) => a === b,
      'equal bytes',
    ),

  sorted: (args, answers) => {
    const descending = args['order'] === 'descending';
    const by = typeof args['by'] === 'string' ? parsePointer(args['by']) : [];
    const expected = `${String(args['list'])} ${descending ? 'descending' : 'ascending'}`;
    for (const answer of answered(answers)) {
      const list = follow(answer.response?.body, parsePointer(String(args['list'])));
      if (!Array.isArray(list)) return said(false, expected, `there is no such list`, [answer]);
      const keys = list.map((item) => {
        const key = follow(item, by);
        return typeof key === 'string' && args['ignoring-case'] === true ? key.toLowerCase() : key;
      });
      const wrong = keys.findIndex((key, i) => i > 0 && !inOrder(keys[i - 1], key, descending));
      if (wrong !== -1)
        return said(false, expected, `${shown(keys[wrong - 1])} comes before ${shown(keys[wrong])}`, [
          answer,
        ]);
    }
    return said(true, expected, 'in order', answers);
  },
  'every-item': (args, answers) => quantified('every', itemsWith(args, answers), args, answers, 'item'),
  'some-item': (args, answers) => quantified('some', itemsWith(args, answers), args, answers, 'item'),
  'no-item': (args, answers) => quantified('no', itemsWith(args, answers), args, answers, 'item'),
  'distinct-items': (args, answers) => {
    const by = typeof args['by'] === 'string' ? parsePointer(args['by']) : [];
    for (const answer of answered(answers)) {
      const seen = new Set<string>();
      for (const { item } of itemsWith(args, [answer]) ?? []) {
        const key = canonical(follow(item, by));
        if (seen.has(key))
          return said(false, `no two alike in ${String(args['list'])}`, `${key} twice`, [answer]);
        seen.add(key);
      }
    }
    return said(true, `no two alike in ${String(args['list'])}`, 'all different', answers);
  },
  'same-items': (args, answers, context) => {
    const [here, there] = itemPairs(args, answers, context);
    const holds = here !== null && there !== null && sameJson(here, there);
    const expected = `the same items as ${steps(args)}, in the same order`;
    return said(
      holds,
      expected,
      `${here?.length ?? 'no'} items here, ${there?.length ?? 'no'} there`,
      answers,
    );
  },
  'items-within': (args, answers, context) => {
    const [here, there] = itemPairs(args, answers, context);
    const known = new Set((there ?? []).map(canonical));
    const stray = here?.find((item) => !known.has(canonical(item)));
    const expected = `every item of ${String(args['list'])} is one of ${steps(args)}`;
    if (here === null || there === null) return said(false, expected, 'there is no such list', answers);
    return said(
      stray === undefined,
      expected,
      stray === undefined ? 'all are' : `${shown(stray)} is not`,
      answers,
    );
  },

  'header-present': (args, answers) =>
    headers(args, answers, 'present', (value) => value !== undefined && value !== ''),
  'header-absent': (args, answers) => headers(args, answers, 'absent', (value) => value === undefined),
  'header-equals': (args, answers) =>
    headers(args, answers, `equal to ${shown(args['value'])}`, (value) => value === args['value']),
  'header-format': (args, answers) => {
    const pattern = typeof args['match'] === 'string' ? args['match'] : FORMATS[String(args['format'])];
    const wanted = String(args['format'] ?? `like /${pattern}/`);
    const test = new RegExp(pattern ?? '', 'u');
    return headers(args, answers, wanted, (value) => value !== undefined && test.test(value));
  },
  'header-same': (args, answers, context) =>
    alike(args, answers, context, headerOf(args), (a, b) => a === b, `the same ${String(args['name'])}`),
  'header-differs': (args, answers, context) => {
    const all = [...others(args, context).flat(), ...answers];
    const values = all.map(headerOf(args));
    const holds = new Set(values).size === values.length;
    return said(
      holds,
      `a different ${String(args['name'])} each time`,
      values.map((each) => shown(each)).join(', '),
      all,
    );
  },

  'status-counts': (args, answers) => {
    const counts = new Map<number, number>();
    for (const { response } of answers)
      if (response !== null) counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    const wrong = Object.entries(args).some(([status, wanted]) => {
      if (status === 'only') return [...counts.keys()].some((each) => !(wanted as number[]).includes(each));
      const rule = typeof wanted === 'number' ? { equals: wanted } : (wanted as Arguments);
      return mismatch(counts.get(Number(status)) ?? 0, rule) !== null;
    });
    const actual = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
    return said(!wrong, listed(args), actual || 'no answers', answers);
  },
  'one-of-status': (args, answers) => {
    const choices = args['choices'] as Record<string, string>;
    const statuses = answers.map(({ response }) => response?.status);
    const expected = Object.keys(choices).join(' or ');
    const wrong = answers.find(({ response }) => response === null || !(String(response.status) in choices));
    if (wrong !== undefined)
      return said(false, expected, `${wrong.response?.status ?? 'no answer'}`, [wrong]);
    const choice = choices[String(statuses[0])];
    const reading = args['reading'];
    return {
      ...said(true, expected, statuses.join(', '), answers),
      ...(typeof reading === 'string' && choice !== undefined ? { observation: { reading, choice } } : {}),
    };
  },
  reading: (args, answers, context) => {
    const choices = args['choices'] as { choice: string; when: string }[];
    const outcomes = choices.map(({ choice, when }) => ({
      choice,
      ...judgeCriterion({ condition: when, context: null, type: 'simple' }, context.scope),
    }));
    const met = outcomes.find(({ holds }) => holds);
    const expected = choices.map(({ choice, when }) => `${choice}: ${when}`).join('; or ');
    const actual = [...new Set(outcomes.map((each) => each.actual))].join('; ');
    if (met === undefined) return said(args['otherwise'] === 'nothing', expected, actual, answers);
    return {
      ...said(true, expected, actual, answers),
      observation: { reading: String(args['reading']), choice: met.choice },
    };
  },
  'detail-mentions': (args, answers) => {
    const wanted = (args['any-of'] ?? [args['text']]) as string[];
    const expected = `an error that mentions ${wanted.map((each) => `"${each}"`).join(' or ')}`;
    const silent = answers.find((each) => {
      const words = errorWords(each.response?.body ?? each.response?.bodyText).toLowerCase();
      return !wanted.some((text) => words.includes(text.toLowerCase()));
    });
    if (silent === undefined) return said(true, expected, 'it does', answers);
    return said(false, expected, `it says ${shown(errorWords(silent.response?.body))}`, [silent]);
  },
  'error-form': (args, answers) => {
    const form = String(args['form']);
    const expected = `an error of the form ${form}${args['code'] === undefined ? '' : ` with code ${String(args['code'])}`}`;
    const other = answers.find(({ response }) => {
      const code = follow(response?.body, ['error', 'code']);
      return (
        errorForm(response?.body, response?.bodyText) !== form ||
        (args['code'] !== undefined && code !== args['code'])
      );
    });
    if (other === undefined) return said(true, expected, 'it is', answers);
    const body = other.response?.body ?? other.response?.bodyText;
    return said(false, expected, `the body is ${shown(body)}`, [other]);
  },
  'no-response': (args, answers) => {
    const kinds = (args['kinds'] ?? ['connection', 'timeout', 'aborted']) as string[];
    const other = answers.find(({ failure }) => failure === null || !kinds.includes(failure.kind));
    const actual =
      other?.failure?.kind ?? (other === undefined ? 'none came' : `status ${other.response?.status}`);
    return said(other === undefined, `no answer (${kinds.join(' or ')})`, actual, answers);
  },
  responded: (_args, answers) => {
    const lost = answers.find(({ response }) => response === null);
    return said(lost === undefined, 'an answer each time', lost?.failure?.message ?? 'all answered', answers);
  },
};

/** Steps that an expectation's arguments name. */
export function stepsNamed(args: Arguments): string[] {
  const named: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if ((name === 'with' || name === 'step') && (typeof member === 'string' || Array.isArray(member)))
        named.push(...([member].flat() as string[]));
      else walk(member);
    }
  };
  walk(args);
  return named;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  integer: '^[0-9]+$',
  'operation-key': '^use_v1_[A-Za-z0-9_-]{1,121}$',
  json: '^application/json\\s*(;|$)',
  text: '^text/plain\\s*(;|$)',
};

interface Located<T> {
  item: T;
  exchange: number;
}

/** Jobs of every 200, with the exchange that each came in; null when no answer has a list of jobs. */
function jobsWith(answers: readonly Exchange[]): Located<Job>[] | null {
  return itemsOf(answers, ['data', 'jobs']) as Located<Job>[] | null;
}

function itemsWith(args: Arguments, answers: readonly Exchange[]): Located<unknown>[] | null {
  return itemsOf(answers, parsePointer(String(args['list'])));
}

function itemsOf(answers: readonly Exchange[], pointer: string[]): Located<unknown>[] | null {
  let found: Located<unknown>[] | null = null;
  for (const { id, response } of answers) {
    const list = response?.status === 200 ? follow(response.body, pointer) : undefined;
    if (!Array.isArray(list)) continue;
    found ??= [];
    // Not spread into one call: a hostile list could be longer than a call has room for arguments.
    for (const item of list as unknown[]) found.push({ item, exchange: id });
  }
  return found;
}

function jobKeys(answers: readonly Exchange[]): Set<string> | null {
  const jobs = jobsWith(answers);
  return jobs === null ? null : new Set(jobs.map(({ item }) => canonical(item)));
}

function within(
  inner: readonly Exchange[],
  outer: readonly Exchange[],
  expected: string,
  phrase: string,
): Expected {
  const [jobs, keys] = [jobsWith(inner), jobKeys(outer)];
  if (jobs === null || keys === null) return noJobs(inner);
  const stray = jobs.find(({ item }) => !keys.has(canonical(item)));
  return stray === undefined
    ? said(true, expected, `${jobs.length} jobs, all of them`, inner)
    : { holds: false, expected, actual: `${jobName(stray.item)} is ${phrase}`, exchanges: [stray.exchange] };
}

function quantified(
  which: 'every' | 'some' | 'no',
  items: Located<unknown>[] | null,
  args: Arguments,
  answers: readonly Exchange[],
  noun: 'job' | 'item',
): Expected {
  const wanted = Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'list'));
  const expected = `${which} ${noun} with ${shown(wanted, 300)}`;
  if (items === null) return said(false, expected, `there is no list of ${noun}s in the answer`, answers);
  const judged = items.map((each) => ({ ...each, wrong: itemMismatch(each.item, wanted) }));
  if (which === 'some') {
    const holds = judged.some(({ wrong }) => wrong === null);
    return said(holds, expected, holds ? 'there is one' : `none of ${items.length}`, answers);
  }
  const odd = judged.find(({ wrong }) => (wrong === null) === (which === 'no'));
  return odd === undefined
    ? said(true, expected, `${items.length} ${noun}s, all as asked`, answers)
    : {
        holds: false,
        expected,
        actual: `${noun === 'job' ? jobName(odd.item) : shown(odd.item)}: ${odd.wrong ?? 'it is so'}`,
        exchanges: [odd.exchange],
      };
}

function operand(value: unknown, context: PredicateContext): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  const each = (name: string): number[] =>
    (parts[name] as unknown[]).map((part) => {
      const number = operand(part, context);
      return typeof number === 'number' ? number : Number.NaN;
    });
  if ('plus' in parts) return each('plus').reduce((a, b) => a + b, 0);
  if ('times' in parts) return each('times').reduce((a, b) => a * b, 1);
  if ('minus' in parts) return each('minus').reduce((a, b) => a - b);
  const answers = context.answers((parts['step'] ?? null) as string | null);
  if ('sum' in parts) {
    const numbers = answered(answers).map(({ response }) =>
      follow(response?.body, parsePointer(String(parts['sum']))),
    );
    return numbers.every((each) => typeof each === 'number') ? numbers.reduce((a, b) => a + b, 0) : undefined;
  }
  if (parts['count'] === 'exchanges')
    return answers.filter(
      ({ response }) => parts['status'] === undefined || response?.status === parts['status'],
    ).length;
  if (parts['count'] === 'jobs') return jobsWith(answers)?.length;
  if (typeof parts['count'] === 'string') return itemsOf(answers, parsePointer(parts['count']))?.length;
  return value;
}

function alike(
  args: Arguments,
  answers: readonly Exchange[],
  context: PredicateContext,
  read: (exchange: Exchange) => unknown,
  same: (a: unknown, b: unknown) => boolean,
  expected: string,
): Expected {
  const all = [...others(args, context).flat(), ...answers];
  const [first] = all;
  const odd = first === undefined ? undefined : all.find((each) => !same(read(first), read(each)));
  if (all.length < 2) return said(false, expected, 'there is only one answer to compare', answers);
  if (first === undefined || odd === undefined) return said(true, expected, 'equal', all);
  const actual = `${shown(read(first))} and ${shown(read(odd))}`;
  return { holds: false, expected, actual, exchanges: [first.id, odd.id] };
}

function headers(
  args: Arguments,
  answers: readonly Exchange[],
  wanted: string,
  test: (value: string | undefined) => boolean,
): Expected {
  const read = headerOf(args);
  const odd = answers.find((each) => !test(read(each)));
  const expected = `${String(args['name'])} ${wanted}`;
  return odd === undefined
    ? said(
        true,
        expected,
        [...new Set(answers.map((each) => shown(read(each))))].slice(0, 3).join(', '),
        answers,
      )
    : said(false, expected, `it is ${shown(read(odd))}`, [odd]);
}

function headerOf(args: Arguments): (exchange: Exchange) => string | undefined {
  const name = String(args['name']).toLowerCase();
  return ({ response }) =>
    response !== null && Object.hasOwn(response.headers, name) ? response.headers[name] : undefined;
}

function others(args: Arguments, context: PredicateContext): (readonly Exchange[])[] {
  return ([args['with'] ?? []].flat() as string[]).map((step) => context.answers(step));
}

function itemPairs(
  args: Arguments,
  answers: readonly Exchange[],
  context: PredicateContext,
): [unknown[] | null, unknown[] | null] {
  const plain = (found: Located<unknown>[] | null): unknown[] | null =>
    found?.map(({ item }) => item) ?? null;
  const there = { list: args['with-list'] ?? args['list'] };
  return [plain(itemsWith(args, answers)), plain(itemsWith(there, others(args, context).flat()))];
}

function answered(answers: readonly Exchange[]): readonly Exchange[] {
  return answers.filter(({ response }) => response?.status === 200);
}

/** The three error forms of §7 and plain text. */
function errorForm(body: unknown, text: string | undefined): string {
  if (body === undefined) return text === undefined ? 'none' : 'text';
  const detail = follow(body, ['detail']);
  if (typeof detail === 'string') return 'detail';
  if (Array.isArray(detail)) return 'detail-list';
  const code = follow(body, ['error', 'code']);
  return follow(body, ['success']) === false && typeof code === 'string' ? 'envelope' : 'other';
}

function errorWords(body: unknown): string {
  if (typeof body === 'string') return body;
  const detail = follow(body, ['detail']);
  const list = Array.isArray(detail) ? detail : follow(body, ['error', 'details']);
  const words = [
    typeof detail === 'string' ? detail : '',
    follow(body, ['error', 'message']),
    typeof follow(body, ['error']) === 'string' ? follow(body, ['error']) : '',
    ...(Array.isArray(list)
      ? list.flatMap((each) => [follow(each, ['msg']), [follow(each, ['loc']) ?? []].flat().join('.')])
      : []),
  ];
  return words.filter((each) => typeof each === 'string' && each !== '').join('; ');
}

function without(value: unknown, pointers: readonly string[]): unknown {
  const copy = structuredClone(value);
  for (const pointer of pointers) {
    const parts = parsePointer(pointer);
    const last = parts.pop();
    const holder = follow(copy, parts);
    if (last !== undefined && typeof holder === 'object' && holder !== null)
      delete (holder as Record<string, unknown>)[last];
  }
  return copy;
}

function inOrder(a: unknown, b: unknown, descending: boolean): boolean {
  if (typeof a !== typeof b || (typeof a !== 'string' && typeof a !== 'number'))
    return a === b || a === null || b === null;
  const [low, high] = descending ? [b as typeof a, a] : [a, b as typeof a];
  // "Alphabetically" is lawful by code point and by dictionary order alike.
  return low <= high || (typeof low === 'string' && low.localeCompare(high as string, 'en') <= 0);
}

function shifted(date: unknown, days: number): string | null {
  if (typeof date !== 'string') return null;
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function jobName(job: unknown): string {
  return `the job ${shown(follow(job, ['Job Title']), 60)} (${shown(follow(job, ['Job URL']), 80)})`;
}

function listed(args: Arguments): string {
  return Object.entries(args)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', ');
}

function steps(args: Arguments): string {
  return [args['with'] ?? []].flat().join(', ');
}

function noJobs(answers: readonly Exchange[]): Expected {
  return said(false, 'a 200 with a list of jobs', 'there is none', answers);
}

function said(holds: boolean, expected: string, actual: string, exchanges: readonly Exchange[]): Expected {
  return { holds, expected, actual, exchanges: exchanges.map(({ id }) => id) };
}
