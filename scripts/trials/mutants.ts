/** `npm run mutants`: tries the suite on mutants, which it must detect, on innocents, which it must pass, and on clients. */
import { availableParallelism } from 'node:os';
import { badClients, rightClients } from '../../test/bad-clients/index.js';
import { innocents, mutants } from '../../test/mutants/index.js';
import { groupOf } from '../../test/mutants/trial.js';
import { tryClients } from './clients.js';
import { command, namesAmong, wholeNumber } from './command.js';
import { mutantTrials, pairs, type MutantFlags } from './mutant-trials.js';
import { runTrials } from './trials.js';

const names = [
  ...[...innocents, ...rightClients].map(({ name }) => name),
  ...badClients.flatMap(({ name, rule }) => [name, rule]),
  ...[...mutants, ...pairs].flatMap(({ name, clause }) => [name, clause, groupOf(clause)]),
];

const number = wholeNumber(1, 999);

const { clients, stranger, seed, rounds, jobs, ...flags } = command('mutants')
  .description('Tries the suite on faulty targets, and on conforming ones that it must not report.')
  .option(
    '--only <names>',
    'comma-separated mutants, innocents, clauses (IDEM-3) or groups of clauses (IDEM)',
    namesAmong('mutant, innocent or clause', names),
  )
  .option('--live', 'as on a live target: one key, no admin API')
  .option(
    '--once',
    'each mutant in one way: live if that can show it, otherwise with an admin API; innocents in both ways',
  )
  .option('--innocents', 'only the innocents')
  .option('--singly', 'each innocent in a separate run, not in groups')
  .option('--pairs', 'only the filter and keyword mutants of one operation each')
  .option(
    '--stranger',
    'on the independent service, with one key: prints each pair of clause and operation that passes and that no mutant turns red',
  )
  .option('--seed <n>', 'with --stranger: the seed of the service', number, 1)
  .option('--clients', 'bad and right clients, each in courses')
  .option('--rounds <n>', 'with --clients: only the right clients, n times each, ten at a time', number)
  .option('--words', 'print the evidence of each red clause')
  .option('--jobs <n>', 'number of processes', number, availableParallelism())
  .addHelpText(
    'after',
    '\nExit 1 for survivors, mutants that never fired, false alarms, or errors of the suite; 2 for a bad flag.',
  )
  .parse()
  .opts<MutantFlags & { clients?: true; stranger?: true; seed: number; rounds?: number; jobs: number }>();

process.exitCode = await (clients
  ? tryClients(flags.only, rounds)
  : stranger
    ? (await import('./pair-work.js')).tryPairs({ only: flags.only, seed }, jobs)
    : runTrials([mutantTrials(flags)], jobs));
