/** The flags of `npm run mutants`. */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { badClients, rightClients } from '../../test/bad-clients/index.js';
import { innocents, mutants, pairMutants } from '../../test/mutants/index.js';
import { groupOf } from '../../test/mutants/trial.js';
import { loadClauses } from '../../spec/clauses.js';
import { didYouMean } from '../../common/nearest.js';
import type { Worker } from '../workers.js';

export interface Flags {
  only?: string[];
  live?: boolean;
  full?: boolean;
  innocents?: boolean;
  singly?: boolean;
  pairs?: boolean;
  neuter?: boolean;
  clients?: boolean;
  rounds?: number;
  words?: boolean;
  jobs: number;
}

export const pairs = pairMutants(loadClauses());

/** Every name that `--only` takes. */
const names = new Set<string>([
  ...innocents.map(({ name }) => name),
  ...rightClients.map(({ name }) => name),
  ...badClients.flatMap(({ name, rule }) => [name, rule]),
  ...[...mutants, ...pairs].flatMap(({ name, clause }) => [name, clause, groupOf(clause)]),
]);

/** Reads the command line; a bad flag ends the process with exit 2. */
export function readFlags(): Flags {
  return new Command('mutants')
    .description('Tries the suite on known-bad targets, and on harmless differences that it must not report.')
    .option(
      '--only <names>',
      'these mutants, innocents, clauses (IDEM-3) or groups of clauses (IDEM) alone, by comma',
      namesIn,
    )
    .option('--live', 'as on a live target: one key, no admin API')
    .option('--full', 'the whole suite on every mutant')
    .option('--innocents', 'the innocents alone')
    .option('--singly', 'each innocent in a run of its own, not in groups')
    .option('--pairs', 'the filter and keyword mutants of one operation each alone')
    .option('--neuter', 'leave out each oracle and predicate in turn: is the loss of any not noticed?')
    .option('--clients', 'known-bad clients and right ones, each sent through courses')
    .option('--rounds <n>', 'with --clients: the right ones alone, each so often, ten at a time', wholeNumber)
    .option('--words', 'what is said of each red clause')
    .option('--jobs <n>', 'processes at a time', wholeNumber, availableParallelism())
    .addHelpText(
      'after',
      '\nExit 1 for survivors, mutants that never fired, false alarms, or a suite that broke; 2 for a bad flag.',
    )
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse()
    .opts<Flags>();
}

/** The processes that the flags ask for. */
export function workersFor({ jobs, live, full }: Flags): Worker {
  const flags = [...(live ? ['--live'] : []), ...(full ? ['--full'] : [])];
  return { script: new URL('./worker.ts', import.meta.url), flags, jobs };
}

/** Whether `--only` asks for a mutant or innocent of this name, by itself, its clause or the clause's group. */
export function isWanted({ only }: Flags, name: string, clause = ''): boolean {
  return only === undefined || only.some((each) => [name, clause, groupOf(clause)].includes(each));
}

function namesIn(list: string): string[] {
  const asked = list.split(',');
  const unknown = asked.find((name) => !names.has(name));
  if (unknown === undefined) return asked;
  throw new InvalidArgumentError(
    `No mutant, innocent or offended clause is called "${unknown}".${didYouMean(unknown, names)}`,
  );
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1 to 999.');
}
