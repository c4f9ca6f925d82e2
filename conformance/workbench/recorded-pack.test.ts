/** Tests packs made from recorded requests: they are valid, and pass on the mock that recorded the requests. */
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { temporaryFolderOfFile } from '../../test/support/temporary-folder.js';
import { clientOf } from '../../test/mock/client.js';
import { Redactor } from '../../common/redact.js';
import { oracles } from '../judge/oracles/index.js';
import { makeProfile } from '../run/target/profile.js';
import { loadDocuments } from '../pack/model/documents.js';
import { run } from '../run/run.js';
import { Drafts } from './drafts.js';
import { journalOf, packFrom } from './recorded-requests.js';

const documents = loadDocuments();
const drafts = new Drafts(documents, temporaryFolderOfFile());
const SEARCH = { limit: 10, published_before: '2026-03-09' };

const mock = await startMock({ jobs: 2_000, now: '2026-03-10T12:00:00Z' });
const profile = makeProfile({ target: mock.url, adminUrl: mock.url, apiKey: 'key_demo' }, { no_proxy: '*' });
afterAll(() => mock.close());

/** Returns the numbers of the requests that `ask` sends. */
async function recording(ask: () => Promise<unknown>): Promise<number[]> {
  const before = (await journalOf(profile)).entries.at(-1)?.id ?? 0;
  await ask();
  return (await journalOf(profile)).entries.map(({ id }) => id).filter((id) => id > before);
}

async function admin(method: string, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${mock.url}/__admin${path}`, { method, headers, body: JSON.stringify(body) });
  expect([path, answer.status]).toEqual([path, 200]);
}

/** Runs a pack, and returns its results with the reasons of failures. */
async function verdicts(text: string, target = profile): Promise<string[][]> {
  const { problems, scenarios } = drafts.check({ name: 'recorded', text });
  expect([problems, text]).toEqual([[], text]);
  const report = await run(
    {
      profile: target,
      oracles,
      packs: [],
      only: [],
      readOnly: false,
      redactor: new Redactor(),
      signal: new AbortController().signal,
    },
    { scenarios },
  );
  return report.scenarios.map(({ id, verdict, reason }) => [id, verdict, reason]);
}

/** Sends typical requests: charged, recovered, next page, changed body, too few credits, unknown key, lookups. */
async function aDay(): Promise<void> {
  const one = clientOf(mock, await mock.accounts.create({ id: 'acc_one', credits: 25, anchorDay: 10 }));
  const first = await one.search(SEARCH, 'use_v1_first');
  await one.search(SEARCH, 'use_v1_first');
  await one.search({ ...SEARCH, search_after: first.body.data.search_after }, 'use_v1_second');
  await one.search({ ...SEARCH, limit: 11 }, 'use_v1_first');
  await one.search({ ...SEARCH, limit: 100 });
  await one.balance();
  await one.search(SEARCH, 'not a key');
  await one.search({ limit: 3_000, odd: true });
  await one.post('searchJobs', '{"limit": "$5", ');
  await one.get('listLocations', '?q=ber&limit=2&limits=3');
  await one.get('listLocations', '?q=be');
  await one.get('listDepartments');
  await one.post('searchCompanyJobsLegacy', { company_name: 'nobody at all' });
  await one.post('searchJobsHistorical', { ...SEARCH, limit: 10, published_before: '2025-03-01' });
  await clientOf(mock, 'key_of_nobody').balance();
  await clientOf(mock, 'key_inactive').search({ limit: 1 });
}

describe('a pack of recorded requests', () => {
  it('is valid, and passes if nothing has changed', async () => {
    const { text, leftOut } = await packFrom(profile, await recording(aDay), documents);
    expect(leftOut).toEqual([]);
    expect((await verdicts(text)).map(([, ...verdict]) => verdict)).toEqual([
      ['pass', ''],
      ['pass', ''],
      ['pass', ''],
    ]);
  });

  it('accepts every status that a reading of the contract allows', async () => {
    const ids = await recording(async () => {
      const key = await mock.accounts.create({ id: 'acc_elsewhere', credits: 5 });
      await clientOf(mock, key).post('searchCompanyJobs', { company_network_url: 'acme' });
    });
    const { text } = await packFrom(profile, ids, documents);
    expect(text).toContain('reading: profile-url-shape');
    await using other = await startMock({ jobs: 30, readings: { 'profile-url-shape': '422' } });
    const target = makeProfile(
      { target: other.url, adminUrl: other.url, apiKey: 'key_demo' },
      { no_proxy: '*' },
    );
    expect(await verdicts(text, target)).toEqual([['recorded/recorded-acc-elsewhere', 'pass', '']]);
  });

  it('repeats a move of the clock into the next cycle, and a manual change of the balance', async () => {
    const ids = await recording(async () => {
      const key = await mock.accounts.create({ id: 'acc_cycle', credits: 25, anchorDay: 15 });
      const caller = clientOf(mock, key);
      await caller.search(SEARCH);
      await admin('PATCH', '/accounts/acc_cycle', { credits: 500 });
      await caller.search(SEARCH);
      await admin('POST', '/accounts/acc_cycle/clock/advance', { days: 6 });
      await caller.search(SEARCH);
      await caller.balance();
    });
    const { text, leftOut } = await packFrom(profile, ids, documents);
    expect(leftOut).toEqual([]);
    expect(text).toContain('set-clock');
    expect(text).toContain('set-credits');
    expect(await verdicts(text)).toEqual([['recorded/recorded-acc-cycle', 'pass', '']]);
  });

  it('omits requests whose answers cannot be reproduced, with the reason', async () => {
    const ids = await recording(async () => {
      const caller = clientOf(mock, await mock.accounts.create({ id: 'acc_out', credits: 50 }));
      await caller.search(SEARCH, 'use_v1_lost');
      await caller.search(SEARCH, 'use_v1_lost');
      await caller.search(SEARCH);
      await mock.faults.add({
        operation: 'getCreditBalance',
        effect: 'server-error',
        account: 'acc_out',
        times: 1,
      });
      await caller.get('getCreditBalance');
      await caller.balance();
    });
    const { text, leftOut } = await packFrom(profile, ids.slice(1), documents);
    expect(leftOut.map(({ why }) => why)).toEqual([
      'whose operation key was used by a request that is not chosen',
      'some of whose jobs were paid for by a request that is not chosen',
      'which met a fault',
    ]);
    expect(await verdicts(text)).toEqual([['recorded/recorded-acc-out', 'pass', '']]);
    await expect(packFrom(profile, ids.slice(1, 2), documents)).rejects.toThrow(
      'None of them can be sent again',
    );
    await expect(packFrom(profile, [], documents)).rejects.toThrow('Choose from 1');
  });

  it('fails if the charge differs, and is inconclusive on other data', async () => {
    const caller = (): Promise<unknown> => clientOf(mock, 'key_demo').search({ ...SEARCH, limit: 12 });
    const { text } = await packFrom(profile, await recording(caller), documents);
    const dearer = text.replace(/(credits_used\s+is: ==\s+right: )12\b/, '$113');
    expect((await verdicts(dearer))[0]![1]).toBe('fail');
    const other = text.replace(/total_jobs_found == \d+/, 'total_jobs_found == 1');
    const [[, verdict, reason] = []] = await verdicts(other);
    expect([verdict, reason]).toEqual([
      'inconclusive',
      expect.stringContaining('the data differs from the recording'),
    ]);
  });
});
