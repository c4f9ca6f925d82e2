/** The mock as it ships, with everything on; its one account has room for the load, so that limits are kept and not met. */
import { startMock } from '../../../mock-server/index.js';

const mock = await startMock({ seed: 1, jobs: Number(process.argv[2] ?? 10_000) });
const key = await mock.accounts.create({ credits: 1_000_000_000, rateLimits: { searchJobs: 1_000_000_000 } });
process.send!({ port: mock.port, key });
process.on('message', () => process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss }));
