/**
 * `npm run opinions [-- generators|prism|express|respect]`: what tools of others say of the mock, the documents and the packs.
 * Exits with 1 if one of them complains.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../../common/nearest.js';
import { installPeers } from '../install-peers.js';
import { askExpress } from './express.js';
import { askGenerators } from './generators.js';
import { askPrism } from './prism.js';
import { recordRun, type Opinion, type RecordedRun } from './recorded-run.js';
import { askRespect } from './respect.js';

/** They judge one recorded run, in one process. */
const ON_A_RUN: Readonly<Record<string, (run: RecordedRun) => Promise<Opinion>>> = {
  respect: askRespect,
  prism: askPrism,
  express: askExpress,
};
const NAMES = ['generators', ...Object.keys(ON_A_RUN)];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !NAMES.includes(name));
if (unknown !== undefined) {
  const known = `Ask ${NAMES.join(', ')}, or name none to ask all.`;
  console.error(`There is no opinion of "${unknown}".${didYouMean(unknown, NAMES)} ${known}`);
  process.exit(2);
}
installPeers('scripts/opinions');
const [asked, others] = [wanted.length === 0 ? NAMES : wanted, [] as Promise<boolean>[]];
const isGenerating = asked.includes('generators');
const onRun = asked.filter((name) => name !== 'generators');
// In a process of its own, which uses another core.
if (isGenerating && onRun.length > 0) others.push(askApart('generators'));
else if (isGenerating) others.push(tell('generators', askGenerators));
const isContent = onRun.length === 0 || (await askOnRun(onRun));
process.exitCode = (await Promise.all(others)).every(Boolean) && isContent ? 0 : 1;

async function askOnRun(names: readonly string[]): Promise<boolean> {
  const run = await recordRun();
  try {
    let isContent = true;
    for (const name of names) isContent = (await tell(name, () => ON_A_RUN[name]!(run))) && isContent;
    return isContent;
  } finally {
    await run.mock.close();
  }
}

/** Prints an opinion. Returns whether it has no complaint. */
async function tell(name: string, ask: () => Promise<Opinion>): Promise<boolean> {
  const started = performance.now();
  const { summary, complaints } = await ask();
  const [first, ...more] = summary;
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${name.padEnd(11)} ${first}: ${complaints.length} complaints (${seconds} s)`);
  for (const line of more) console.log(`${' '.repeat(12)}${line}`);
  for (const complaint of complaints) console.log(`${name}: ${complaint}`);
  return complaints.length === 0;
}

function askApart(name: string): Promise<boolean> {
  const child = fork(fileURLToPath(import.meta.url), [name], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}
