/** Tries a mutant or a group of innocents, on mocks in this process. */
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { startMock, type Mock } from '../../mock-server/index.js';
import { groupRule, innocents, mutants, type Mutant, type PairMutant } from '../../test/mutants/index.js';
import * as trial from '../../test/mutants/trial.js';
import { NOW } from '../../test/worlds/rows.js';
import { movedTime, startWorld } from '../../test/worlds/start.js';
import { pairs, SEEDED, WORLDS, type MutantResult, type MutantTask } from './mutant-trials.js';

type Scenarios = trial.Bench['scenarios'];

/** The time to which seeded postings are relative, so that trials do not depend on their day. */
const SEEDED_NOW = '2026-11-23T10:30:00Z';

const documents = loadDocuments();
const scenarios = trial.loadScenarios(documents);
/** Mocks by access and data; each is started once. */
const mocks = new Map<string, Promise<Mock>>();

/** Resets the mock with the data of a task, and returns how a trial reaches it. */
async function benchOn(data: string, { live }: MutantTask): Promise<trial.Bench> {
  const place = `${live} ${data}`;
  const start = (): Promise<Mock> =>
    data === SEEDED
      ? startMock({ seed: 1, now: SEEDED_NOW, admin: !live, frozen: live })
      : startWorld(data, { now: NOW }, !live);
  if (!mocks.has(place)) mocks.set(place, start());
  const mock = await mocks.get(place)!;
  await mock.reset();
  return {
    documents,
    scenarios,
    url: mock.url,
    adminUrl: live ? null : mock.url,
    key: 'key_demo',
    now: () => mock.clock.now(),
    profile: live && data === SEEDED ? ownersProfile(mock) : {},
    ...(live ? { time: movedTime(mock) } : {}),
  };
}

/** The profile that the owner of a live target would write. */
function ownersProfile({ world: { dataset } }: Mock): Record<string, unknown> {
  const { profileUrl, name } = dataset.wellKnown[0]!;
  const { domain } = dataset.companies.find((each) => each.profileUrl === profileUrl)!;
  return { networkUrl: dataset.networkUrl, companyUrl: profileUrl, companyName: name, companyDomain: domain };
}

/** Sets of scenarios to try until one detects the mutant: those of its pair or clause, of its group of clauses, all. */
function roundsFor(mutant: Mutant | PairMutant, { live }: MutantTask): Scenarios[] {
  if ('operation' in mutant) return [trial.citing(mutant, scenarios)];
  const near = [trial.citingClause(mutant.clause, scenarios), trial.speakingOf(mutant.clause, scenarios)];
  const isHidden = live && mutant.unseenFromOutside !== undefined;
  const rounds = [...near, ...(isHidden ? [] : [scenarios])];
  return rounds.filter(({ length }, i) => length > 0 && length !== rounds[i - 1]?.length);
}

/** Returns the trials after an undetected mutant: more scenarios on seeded data, then the first scenarios on other worlds. */
function furtherTrials(
  data: string,
  first: Scenarios,
  further: Scenarios[],
): (readonly [data: string, Scenarios])[] {
  const seeded = (data === SEEDED ? further : [first, ...further]).map((each) => [SEEDED, each] as const);
  const others = data === SEEDED ? [] : WORLDS.filter((each) => each !== data);
  return [...seeded, ...others.map((each) => [each, first] as const)];
}

async function tryTask(task: MutantTask): Promise<MutantResult> {
  const [name] = task.names;
  const mutant = task.innocents ? undefined : [...pairs, ...mutants].find((each) => each.name === name);
  const group = task.innocents ? innocents.filter((each) => task.names.includes(each.name)) : [];
  const together = groupRule(group);
  const allowThrottling =
    task.live && (mutant === undefined || trial.needsThrottling(mutant.clause, scenarios));
  const trialOn = async (data: string, scenarios: Scenarios): Promise<trial.Trial> => {
    const bench = { ...(await benchOn(data, task)), allowThrottling };
    return trial.tryRule(bench, mutant?.rule() ?? together.rule, scenarios);
  };
  const undisturbed = scenarios.filter(
    ({ facts }) => !facts.disturbed || !group.some((each) => each.undisturbed),
  );
  const [first, ...further] = mutant === undefined ? [undisturbed] : roundsFor(mutant, task);
  let shownOn = task.data;
  let last = await trialOn(shownOn, first!);
  if (mutant !== undefined)
    for (const [data, scenarios] of furtherTrials(task.data, first!, further))
      if (!last.red.has(mutant.clause)) {
        shownOn = data;
        last = await trialOn(data, scenarios);
      }
  return { ...last, task, shownOn, idle: together.idle(), broken: [...last.broken, ...last.faults] };
}

export async function perform(task: MutantTask): Promise<MutantResult> {
  try {
    return await tryTask(task);
  } catch (error) {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return { task, shownOn: task.data, ...trial.NO_FINDINGS, fired: 0, idle: [], broken };
  }
}
