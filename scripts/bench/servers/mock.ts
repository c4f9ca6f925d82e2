/** The mock as it ships, with everything on; its accounts have room for the load, so that limits are kept and not met. */
import { startMock } from '../../../mock-server/index.js';

const mock = await startMock({ seed: 1, jobs: Number(process.argv[2] ?? 10_000) });
const account = { credits: 1_000_000_000, rateLimits: { searchJobs: 1_000_000_000 } };
process.send!({ port: mock.port });
process.on('message', (message: 'how much?' | { newKeys: number }) => {
  if (message === 'how much?') process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss });
  else void makeKeys(message.newKeys);
});

async function makeKeys(count: number): Promise<void> {
  process.send!(await Promise.all(Array.from({ length: count }, () => mock.accounts.create(account))));
}
