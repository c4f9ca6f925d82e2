/**
 * `npm run mutants`: proves the suite on known-bad targets. A mock, in front of it one mutant after another, and the
 * scenarios that can speak of the clause that it offends: that clause has to turn red.
 *
 *     npm run mutants -- [--only NAME,...] [--live] [--full] [--innocents] [--neuter] [--words]
 *
 * --only       mutants, innocents or groups of clauses (`IDEM`) alone
 * --live       as on a live target: one key, no admin API
 * --full       the whole suite on every mutant
 * --innocents  the innocents alone
 * --neuter     each oracle and predicate left out in turn: which loss would nobody notice?
 * --words      what is said of each red clause
 *
 * Exit 1 for survivors, for mutants that never fired, for false alarms, and where the suite itself broke.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { innocents, mutants, type Mutant } from '../conformance/mutants/index.js';
import {
  allJudges,
  groupOf,
  loadScenarios,
  speakingOf,
  tryRule,
  without,
  type Bench,
  type Trial,
} from '../conformance/mutants/trial.js';
import { loadDocuments } from '../conformance/runner.js';
import { startMock } from '../mock-server/index.js';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    live: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    innocents: { type: 'boolean', default: false },
    neuter: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const begun = performance.now();
const only = flags.only?.split(',') ?? null;
const wanted = (name: string, clause?: string): boolean =>
  only === null || only.some((each) => each === name || each === clause || each === groupOf(clause ?? ''));

const documents = loadDocuments();
const mock = await startMock({ seed: 1, admin: !flags.live });
const known = mock.world.dataset.wellKnown[0]!;
// A live target's limits are waited out; here the clock of the mock is moved instead.
const time = {
  now: () => mock.clock.now(),
  sleep: (ms: number) => Promise.resolve(mock.clock.advance({ milliseconds: Math.ceil(ms) })),
};
const bench: Bench = {
  documents,
  scenarios: loadScenarios(documents),
  url: mock.url,
  adminUrl: flags.live ? null : mock.url,
  key: 'key_demo',
  profile: flags.live
    ? {
        networkUrl: mock.world.dataset.networkUrl,
        companyUrl: known.profileUrl,
        companyName: known.name,
        companyDomain: 'brightwater-logistics.example',
      }
    : {},
  ...(flags.live ? { time } : {}),
};
const scenariosFor = (clause: string): typeof bench.scenarios =>
  flags.full ? bench.scenarios : speakingOf(clause, bench.scenarios);

const troubles: string[] = [];
const survivors: Mutant[] = [];
const trials = new Map<Mutant, Trial>();

function report(name: string, trial: Trial): void {
  if (flags.words) for (const [clause, words] of trial.words) say(`      ${clause} ${words.slice(0, 300)}`);
  for (const each of [...trial.broken, ...trial.faults]) {
    say(`      broke: ${each.slice(0, 300)}`);
    troubles.push(`${name}: the suite or the mutant broke: ${each.slice(0, 200)}`);
  }
}

async function judge(mutant: Mutant): Promise<void> {
  await mock.reset();
  const trial = await tryRule(bench, mutant.rule(), scenariosFor(mutant.clause));
  trials.set(mutant, trial);
  const red = [...trial.red.keys()];
  const caught = red.includes(mutant.clause);
  const others = red.filter((each) => each !== mutant.clause);
  const mark = caught ? 'red ' : trial.fired === 0 ? 'idle' : '????';
  say(`${mark}  ${mutant.name}  ${mutant.clause}${others.length > 0 ? `  and ${others.join(' ')}` : ''}`);
  report(mutant.name, trial);
  if (caught) return;
  if (flags.live && mutant.unseenFromOutside !== undefined) return;
  if (trial.fired === 0) troubles.push(`${mutant.name}: never fired, so the run proves nothing`);
  else survivors.push(mutant);
}

async function acquit(name: string, rule: ReturnType<Mutant['rule']>): Promise<void> {
  await mock.reset();
  const trial = await tryRule(bench, rule);
  const red = [...trial.red.keys()];
  say(`${red.length === 0 ? 'calm' : 'RED '}  ${name}  ${red.join(' ')}`);
  report(name, trial);
  for (const clause of red)
    troubles.push(`${name}: a false alarm on ${clause}: ${trial.words.get(clause)?.slice(0, 300)}`);
  if (trial.fired === 0 && name !== 'nothing-changed') troubles.push(`${name}: never fired`);
}

/** For each judge the cells of the matrix that it alone turned red, confirmed by a run without it. */
async function neuter(): Promise<void> {
  say('\nWithout one judge (cells of the matrix that turn pale)');
  const judges = [
    ...allJudges.oracles.map(({ id }) => `oracle ${id}`),
    ...Object.keys(allJudges.predicates).map((name) => `predicate ${name}`),
  ];
  const unnoticed: string[] = [];
  for (const name of judges) {
    const cells = [...trials].flatMap(([mutant, { red }]) =>
      [...red].filter(([, by]) => by.size === 1 && by.has(name)).map(([clause]) => ({ mutant, clause })),
    );
    let confirmed: string | null = null;
    for (const { mutant, clause } of cells.slice(0, 5)) {
      await mock.reset();
      const trial = await tryRule(bench, mutant.rule(), scenariosFor(mutant.clause), without(name));
      if (trial.red.has(clause)) continue;
      confirmed = `${mutant.name} no longer offends ${clause}`;
      break;
    }
    say(
      `${confirmed === null ? 'unnoticed' : 'noticed  '}  ${name}  ${confirmed ?? ''} (${cells.length} cells)`,
    );
    if (confirmed === null) unnoticed.push(name);
  }
  say(`\n${judges.length - unnoticed.length} of ${judges.length} losses are noticed.`);
  if (unnoticed.length > 0) say(`Nobody would notice the loss of: ${unnoticed.join(', ')}.`);
}

