import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import type { Mock } from '../index.js';
import type { FolderKeeper } from '../keeping/folder/folder-keeper.js';
import { BOUNDS, Durations } from '../state/metrics.js';
import { startCheckedMock, testData } from '../../test/mock/checked-mock.js';
import { clientOf } from '../../test/mock/client.js';
import { serveAdmin } from '../../test/mock/admin-server.js';
import { TRACE } from '../../test/samples/generated/samples.js';

const shared = await testData({ jobs: 200 });

/** Returns the metrics by name and labels, without the prefix. */
async function read(mock: Pick<Mock, 'url'>): Promise<Record<string, number>> {
  const text = await (await fetch(`${mock.url}/__admin/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('job_search_mock_'));
  return Object.fromEntries(
    lines.map((line) => [
      line.slice('job_search_mock_'.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  );
}

describe('metrics', () => {
  it('count requests by operation and status, credits and faults', async () => {
    await using mock = await startCheckedMock({ shared });
    const client = clientOf(mock, await mock.accounts.create({ credits: 20 }));
    await client.search({ limit: 3 }, 'use_v1_a');
    await client.search({ limit: 3 }, 'use_v1_a');
    await client.search({ limit: 'many' });
    await client.get('getCreditBalance');
    await mock.faults.add({ effect: 'drop-after-charge' });
    await client.search({ limit: 5 }).catch(() => undefined);
    await fetch(`${mock.url}/api/v1/nothing`);
    expect(await read(mock)).toMatchObject({
      'requests_total{operation="searchJobs",status="200"}': 2,
      'requests_total{operation="searchJobs",status="422"}': 1,
      'requests_total{operation="searchJobs",status="none"}': 1,
      'requests_total{operation="getCreditBalance",status="200"}': 1,
      'requests_total{operation="none",status="404"}': 1,
      'credits_charged_total{operation="searchJobs"}': 5,
      'credits_charged_total{operation="searchJobsHistorical"}': 0,
      'faults_met_total{effect="drop-after-charge"}': 1,
      journal_dropped_total: 0,
      accounts: mock.world.accounts.size,
      ready: 1,
    });
  });

  it('survive a reset, and have a fixed number of lines for any number of accounts and paths', async () => {
    await using mock = await startCheckedMock({ shared });
    const visit = async (name: string): Promise<string[]> => {
      const key = await mock.accounts.create({ id: name, key: `key_${name}` });
      await clientOf(mock, key).search({ limit: 1 });
      await fetch(`${mock.url}/api/v1/${name}`, { headers: { authorization: `Bearer ${key}` } });
      return Object.keys(await read(mock));
    };
    const names = await visit('first');
    await mock.reset();
    expect(await visit('second')).toEqual(names);
    expect(names.join('\n')).not.toContain('first');
    expect(await read(mock)).toMatchObject({
      'requests_total{operation="searchJobs",status="200"}': 2,
      'requests_total{operation="none",status="404"}': 2,
    });
  });

  it('count writes to a folder, and failed ones', async () => {
    await using mock = await startCheckedMock({ shared, state: temporaryFolder() });
    const client = clientOf(mock, await mock.accounts.create());
    await client.search({ limit: 1 }, 'use_v1_a');
    const { state_write_seconds_count: writes, state_write_seconds_sum: seconds } = await read(mock);
    expect(writes).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeGreaterThan(0);
    expect(await read(mock)).toMatchObject({ 'state_write_seconds_bucket{le="+Inf"}': writes });
    const keeper = mock.world.keeper as FolderKeeper;
    keeper.disk = { ...keeper.disk, sync: () => Promise.reject(new Error('ENOSPC')) };
    expect((await client.search({ limit: 1 }, 'use_v1_b')).status).toBe(503);
    expect(await read(mock)).toMatchObject({ ready: 0, state_write_failures_total: 1 });
  });

  it('count entries that journals dropped', async () => {
    await using mock = await startCheckedMock({ shared });
    await clientOf(mock, 'key_demo').get('getCreditBalance');
    const [entry] = mock.journal();
    for (let i = 0; i < 502; i += 1)
      mock.world.record(mock.world.accounts.get('acc_demo'), { ...entry! }, TRACE);
    expect(await read(mock)).toMatchObject({ journal_dropped_total: 3 });
    expect(mock.journal().map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, i) => 4 + i));
  });

  it('are only for callers with access to the admin API', async () => {
    const server = await serveAdmin({ token: 'a-long-token' });
    expect((await server.call('GET', '/__admin/metrics')).status).toBe(401);
    const { status, headers, text } = await server.call('GET', '/__admin/metrics', undefined, {
      authorization: 'Bearer a-long-token',
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('process_resident_memory_bytes');
    await server.close();
  });
});

it('durations are counted up to each bound', () => {
  const durations = new Durations();
  for (const seconds of [0.25, 0.5, 4, 11]) durations.add(seconds);
  const upTo = BOUNDS.map((bound) => (bound < 0.25 ? 0 : bound < 0.5 ? 1 : bound < 5 ? 2 : 3));
  expect(durations.upTo).toEqual([...upTo, 4]);
  expect(durations.sum).toBe(15.75);
});
