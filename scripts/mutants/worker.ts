/** One of the processes behind `npm run mutants`: a mock of its own, and tasks from the parent until it is told to end. */
import {
  groupRule,
  innocents,
  mutants,
  type Mutant,
  type PairMutant,
} from '../../conformance/mutants/index.js';
import { pairs } from './flags.js';
import {
  allJudges,
  citing,
  citingClause,
  loadScenarios,
  speakingOf,
  tryRule,
  without,
  type Bench,
  type Judges,
  type Trial,
} from '../../conformance/mutants/trial.js';
import { loadDocuments } from '../../conformance/run/run.js';
import { startMock } from '../../mock-server/index.js';
import { serve } from '../workers.js';

export interface Task {
  /** A mutant, or the innocents of a group. */
  name: string;
  /** Tried together; none for a mutant. */
  innocents: readonly string[];
  /** A judge that keeps silent in this run: `oracle ledger`. */
  without: string | null;
}

export interface Result {
  task: Task;
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

const documents = loadDocuments();
const mock = await startMock({ seed: 1, admin: !live });
const known = mock.world.dataset.wellKnown[0]!;
const company = mock.world.dataset.companies.find(({ profileUrl }) => profileUrl === known.profileUrl)!;
const bench: Bench = {
  documents,
  scenarios: loadScenarios(documents),
  url: mock.url,
  adminUrl: live ? null : mock.url,
  key: 'key_demo',
  // What the owner of a live target would write in its profile.
  profile: live
    ? {
        networkUrl: mock.world.dataset.networkUrl,
        companyUrl: known.profileUrl,
        companyName: known.name,
        companyDomain: company.domain,
      }
    : {},
  // The limits of a live target are waited out; here the clock of the mock is moved instead.
  ...(live
    ? {
        time: {
          now: () => mock.clock.now(),
          sleep: (ms: number) => Promise.resolve(mock.clock.advance({ milliseconds: Math.ceil(ms) })),
        },
      }
    : {}),
};

/** The others are spared the hundreds of requests that reaching a limit takes. */
function isSeenByThrottling({ clause }: Mutant): boolean {
  return bench.scenarios.some(
    ({ facts }) => facts.requires.includes('throttling') && facts.clauses.includes(clause),
  );
}

/** Scenarios for a mutant, from the nearest to all: those of its pair or clause, of the clause's group, of the kit. */
function roundsFor(mutant: Mutant | PairMutant): Bench['scenarios'][] {
  const { scenarios } = bench;
  if ('operation' in mutant) return [citing(mutant, scenarios)];
  const rounds = full
    ? [scenarios]
    : [citingClause(mutant.clause, scenarios), speakingOf(mutant.clause, scenarios)];
  // Others than the neighbours may be the ones that see it, if it is to be seen at all.
  if (!(live && mutant.unseenFromOutside !== undefined)) rounds.push(scenarios);
  return rounds.filter(({ length }, i) => length > 0 && length !== rounds[i - 1]?.length);
}

async function perform(task: Task): Promise<Result> {
  const pair: PairMutant | undefined = pairs.find(({ name }) => name === task.name);
  const mutant: Mutant | undefined = pair ?? mutants.find(({ name }) => name === task.name);
  const group = innocents.filter(({ name }) => task.innocents.includes(name));
  const together = groupRule(group);
  const judges: Judges = task.without === null ? allJudges : without(task.without);
  const allowThrottling = live && (mutant === undefined || isSeenByThrottling(mutant));
  const trialOf = async (scenarios: Bench['scenarios']): Promise<Trial> => {
    await mock.reset();
    return tryRule({ ...bench, allowThrottling }, mutant?.rule() ?? together.rule, scenarios, judges);
  };
  const undisturbed = bench.scenarios.filter(
    ({ facts }) => !facts.disturbed || !group.some((each) => each.undisturbed),
  );
  const [first, ...further] = mutant === undefined ? [undisturbed] : roundsFor(mutant);
  let trial = await trialOf(first!);
  if (mutant !== undefined && task.without === null)
    for (const scenarios of further) if (!trial.red.has(mutant.clause)) trial = await trialOf(scenarios);
  return {
    task,
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
}, mock.close);
