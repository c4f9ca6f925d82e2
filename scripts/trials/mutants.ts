/** `npm run mutants`: tries the suite on mutants, which it must detect, on innocents, which it must pass, and on clients. */
import { badClients, rightClients } from '../../test/bad-clients/index.js';
import { innocents, mutants } from '../../test/mutants/index.js';
import { groupOf } from '../../test/mutants/trial.js';
import { tryClients } from './clients.js';
import { command, namesAmong } from '../command.js';
import { mutantTrials, pairs, type MutantFlags } from './mutant-trials.js';
import { runTrials } from './trials.js';

const names = [
  ...[...innocents, ...rightClients].map(({ name }) => name),
  ...badClients.flatMap(({ name, rule }) => [name, rule]),
  ...[...mutants, ...pairs].flatMap(({ name, clause }) => [name, clause, groupOf(clause)]),
];

const { clients, stranger, seed, rounds, jobs, ...flags } = command('mutants', {
  names: namesAmong('mutant, innocent or clause', names),
})
  .parse()
  .opts<MutantFlags & { clients?: true; stranger?: true; seed: number; rounds?: number; jobs?: number }>();

process.exitCode = await (clients
  ? tryClients(flags.only, rounds)
  : stranger
    ? (await import('./pair-work.js')).tryPairs({ only: flags.only, seed }, jobs)
    : runTrials([mutantTrials(flags)], jobs));
