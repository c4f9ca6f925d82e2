/** What the fields of a job should hold beyond their types (§2.1), and in which order jobs come. */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Contract } from '../../../spec/contract.js';
import type { Oracle } from '../oracle.js';
import { shown, textOf } from '../../values/text.js';
import { knownBoards, searchAnswers, type KnownBoards } from '../../model/answers.js';
import { strings, type Fields } from '../../values/fields.js';
import { gatherEvidence } from './evidence.js';
import { listedThroughout } from './lookups.js';

interface Rule {
  clause: ClauseId;
  expected: string;
  /** What is wrong with a job; null for nothing, undefined where the job does not show it. */
  fault(job: Fields): string | null | undefined;
}

export const jobValues: Oracle = {
  id: 'job-values',
  clauses: ['JOB-8', 'JOB-9', 'JOB-10', 'JOB-11', 'JOB-12', 'JOB-13', 'PAGE-18'],
  reads: ['response body'],
  judge(history, context) {
    const evidence = gatherEvidence('job-values', context);
    const boards = knownBoards(history);
    const rules = rulesOf(context.contract, boards);
    const listed = listedThroughout(history);
    for (const { exchange, jobs } of searchAnswers(history, context)) {
      for (const { clause, expected, fault } of rules) {
        // A list of another time may have had other boards; what stands on none, before and after, was on none meanwhile.
        if (clause === 'JOB-13' && context.seen !== 'all' && listed('listJobBoards', exchange).length === 0)
          continue;
        const found = jobs.map(fault).filter((text) => text !== undefined);
        if (found.length === 0) continue;
        const wrong = found.find((text) => text !== null) ?? null;
        evidence.judge(
          clause,
          exchange,
          wrong === null,
          expected,
          wrong ?? `so in ${found.length} of ${jobs.length} jobs`,
        );
      }
      const dates = strings(jobs.map((job) => job['Post Date'])).map((date) => date.slice(0, 10));
      if (new Set(dates).size > 1) {
        const falling = dates.every((date, i) => i === 0 || date <= dates[i - 1]!);
        evidence.observe('order', falling ? 'newest-first' : 'other', exchange);
      }
    }
    return evidence.findings();
  },
};

function rulesOf({ enums }: Contract, boards: KnownBoards): Rule[] {
  const rules: Rule[] = [
    {
      clause: 'JOB-8',
      expected: 'absolute web addresses',
      fault: (job) => firstOf(job, ['Job URL', 'Apply URL', 'Logo URL'], isWebAddress),
    },
    {
      clause: 'JOB-9',
      expected: 'Salary From of at most Salary To',
      fault: (job) => {
        const [from, to] = [job['Salary From'], job['Salary To']];
        if (typeof from !== 'number' || typeof to !== 'number') return undefined;
        return from <= to ? null : `Salary From ${from}, Salary To ${to}`;
      },
    },
    {
      clause: 'JOB-10',
      expected: 'a currency code of three capital letters',
      fault: (job) => firstOf(job, ['Salary Currency'], (value) => /^[A-Z]{3}$/.test(textOf(value))),
    },
    {
      clause: 'JOB-11',
      expected: 'departments that the filter accepts',
      fault: (job) => {
        const names = job['Department Name'];
        if (!Array.isArray(names) || names.length === 0) return undefined;
        const odd = names.find((name) => !enums.department.includes(textOf(name)));
        return odd === undefined ? null : `Department Name ${shown(odd)}`;
      },
    },
    {
      clause: 'JOB-12',
      expected: 'a type and a seniority that their filters accept',
      fault: (job) =>
        worse(
          firstOf(job, ['Job Type'], (value) => enums.job_type.includes(textOf(value))),
          firstOf(job, ['Seniority Level'], (value) => enums.seniority_level.includes(textOf(value))),
        ),
    },
  ];
  if (boards.complete) {
    rules.push({
      clause: 'JOB-13',
      expected: 'a label or value of the job-boards lookup',
      fault: (job) => firstOf(job, ['Job Board'], (value) => boards.names.has(textOf(value).toLowerCase())),
    });
  }
  return rules;
}

/** Undefined when none of the fields holds anything. */
function firstOf(
  job: Fields,
  names: readonly string[],
  holds: (value: unknown) => boolean,
): string | null | undefined {
  const known = names.filter((name) => job[name] !== null && job[name] !== undefined);
  if (known.length === 0) return undefined;
  const wrong = known.find((name) => !holds(job[name]));
  return wrong === undefined ? null : `${wrong} ${shown(job[wrong])}`;
}

function worse(a: string | null | undefined, b: string | null | undefined): string | null | undefined {
  return a ?? b ?? (a === null || b === null ? null : undefined);
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}
