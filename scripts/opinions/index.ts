/** `npm run opinions [-- NAME...]`: other tools judge the mock, the documents and the packs. Exits with 1 on complaints. */
import { startMock } from '../../mock-server/index.js';
import { command, namesAmong } from '../command.js';
import { installPeers } from '../install-peers.js';
import { askExpress } from './express.js';
import { askGenerators } from './generators.js';
import { askPrism } from './prism.js';
import { recordRun, type Opinion, type RecordedRun } from './recorded-run.js';
import { askRespect } from './respect.js';

const ON_A_RUN: Readonly<Record<string, (run: RecordedRun) => Promise<Opinion>>> = {
  respect: askRespect,
  prism: askPrism,
  express: askExpress,
};
const NAMES = ['generators', ...Object.keys(ON_A_RUN)];

const { args } = command('opinions')
  .argument('[names...]', `some of ${NAMES.join(', ')}; all by default`, namesAmong('tool', NAMES))
  .parse();
installPeers('scripts/opinions');
const wanted = args.join().split(',');
const asked = NAMES.filter((name) => args.length === 0 || wanted.includes(name));
// Concurrently, because generators run in their own processes.
await Promise.all([
  asked.includes('generators') && report('generators', askGenerators),
  askOnRun(asked.filter((name) => name !== 'generators')),
]);

async function askOnRun(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await using mock = await startMock({ seed: 1 });
  const run = await recordRun(mock);
  for (const name of names) await report(name, () => ON_A_RUN[name]!(run));
}

/** Prints an opinion. A complaint makes the exit status 1. */
async function report(name: string, ask: () => Promise<Opinion>): Promise<void> {
  const started = performance.now();
  const { summary, complaints } = await ask();
  const [first, ...more] = summary;
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${name.padEnd(11)} ${first}: ${complaints.length} complaints (${seconds} s)`);
  for (const line of more) console.log(`${' '.repeat(12)}${line}`);
  for (const complaint of complaints) console.log(`${name}: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}
