import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../test/support/thorough.js';
import { FORMS, readings, shows } from '../test/support/secret-forms.js';
import { startCheckedMock, testData } from '../test/mock/checked-mock.js';
import { clientOf } from '../test/mock/client.js';

const KEY = 'key_Tq7-w9Zr4mX2_sBd8';
const TOKEN = 'Adm-55!token~of%the"mock';

/** A few forms are enough to show that every output is redacted; `redact.test.ts` tests all forms. */
const SOME_FORMS = ['as it is', 'in capitals', 'in base64', 'in percents', 'in JSON escapes'];

/** The part of a secret that is visible, in any form. */
function shown(text: string): string[] {
  return readings(text).filter((reading) => shows(reading, KEY) || shows(reading, TOKEN));
}

describe('API keys and the admin token', () => {
  it('appear in no log, journal, ledger, event or answer of the admin API, wherever a caller puts them', async () => {
    const lines: string[] = [];
    await using mock = await startCheckedMock({
      shared: await testData(),
      adminToken: TOKEN,
      log: 'json',
      write: (line) => void lines.push(line),
    });
    const own = clientOf(mock, await mock.accounts.create({ key: KEY, id: 'acc_own', credits: 100 }));
    const admin = async (path: string, init: RequestInit = {}): Promise<string> => {
      const headers = { 'x-admin-token': TOKEN, 'content-type': 'application/json' };
      return (await fetch(`${mock.url}/__admin${path}`, { ...init, headers })).text();
    };
    const stream = get(`${mock.url}/__admin/events`, { headers: { 'x-admin-token': TOKEN } });
    const [events] = (await once(stream, 'response')) as [NodeJS.ReadableStream];
    let told = '';
    events.on('data', (chunk: Buffer) => (told += chunk.toString()));

    for (const secret of [KEY, TOKEN, ...(isThorough ? [KEY.slice(5), TOKEN.slice(0, 14)] : [])])
      for (const name of isThorough ? Object.keys(FORMS) : SOME_FORMS) {
        const text = FORMS[name]!(secret);
        const [safe, word] = [
          encodeURI(text).replaceAll(/[?#]/g, '_'),
          text.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
        ];
        await own.search({ include_job_boards: [text], [text]: text });
        await own.search({ limit: 1, page: text }, `use_v1_${word.slice(0, 100)}${lines.length}`);
        await own.post(
          'searchJobs',
          { limit: 1 },
          { 'content-type': encodeURI(text), 'idempotency-key': safe },
        );
        await own.get('listLocations', `?q=${safe}&limit=${safe}`);
        await fetch(`${mock.url}/api/v1/${safe}/${'x'.repeat(180)}${safe}`);
        await admin(`/accounts/${safe}`);
        await admin('/faults', {
          method: 'POST',
          body: JSON.stringify({
            effect: 'rate-limited',
            header: { name: 'x-a', value: text },
            account: text,
          }),
        });
        await admin('/faults', {
          method: 'POST',
          body: JSON.stringify({ effect: 'server-error', header: { name: 'x-a', value: text } }),
        });
      }

    expect(mock.journal().length).toBeGreaterThan(isThorough ? 400 : 40);
    const outputs: Record<string, string> = {
      log: lines.join('\n'),
      events: told,
      journal: await admin('/journal?limit=500'),
      'requests with their bodies': (
        await Promise.all(
          mock
            .journal()
            .filter((_, i) => i % (isThorough ? 16 : 4) === 0)
            .map(({ id }) => admin(`/journal/${id}`)),
        )
      ).join('\n'),
      ledger: await admin('/accounts/acc_own/ledger'),
      operations: await admin('/accounts/acc_own/operations?limit=500'),
      faults: await admin('/faults'),
      accounts: await admin('/accounts'),
      'a missing account': await admin(`/accounts/x${KEY}`),
      'a missing path': await admin(`/${encodeURIComponent(TOKEN)}`),
    };
    stream.destroy();
    for (const [name, output] of Object.entries(outputs))
      for (const line of output.split(/\n|\},\{/)) expect(shown(line), `${name}: ${line}`).toEqual([]);
    // The journal marks each redaction, and the state contains the necessary secrets.
    const places = 'log, journal, events, ledger, operations, faults, a missing account, a missing path';
    for (const name of places.split(', ')) expect(outputs[name], name).toContain('***');
    const state = mock.world.exportState();
    expect(shown(JSON.stringify(state))).not.toEqual([]);
    await mock.importState(JSON.parse(JSON.stringify(state)));
  });

  it('are redacted as long as an account has them', async () => {
    await using mock = await startCheckedMock({ shared: await testData() });
    const ask = async (): Promise<string> => {
      await fetch(`${mock.url}/api/${KEY}`);
      return mock.journal().at(-1)!.path;
    };
    expect(await ask()).toBe(`/api/${KEY}`);
    const state = mock.world.exportState();
    await mock.accounts.create({ key: KEY });
    expect(await ask()).toBe('/api/***');
    await mock.importState(state);
    expect(await ask()).toBe(`/api/${KEY}`);
    await mock.accounts.create({ key: KEY, id: 'acc_own' });
    await mock.world.owner.deleteAccount('acc_own');
    expect(await ask()).toBe(`/api/${KEY}`);
  });

  it('of new accounts have only letters that no request id has', async () => {
    await using mock = await startCheckedMock({ shared: await testData() });
    expect(await mock.accounts.create()).toMatch(/^key_[g-v]{32}$/);
  });
});
