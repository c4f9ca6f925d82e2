/** Trials of the independent service: whole runs with one key, on seeds or on faults that the suite must report. */
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { FAULTS, type Fault } from '../../test/independent-service/faults.js';
import { isNoise, noiseOf } from '../../test/independent-service/habits.js';
import type { SuiteRun } from './run-work.js';
import type { Trials } from './trials.js';

export interface StrangerTask {
  names: readonly [string];
  seed: number;
  /** Habits that override those of the seed, such as `moving=true`. */
  habits: readonly string[];
  breaks: Fault | null;
  /** Whether the run has a key of each role, instead of one key. */
  hasAllKeys?: boolean;
}

export type StrangerResult = SuiteRun & { task: StrangerTask };

/** Makes a run for each seed. With faults, each seed has one of them, and each fault has at least one seed. */
export function strangerTrials(
  seeds: readonly number[],
  {
    habits: own = [],
    faults = [null],
    hasNoise = false,
    hasAllKeys = false,
  }: {
    habits?: readonly string[];
    faults?: readonly (Fault | null)[] | undefined;
    hasNoise?: boolean;
    hasAllKeys?: boolean;
  } = {},
): Trials<StrangerResult> {
  const task = (seed: number, breaks: Fault | null): StrangerTask => {
    const habits = [...(hasNoise ? noiseOf(seed) : []), ...own];
    return {
      names: [[`seed ${seed}`, ...habits, ...(breaks === null ? [] : [breaks])].join(' ')],
      seed,
      habits: [...(breaks === null ? [] : (FAULTS[breaks].habits ?? [])), ...habits],
      breaks,
      hasAllKeys,
    };
  };
  return {
    kind: 'run',
    tasks: Array.from({ length: Math.max(seeds.length, faults.length) }, (_, i) =>
      task(seeds[i % seeds.length]!, faults[i % faults.length]!),
    ),
    hasSecondTry: false,
    linesOf({ task, headline, credits, requests, durationMs, ...result }) {
      const named = violations(result).map(({ clause }) => clause);
      const spent = `${credits} credits, ${requests} requests, ${Math.round(durationMs / 1000)} s`;
      return [`${task.names[0]} (${spent}): ${headline}${named.length > 0 ? ` ${named.join(', ')}.` : ''}`];
    },
    problemsOf: strangerProblems,
    conclude: (results) => ({
      lines: ['', `${results.length} runs on the independent service`],
      problems: [],
    }),
  };
}

/** Returns problems as sentences. Without a fault, any violation is a false alarm; with one, the suite must report its clause. */
export function strangerProblems({ task, exitCode, headline, against, errors }: StrangerResult): string[] {
  const [name] = task.names;
  const problems = errors.map((each) => `${name}: ${each}`);
  const broken = violations({ against });
  if (task.breaks === null) {
    problems.push(...broken.map(({ clause, words }) => `${name}: false alarm: ${clause} ${words}`));
    const mayBeOpen = task.habits.some(isNoise) && exitCode === EXIT_CODES.incomplete;
    if (exitCode !== 0 && !mayBeOpen) problems.push(`${name}: exited with ${exitCode}: ${headline}`);
    return problems;
  }
  const { clauses: expected, unseen, leavesOpen } = FAULTS[task.breaks];
  if (unseen !== undefined && exitCode !== EXIT_CODES['does-not-conform']) return problems;
  if (leavesOpen !== undefined && exitCode === EXIT_CODES.incomplete) return problems;
  const named = broken.map(({ clause }) => clause);
  if (exitCode !== 1) problems.push(`${name}: exited with ${exitCode}: ${headline}`);
  else if (!named.some((clause) => expected.includes(clause)))
    problems.push(`${name}: reports ${named.join(', ')} instead of ${expected.join(' or ')}`);
  return problems;
}

/** The service may ignore recommendations. */
function violations({ against }: Pick<SuiteRun, 'against'>): SuiteRun['against'] {
  return against.filter(({ isMust }) => isMust);
}
