/**
 * `npm run opinions [-- generators|prism|express|respect]`: what tools of others say of the mock, the document and the packs.
 * Exits 1 when one of them has a complaint.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../../common/nearest.js';
import { installPeers } from '../install-peers.js';
import { askExpress } from './express.js';
import { askGenerators } from './generators.js';
import { askPrism } from './prism.js';
import { askRespect } from './respect.js';

/** What a tool said: a summary in lines, and complaints. */
interface Opinion {
  summary: string[];
  complaints: string[];
}

const OPINIONS: Readonly<Record<string, () => Promise<Opinion>>> = {
  generators: async () => {
    const { clients, complaints } = await askGenerators();
    return { summary: [`${clients} generated clients compile and talk to the mock`], complaints };
  },
  prism: async () => {
    const { judged, complaints } = await askPrism();
    return { summary: [`${judged} exchanges judged by its validation proxy`], complaints };
  },
  express: async () => {
    const { requests, responses, complaints } = await askExpress();
    return {
      summary: [`${requests} requests and ${responses} responses judged by express-openapi-validator`],
      complaints,
    };
  },
  respect: async () => {
    const { judged, leftOut, faulty, complaints } = await askRespect();
    const reasons = [...leftOut].sort(([, one], [, other]) => other - one);
    return {
      summary: [
        `${judged} scenarios judged by both runners`,
        ...faulty.map((each) => `${each.mutant}: of ${each.judged} scenarios ${each.failed} fail under both`),
        ...reasons.map(([reason, count]) => `left out ${count}: ${reason}`),
      ],
      complaints,
    };
  },
};

const wanted = process.argv.slice(2);
const names = Object.keys(OPINIONS);
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  const known = `Ask ${names.join(', ')}, or name none to ask all.`;
  console.error(`There is no opinion of "${unknown}".${didYouMean(unknown, names)} ${known}`);
  process.exit(2);
}

/** Asks one tool in this process; returns whether it had nothing to complain of. */
async function tell(name: string): Promise<boolean> {
  const started = performance.now();
  const { summary, complaints } = await OPINIONS[name]!();
  const [first, ...more] = summary;
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${name.padEnd(11)} ${first}: ${complaints.length} complaints (${seconds} s)`);
  for (const line of more) console.log(`${' '.repeat(12)}${line}`);
  for (const complaint of complaints) console.log(`${name}: ${complaint}`);
  return complaints.length === 0;
}

/** Asks one tool in a process of its own: what one computes would let the connections of another time out. */
function tellApart(name: string): Promise<boolean> {
  const child = fork(fileURLToPath(import.meta.url), [name], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}

const asked = names.filter((name) => wanted.length === 0 || wanted.includes(name));
if (asked.length > 1) installPeers('scripts/opinions');
const content = await Promise.all(asked.map(asked.length > 1 ? tellApart : tell));
process.exitCode = content.every(Boolean) ? 0 : 1;
