/** One of the processes behind `npm run mutants`: a mock of its own, and tasks from the parent until it is told to end. */
import { groupRule, innocents, mutants, type Mutant, type PairMutant } from '../../test/mutants/index.js';
import {
  allJudges,
  citing,
  citingClause,
  speakingOf,
  tryRule,
  without,
  type Bench,
  type Judges,
  type Trial,
} from '../../test/mutants/trial.js';
import { serve } from '../workers.js';
import { pairs } from './flags.js';
import { createGrounds, SEEDED } from './grounds.js';

export interface Task {
  /** A mutant, or the innocents of a group. */
  name: string;
  /** Tried together; none for a mutant. */
  innocents: readonly string[];
  /** A judge that keeps silent in this run: `oracle ledger`. */
  without: string | null;
  /** The data that it is tried on. */
  data: string;
}

export interface Result {
  task: Task;
  /** The data of the trial that this is of; others before it showed less. */
  shownOn: string;
  /** Clauses turned red, each with the judges that turned it. */
  red: [clause: string, judges: string[]][];
  words: [clause: string, words: string][];
  /** `FILT-1 searchJobs` */
  redPairs: string[];
  fired: number;
  /** Innocents of the group that changed nothing. */
  idle: string[];
  /** Choices of readings that the report names: `bad-cursor=400`. */
  seen: string[];
  /** Where the suite or the rule itself broke. */
  broken: string[];
  verdict: Trial['verdict'];
  durationMs: number;
}

const live = process.argv.includes('--live');
const full = process.argv.includes('--full');

const grounds = createGrounds(live);
const { scenarios: everything } = (await grounds.on(SEEDED)).bench;

/** The others are spared the hundreds of requests that reaching a limit takes. */
function isSeenByThrottling({ clause }: Mutant): boolean {
  return everything.some(
    ({ facts }) => facts.requires.includes('throttling') && facts.clauses.includes(clause),
  );
}

/** Scenarios for a mutant, from the nearest to all: those of its pair or clause, of the clause's group, of the kit. */
function roundsFor(mutant: Mutant | PairMutant): Bench['scenarios'][] {
  if ('operation' in mutant) return [citing(mutant, everything)];
  const rounds = full
    ? [everything]
    : [citingClause(mutant.clause, everything), speakingOf(mutant.clause, everything)];
  // Others than the neighbours may be the ones that see it, if it is to be seen at all.
  if (!(live && mutant.unseenFromOutside !== undefined)) rounds.push(everything);
  return rounds.filter(({ length }, i) => length > 0 && length !== rounds[i - 1]?.length);
}

async function perform(task: Task): Promise<Result> {
  const pair: PairMutant | undefined = pairs.find(({ name }) => name === task.name);
  const mutant: Mutant | undefined = pair ?? mutants.find(({ name }) => name === task.name);
  const group = innocents.filter(({ name }) => task.innocents.includes(name));
  const together = groupRule(group);
  const judges: Judges = task.without === null ? allJudges : without(task.without);
  const allowThrottling = live && (mutant === undefined || isSeenByThrottling(mutant));
  const trialOf = async (data: string, scenarios: Bench['scenarios']): Promise<Trial> => {
    const { bench, reset } = await grounds.on(data);
    await reset();
    return tryRule({ ...bench, allowThrottling }, mutant?.rule() ?? together.rule, scenarios, judges);
  };
  const undisturbed = everything.filter(
    ({ facts }) => !facts.disturbed || !group.some((each) => each.undisturbed),
  );
  const [first, ...further] = mutant === undefined ? [undisturbed] : roundsFor(mutant);
  let trial = await trialOf(task.data, first!);
  let shownOn = task.data;
  if (mutant !== undefined && task.without === null) {
    // What a world cannot show, its other scenarios hardly will.
    const rounds = task.data === SEEDED ? further : [first!, ...further];
    for (const scenarios of rounds)
      if (!trial.red.has(mutant.clause)) {
        shownOn = SEEDED;
        trial = await trialOf(SEEDED, scenarios);
      }
  }
  return {
    task,
    shownOn,
    red: [...trial.red].map(([clause, by]) => [clause, [...by]]),
    words: [...trial.words],
    redPairs: trial.redPairs,
    fired: trial.fired,
    idle: together.idle(),
    seen: trial.seen,
    broken: [...trial.broken, ...trial.faults],
    verdict: trial.verdict,
    durationMs: trial.durationMs,
  };
}

serve(async (task: Task): Promise<Result> => {
  try {
    return await perform(task);
  } catch (error) {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return {
      task,
      shownOn: task.data,
      red: [],
      words: [],
      redPairs: [],
      fired: 0,
      idle: [],
      seen: [],
      broken,
      verdict: null,
      durationMs: 0,
    };
  }
}, grounds.close);
