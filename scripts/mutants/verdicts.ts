/** What a trial shows: of a mutant, whether the suite caught it; of an innocent, whether the suite left it alone. */
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { innocents, mutants, type Mutant, type PairMutant } from '../../test/mutants/index.js';
import { pairs } from './flags.js';
import type { Result } from './worker.js';

/** One trial in lines, and what must be mended. */
export interface Verdict {
  lines: string[];
  problems: string[];
}

/** `hidden` mutants cannot be seen from outside, and say why. */
type MutantVerdict = 'caught' | 'hidden' | 'idle' | 'survives';

const byName = new Map<string, Mutant | PairMutant>([...mutants, ...pairs].map((each) => [each.name, each]));
const MARKS: Record<MutantVerdict, string> = {
  caught: 'red ',
  hidden: 'hides',
  idle: 'IDLE',
  survives: 'LIVES',
};

export function mutantOf({ task }: Result): Mutant | PairMutant {
  return byName.get(task.name)!;
}

export function redClauses({ red }: Result): string[] {
  return red.map(([clause]) => clause);
}

/** `live` is a trial as on a live target. A mutant that never fired proves nothing. */
export function verdictOn(result: Result, live: boolean): MutantVerdict {
  const mutant = mutantOf(result);
  const { clause, unseenFromOutside } = mutant;
  const isRed =
    'operation' in mutant
      ? result.redPairs.includes(`${clause} ${mutant.operation}`)
      : redClauses(result).includes(clause);
  if (isRed) return 'caught';
  if (live && unseenFromOutside !== undefined) return 'hidden';
  return result.fired === 0 ? 'idle' : 'survives';
}

export function judgeMutant(result: Result, live: boolean): Verdict {
  const { name, clause } = mutantOf(result);
  const verdict = verdictOn(result, live);
  const others = redClauses(result).filter((id) => id !== clause);
  const also = others.length > 0 ? `  and ${others.join(' ')}` : '';
  const problems = breakdowns(result);
  if (verdict === 'idle') problems.push(`${name}: never fired, which proves nothing`);
  const on = live ? `  (${result.shownOn})` : '';
  return { lines: [`${MARKS[verdict]}  ${name}${on}  ${clause}${also}`], problems };
}

/** Innocents that were tried together; what is wrong is said of the group. */
export function judgeInnocents(result: Result, live: boolean): Verdict {
  const { name, innocents: names } = result.task;
  const group = innocents.filter((each) => names.includes(each.name));
  const unrecommended = new Set<string>(group.flatMap((each) => each.unrecommended ?? []));
  // Without the admin API some readings show nowhere, and much stays open.
  const expected = group
    .filter(({ fromOutside = false }) => fromOutside || !live)
    .flatMap(({ readings = [] }) => readings);
  const { exitCode, headline } = result.verdict ?? { exitCode: 0, headline: '' };
  const isIncomplete = !live && exitCode === EXIT_CODES.incomplete;
  const leavesOpen = group.some((each) => each.leavesOpen !== undefined);
  const alarms = result.words.filter(([clause]) => !unrecommended.has(clause));
  return {
    lines: [
      `${alarms.length === 0 ? 'calm' : 'RED '}  ${name}${live ? `  (${result.shownOn})` : ''}  ${redClauses(result).join(' ')}`,
    ],
    problems: [
      ...breakdowns(result),
      ...alarms.map(([clause, words]) => `${name}: a false alarm on ${clause}: ${words}`),
      ...result.idle.filter((each) => each !== 'nothing-changed').map((each) => `${each}: never fired`),
      ...(isIncomplete && !leavesOpen ? [`${name}: ${headline}`] : []),
      ...(!isIncomplete && !live && leavesOpen ? [`${name}: nothing is left open, though it says so`] : []),
      ...expected
        .filter((choice) => !result.seen.includes(choice))
        .map((choice) => `${name}: the report does not name the choice ${choice}`),
    ],
  };
}

function breakdowns({ task, broken }: Result): string[] {
  return broken.map((each) => `${task.name}: the suite or the rule broke: ${each.slice(0, 300)}`);
}
