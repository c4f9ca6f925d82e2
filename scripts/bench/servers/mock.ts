/** The mock with all features. The load does not reach the limits of its accounts. */
import { pathToFileURL } from 'node:url';
import { operationIds } from '../../../spec/index.js';
import type { Question, Usage } from '../servers.js';

const [, , checkout = '', jobs = '10000', state] = process.argv;
const { startMock } = (await import(
  pathToFileURL(`${checkout}/mock-server/index.ts`).href
)) as typeof import('../../../mock-server/index.js');
const mock = await startMock({ seed: 1, jobs: Number(jobs), ...(state ? { state } : {}) });
const account = {
  credits: 1_000_000_000,
  rateLimits: Object.fromEntries(operationIds.map((id) => [id, 1_000_000_000])),
};
/** The longest processor time between two balance responses, in ms. */
let longest = 0;

process.send!({ port: mock.port });
process.on('message', (question: Question) => {
  if (question === 'watch') watch();
  else if (question === 'usage') {
    process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss, longest } satisfies Usage);
    longest = 0;
  } else {
    const made = Array.from({ length: question.newKeys }, () => mock.accounts.create(account));
    void Promise.all(made).then((keys) => process.send!(keys));
  }
});

function watch(): void {
  let before = process.cpuUsage();
  mock.world.events.on('request', ({ operation }) => {
    if (operation !== 'getCreditBalance') return;
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
  });
}
