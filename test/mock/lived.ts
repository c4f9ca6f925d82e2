import type { Mock } from '../../mock-server/index.js';
import { clientOf } from './client.js';

/**
 * Changes everything that a state holds: charges, stored operations, rates, faults, clocks and accounts. Returns the key of a
 * new account, and the body that its operation key `use_v1_kept` recovers.
 */
export async function live(mock: Mock): Promise<{ key: string; text: string }> {
  const key = await mock.accounts.create({ credits: 50, anchorDay: 31, rateLimits: { searchJobs: 3 } });
  const client = clientOf(mock, key);
  const statuses: number[] = [];
  const search = async (limit: number): Promise<void> =>
    void statuses.push((await client.search({ limit })).status);
  await mock.faults.add({ effect: 'rate-limited', account: key });
  await search(5);
  const { text } = await client.search({ limit: 5 }, 'use_v1_kept');
  await search(7);
  await mock.accounts.patch(key, { credits: 500, clock: { now: '2026-03-16T00:00:00Z' } });
  await mock.clock.advance({ hours: 1 });
  await search(9);
  await search(10);
  if (statuses.join() !== '429,200,200,200')
    throw new Error(`The searches got the statuses ${statuses.join()}.`);
  await mock.accounts.reset('key_small');
  await mock.accounts.delete('key_zero');
  await mock.faults.add({ effect: 'server-error', skip: 1, times: 1, account: key, operation: 'searchJobs' });
  return { key, text };
}
