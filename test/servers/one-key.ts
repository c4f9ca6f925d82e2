/** Runs of the suite with one key against a mock without an admin API, as most users run it. */
import { runConformance, type ConformanceOptions, type RunReport } from '../../conformance/index.js';
import { startMock, type MockData, type MockOptions } from '../../mock-server/index.js';
import { loadContract } from '../../spec/contract.js';
import { UNLIMITED } from '../mock/checked-mock.js';
import type { Rule } from '../mutants/mutant.js';
import { startProxy } from '../mutants/proxy.js';
import { closing } from '../support/closing.js';
import { sleptTime } from '../support/manual-time.js';

const contract = loadContract();

/** Starts a mock with one account, and a server whose answers `rule` may change. Call it within a test, which closes both. */
export async function startOneKey(shared: MockData, rule?: Rule, options: MockOptions = {}) {
  const mock = closing(await startMock({ shared, admin: false, ...options }));
  const now = (): number => mock.clock.now();
  const server = rule === undefined ? mock : closing(await startProxy(contract, mock.url, rule, now));
  const apiKey = await mock.accounts.create({ credits: 20_000, rateLimits: 'none' });
  /** Runs the suite without rate limits; its waits advance the clock and take no time. */
  const run = (options: Partial<ConformanceOptions>): Promise<RunReport> =>
    runConformance({
      target: server.url,
      apiKey,
      profile: { rateLimits: UNLIMITED },
      time: sleptTime(),
      ...options,
    });
  return { mock, server, apiKey, run };
}
