/** What a run on the stranger came to, and what of it is not as it should be. */
import type { RunReport } from '../../conformance/index.js';
import { FAULTS, type Fault } from '../../test/independent-service/faults.js';

export interface Task {
  seed: number;
  /** Such as `moving=true`, in place of what the seed draws. */
  habits: string[];
  breaks: Fault | null;
}

export interface Result {
  task: Task;
  exitCode: number;
  headline: string;
  credits: number;
  requests: number;
  /** Clauses that were said to be broken, or recommended and not kept, with the first evidence. */
  against: { clause: string; words: string }[];
  /** Parts of the suite that broke. */
  errors: string[];
  durationMs: number;
}

export function resultOf(task: Task, report: RunReport, durationMs: number): Result {
  const { exitCode, headline, budget, clauses, scenarios, oracles } = report;
  return {
    task,
    exitCode,
    headline,
    durationMs,
    credits: budget.creditsUsed,
    requests: budget.requests,
    against: clauses.flatMap(({ clause, evidence }) => {
      const against = evidence.find(({ verdict }) => verdict === 'fail');
      if (against === undefined || clause.level !== 'must') return [];
      const { by, scenario, expected, actual } = against;
      return [{ clause: clause.id, words: `by ${by} in ${scenario}: expected ${expected}; ${actual}` }];
    }),
    errors: [
      ...scenarios
        .filter(({ verdict }) => verdict === 'error')
        .map(({ id, reason }) => `${id} broke: ${reason}`),
      ...oracles.flatMap(({ id, error }) => (error === null ? [] : [`oracle ${id} broke: ${error}`])),
    ],
  };
}

export function nameOf({ seed, habits, breaks }: Task): string {
  return [`seed ${seed}`, ...habits, ...(breaks === null ? [] : [breaks])].join(' ');
}

/** In sentences; none where the run is as it should be. */
export function problemsOf({ task, exitCode, headline, against, errors }: Result): string[] {
  const name = nameOf(task);
  const said = errors.map((each) => `${name}: ${each}`);
  if (task.breaks === null) {
    said.push(...against.map(({ clause, words }) => `${name}: false alarm: ${clause} ${words}`));
    if (exitCode !== 0) said.push(`${name}: ended with ${exitCode}: ${headline}`);
    return said;
  }
  const right: readonly string[] = FAULTS[task.breaks];
  const named = against.map(({ clause }) => clause);
  if (exitCode !== 1) said.push(`${name}: ended with ${exitCode}: ${headline}`);
  else if (!named.some((clause) => right.includes(clause)))
    said.push(`${name}: ${named.join(', ')} named, and not ${right.join(' or ')}`);
  return said;
}