try {
  if (!flags.innocents)
    for (const mutant of mutants) if (wanted(mutant.name, mutant.clause)) await judge(mutant);
  if (only === null || innocents.some(({ name }) => only.includes(name)))
    for (const { name, rule } of innocents) if (wanted(name)) await acquit(name, rule());
  if (flags.neuter) await neuter();

  if (only === null && !flags.innocents) {
    const reached = new Set([...trials.values()].flatMap(({ red }) => [...red.keys()]));
    const pale = documents.clauses.clauses.filter(({ id }) => !reached.has(id));
    say(`\nClauses that no mutant turned red: ${pale.length} of ${documents.clauses.clauses.length}`);
    for (const { id, level, check, why } of pale) say(`  ${id} (${level}) ${check === 'none' ? why : ''}`);
  }
  const unseen = [...trials.keys()].filter(
    (mutant) =>
      flags.live && mutant.unseenFromOutside !== undefined && !trials.get(mutant)!.red.has(mutant.clause),
  );
  if (unseen.length > 0) say('\nNot to be seen from outside');
  for (const { name, clause, unseenFromOutside } of unseen)
    say(`  ${name} (${clause}): ${unseenFromOutside}`);
  if (survivors.length > 0) say('\nSurvivors');
  for (const { name, clause } of survivors) say(`  ${name} (${clause})`);
  if (troubles.length > 0) say('\nTroubles');
  for (const each of troubles) say(`  ${each}`);
  say(
    `\n${trials.size} mutants, ${survivors.length} survivors, ${unseen.length} not to be seen, ${troubles.length} troubles, ${Math.round((performance.now() - begun) / 1000)} s.`,
  );
  if (flags.json !== undefined)
    writeFileSync(
      flags.json,
      JSON.stringify(
        [...trials].map(([{ name, clause }, { red, fired, words }]) => ({
          name,
          clause,
          fired,
          red: [...red].map(([id, by]) => [id, [...by]]),
          words: [...words],
        })),
      ),
    );
  process.exitCode = survivors.length + troubles.length > 0 ? 1 : 0;
} finally {
  await mock.close();
}
