/** Tries a mutant or a group of innocents, on mocks in this process. */
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { startMock, type Mock } from '../../mock-server/index.js';
import {
  groupRule,
  innocents,
  type Innocent,
  type Mutant,
  type PairMutant,
} from '../../test/mutants/index.js';
import * as trial from '../../test/mutants/trial.js';
import { movedTime, NOW, startWorld } from '../../test/worlds/rows.js';
import { mutantNamed, SEEDED, WORLDS, type MutantOutcome, type MutantTask } from './mutant-trials.js';
import { tryTwice } from './trials.js';

/** The time to which seeded postings are relative, so that trials do not depend on their day. */
const SEEDED_NOW = '2026-11-23T10:30:00Z';

const documents = loadDocuments();
const scenarios = trial.loadScenarios(documents);
/** Mocks by access and data; each is started once. */
const mocks = new Map<string, Promise<Mock>>();

export function perform(task: MutantTask): Promise<MutantOutcome[]> {
  return tryTwice(task, task.innocents ? tryInnocents : tryMutant);
}

async function tryMutant(task: MutantTask): Promise<MutantOutcome> {
  const mutant = mutantNamed(task.names[0]!);
  const { name, clause } = mutant;
  const isHidden = task.live && mutant.unseenFromOutside !== undefined;
  const allowThrottling = task.live && trial.needsThrottling(clause, scenarios);
  let found!: trial.Trial;
  let place = '';
  for (const [data, some] of triesOf(mutant, task.data, isHidden)) {
    place = task.live ? `  (${data})` : '';
    found = await trial.tryRule({ ...(await benchOn(data, task)), allowThrottling }, mutant.rule(), some);
    if (found.red.some((each) => each.clause === clause)) break;
  }
  const red = found.red.map((each) => each.clause);
  const isCaught =
    'operation' in mutant ? found.redPairs.includes(`${clause} ${mutant.operation}`) : red.includes(clause);
  const verdict = isCaught ? 'caught' : isHidden ? 'hidden' : found.fired === 0 ? 'idle' : 'survives';
  const problems = {
    caught: [],
    hidden: [],
    idle: [`${name}: never fired, which proves nothing`],
    survives: [`${name} (${clause}) survives, red only ${red.join(' ') || 'nothing'}`],
  }[verdict];
  const mark = { caught: 'red ', hidden: 'hides', idle: 'IDLE', survives: 'LIVES' }[verdict];
  const others = red.filter((id) => id !== clause).join(' ');
  const title = `${mark}  ${name}${place}  ${clause}${others && `  and ${others}`}`;
  return {
    task,
    red,
    verdict,
    lines: linesOf(title, task, found),
    problems: [...brokenIn(found, name), ...problems],
  };
}

/** Data and scenarios to try until one detects the mutant. The README describes their order. */
function triesOf(
  mutant: Mutant | PairMutant,
  data: string,
  isHidden: boolean,
): (readonly [data: string, trial.Scenarios])[] {
  if ('operation' in mutant) return [[data, trial.citing(mutant, scenarios)]];
  const near = [trial.citingClause(mutant.clause, scenarios), trial.speakingOf(mutant.clause, scenarios)];
  const rounds = [...near, ...(isHidden ? [] : [scenarios])].filter(
    ({ length }, i, all) => length > 0 && length !== all[i - 1]?.length,
  );
  const others = WORLDS.filter((each) => each !== data);
  const on = (places: string[]) => places.map((each) => [each, rounds[0]!] as const);
  const seeded = rounds.map((each) => [SEEDED, each] as const);
  return data === SEEDED ? seeded : [...on([data]), ...seeded, ...on(others)];
}

async function tryInnocents(task: MutantTask): Promise<MutantOutcome> {
  const group = innocents.filter((each) => task.names.includes(each.name));
  const name = task.names.join(' + ');
  const together = groupRule(group);
  const bench = { ...(await benchOn(task.data, task)), allowThrottling: task.live };
  const isUndisturbed = group.some((each) => each.undisturbed);
  const some = scenarios.filter(({ facts }) => !facts.disturbed || !isUndisturbed);
  const found = await trial.tryRule(bench, together.rule, some);
  const ignored = new Set<string>(group.flatMap(({ unrecommended = [] }) => unrecommended));
  const alarms = found.red.filter(({ clause }) => !ignored.has(clause));
  const red = found.red.map(({ clause }) => clause);
  const place = task.live ? `  (${task.data})` : '';
  const lines = linesOf(
    `${alarms.length === 0 ? 'calm' : 'RED '}  ${name}${place}  ${red.join(' ')}`,
    task,
    found,
  );
  if (task.words) lines.splice(1, 0, `      ${found.headline}`);
  return {
    task,
    red,
    verdict: null,
    lines,
    problems: [
      ...brokenIn(found, name),
      ...alarms.map(({ clause, words }) => `${name}: a false alarm on ${clause}: ${words}`),
      ...together.idle().flatMap((each) => (each === 'nothing-changed' ? [] : [`${each}: never fired`])),
      ...differencesFrom(group, task, found).map((each) => `${name}: ${each}`),
    ],
  };
}

/** Choices of readings, or an open question, that the innocents of a group state and its report lacks. */
function differencesFrom(group: readonly Innocent[], { live }: MutantTask, found: trial.Trial): string[] {
  // Without the admin API, the run cannot observe some readings, and leaves much open.
  const choices = group
    .filter(({ fromOutside = false }) => fromOutside || !live)
    .flatMap(({ readings = [] }) => readings)
    .filter((choice) => !found.seen.includes(choice));
  const isIncomplete = found.exitCode === EXIT_CODES.incomplete;
  const leavesOpen = group.some((each) => each.leavesOpen !== undefined);
  const open = isIncomplete ? found.headline : 'leavesOpen is set, but nothing is left open';
  return [
    ...(live || isIncomplete === leavesOpen ? [] : [open]),
    ...choices.map((choice) => `the report does not name the choice ${choice}`),
  ];
}

function linesOf(title: string, { words }: MutantTask, { red, broken }: trial.Trial): string[] {
  const evidence = words ? red.map((each) => `      ${each.clause} ${each.words.slice(0, 300)}`) : [];
  return [title, ...evidence, ...broken.map((each) => `      broke: ${each.slice(0, 300)}`)];
}

function brokenIn({ broken }: trial.Trial, name: string): string[] {
  return broken.map((each) => `${name}: the suite or the rule broke: ${each.slice(0, 300)}`);
}

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
