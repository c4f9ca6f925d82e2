/** The mock as it ships, with everything on; its accounts have room for the load, so that limits are kept and not met. */
import { startMock } from '../../../mock-server/index.js';
import { operationIds } from '../../../spec/index.js';
import type { Question, Usage } from '../forked.js';

const [, , jobs = '10000', state] = process.argv;
const mock = await startMock({ seed: 1, jobs: Number(jobs), ...(state ? { state } : {}) });
const account = {
  credits: 1_000_000_000,
  rateLimits: Object.fromEntries(operationIds.map((id) => [id, 1_000_000_000])),
};
process.send!({ port: mock.port });
process.on('message', (question: Question) => {
  if (question === 'how much?') process.send!(usage());
  else if (question === 'watch') watch();
  else void makeKeys(question.newKeys);
});

/** Of the processor, in ms: the most that it took from one answer about a balance to the next, since it was last asked. */
let longest = 0;

function usage(): Usage {
  const used = { cpu: process.cpuUsage(), rss: process.memoryUsage().rss, longest };
  longest = 0;
  return used;
}

function watch(): void {
  let before = process.cpuUsage();
  mock.world.events.subscribe((event) => {
    if (event.type !== 'request' || event.entry.operation !== 'getCreditBalance') return;
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
  });
}

async function makeKeys(count: number): Promise<void> {
  process.send!(await Promise.all(Array.from({ length: count }, () => mock.accounts.create(account))));
}
