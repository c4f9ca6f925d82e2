import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { promisify } from 'node:util';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import {
  createApp,
  DataFileError,
  prepareData,
  startMock,
  StateError,
  UnsafeHostError,
  type DataOptions,
  type MockData,
  type MockOptions,
} from './index.js';
import { seededAccounts } from '../fixtures/index.js';
import { startCheckedMock, testData } from '../test/mock/checked-mock.js';
import { clientOf } from '../test/mock/client.js';
import { casesOf } from '../test/support/cases.js';
import { compiledProgram } from '../test/support/program.js';
import { watchResponses } from '../test/mock/watch-responses.js';

const cases = casesOf<{ wrong: [control: string, given: unknown[], message: string][] }>(
  import.meta.filename,
);
const data = await testData({ jobs: 500 });

describe('startMock', () => {
  it('starts mocks concurrently, each on a free port and with its own accounts', async () => {
    const mocks = await Promise.all(Array.from({ length: 10 }, () => startCheckedMock({ shared: data })));
    expect(new Set(mocks.map(({ port }) => port)).size).toBe(10);
    for (const [i, mock] of mocks.entries()) {
      const key = await mock.accounts.create({ key: 'key_same', credits: 10 + i });
      expect(await clientOf(mock, key).balance()).toBe(10 + i);
    }
    await Promise.all(mocks.map((mock) => mock.close()));
  });

  it('leaves no handle open, so that a process ends after it closes its mock', async () => {
    const script = `
      import http from 'node:http';
      import { startMock } from '${compiledProgram('mock-server/index')}';
      const mock = await startMock({ jobs: 10 });
      const agent = new http.Agent({ keepAlive: true });
      const headers = { authorization: 'Bearer key_demo' };
      const get = (path) => new Promise((resolve) =>
        http.get(mock.url + path, { agent, headers }, (res) => res.once('data', () => resolve(res)).resume()));
      await get('/api/v1/departments');
      await get('/__admin/events');
      await mock.close();
      await mock.close();
      console.log('closed');
    `;
    const args = ['--input-type=module', '--eval', script];
    expect((await promisify(execFile)(process.execPath, args, { timeout: 60_000 })).stdout).toBe('closed\n');
  });

  it('closes without waiting for a connection that has sent nothing', { timeout: 30_000 }, async () => {
    const mock = await startMock({ shared: data });
    const silent = net.connect(mock.port, '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    // After this request, the server has certainly accepted the silent connection.
    await fetch(mock.url);
    await mock.close();
    silent.destroy();
  });

  it('logs the requests that end while it closes', async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const mock = await startCheckedMock({ shared: data, log: 'pretty', write });
    await mock.faults.add({ effect: 'delay', delayMs: 600_000 });
    const answer = clientOf(mock, 'key_demo').search({ limit: 1 });
    await expect.poll(() => mock.faults.list()[0]?.hits).toBe(1);
    await mock.close();
    expect((await answer).status).toBe(200);
    expect(lines).toEqual([expect.stringMatching(/ 200 POST .* acc_demo/)]);
  });

  it('refuses a host beyond loopback unless the admin API is guarded or off', async () => {
    await expect(startMock({ shared: data, host: '0.0.0.0' })).rejects.toThrow(UnsafeHostError);
    await using guarded = await startMock({ shared: data, host: '0.0.0.0', adminToken: 'long-enough' });
    expect((await fetch(`http://127.0.0.1:${guarded.port}/__admin/health`)).status).toBe(401);
    await using bare = await startMock({ shared: data, host: '0.0.0.0', admin: false });
    expect((await fetch(`http://127.0.0.1:${bare.port}/__admin/health`)).status).toBe(404);
  });

  it('refuses an invalid time, and a file of postings that does not exist', async () => {
    await expect(startMock({ now: 'tomorrow' })).rejects.toThrow(StateError);
    await expect(startMock({ data: '/nowhere/x.ndjson' })).rejects.toThrow(DataFileError);
  });

  it('refuses invalid values of options', async () => {
    const start = (options: MockOptions) => startMock({ jobs: 0, ...options });
    await expect(start({ log: 'xml' as 'json' })).rejects.toThrow(
      'startMock: "log" must be one of: pretty, json, silent. See the type MockOptions.',
    );
    await expect(start({ networkUrl: 'network.example' })).rejects.toThrow(
      '"network.example" is no address. Write it as https://network.example.',
    );
    await expect(start({ port: 'here' as unknown as number })).rejects.toThrow('"port" must be integer.');
    await expect(start({ newId: 'x' as unknown as () => string })).rejects.toThrow(
      '"newId" must be a function.',
    );
    // The `await` before prepareData is easily forgotten.
    await expect(start({ shared: prepareData({ jobs: 0 }) as unknown as MockData })).rejects.toThrow(
      '"shared" must be the result of prepareData; await it.',
    );
    for (const name of ['data', 'state', 'adminToken'])
      await expect(start({ [name]: '' })).rejects.toThrow(`"${name}" must not be empty.`);
  });

  it('accepts a slash at the end of networkUrl', async () => {
    const { world } = await createApp({ jobs: 0, networkUrl: 'https://people.example/' });
    expect(world.dataset.wellKnown[0]!.profileUrl).toMatch(/^https:\/\/people\.example\/company\/\w/);
  });

  it('refuses an unknown choice of a reading', async () => {
    const readings = { 'auth-status': '418' as '401' };
    await expect(startMock({ shared: data, readings })).rejects.toThrow(/no choice "418"/);
  });
});

describe('a misspelt field', () => {
  it('of the options is refused, with a suggestion', async () => {
    await expect(startMock({ sead: 7 } as MockOptions)).rejects.toThrow(
      'startMock: "sead" is not a known field; did you mean "seed"? See the type MockOptions.',
    );
    await expect(createApp({ port: 1 } as MockOptions)).rejects.toThrow(
      'createApp: "port" is not a known field.',
    );
    await expect(prepareData({ job: 7 } as DataOptions)).rejects.toThrow('did you mean "jobs"?');
  });

  it('or a wrong value in the arguments of a control is refused, and changes nothing', async () => {
    await using mock = await startCheckedMock({ shared: data });
    const { clock, faults } = mock;
    const before = clock.now();
    for (const [control, given, message] of cases.wrong) {
      const act = control.split('.').reduce<object>((part, name) => Reflect.get(part, name) as object, mock);
      await expect(async () => (act as (...all: unknown[]) => unknown)(...given)).rejects.toThrow(message);
    }
    expect([mock.world.accounts.size, clock.now(), faults.list()]).toEqual([
      seededAccounts.length,
      before,
      [],
    ]);
  });
});

describe('the controls of a mock', () => {
  it('find an account by its key, and report an unknown key', async () => {
    await using mock = await startCheckedMock({ shared: data });
    const key = await mock.accounts.create({ credits: 50 });
    expect(await mock.accounts.patch(key, { credits: 7, active: false })).toMatchObject({
      credits: 7,
      active: false,
    });
    expect(await mock.accounts.reset(key)).toMatchObject({ credits: 50, active: true });
    await mock.accounts.delete(key);
    expect(() => mock.accounts.read(key)).toThrow(StateError);
    await expect(mock.accounts.create({ credits: 1.5 })).rejects.toThrow('"credits" must be integer');
    await expect(mock.accounts.create({ key: 'key_demo' })).rejects.toThrow(/another account/);
    await expect(mock.accounts.patch('key_demo', { credits: 5, anchorDay: 32 })).rejects.toThrow(
      '"anchorDay" must be <= 31',
    );
    expect(mock.accounts.read('key_demo').credits).toBe(100_000);
  });

  it('reset thousands of accounts within milliseconds', async () => {
    await using mock = await startCheckedMock({ shared: data });
    const keys = await Promise.all(Array.from({ length: 5_000 }, () => mock.accounts.create({ credits: 5 })));
    expect(new Set(keys).size).toBe(5_000);
    await mock.reset();
    expect(mock.world.accounts.size).toBe(seededAccounts.length);
    expect((await clientOf(mock, keys[0]!).search()).status).toBe(403);
  });

  it('notify listeners of requests and ledger entries', async () => {
    await using mock = await startCheckedMock({ shared: data });
    const heard: string[] = [];
    const { events } = mock.world;
    for (const type of ['request', 'ledger'] as const) events.on(type, () => heard.push(type));
    await clientOf(mock, 'key_demo').search({ limit: 1 });
    await mock.accounts.patch('key_demo', { credits: 5 });
    expect(heard).toEqual(['ledger', 'request', 'ledger']);
  });
});

it('createApp serves without listening', async () => {
  const { app, accounts, world } = await createApp({ shared: data, frozen: true });
  const violations: string[] = [];
  const checked = watchResponses(app, world.contract, (fault) => violations.push(fault));
  const key = await accounts.create({ credits: 2 });
  const search = () =>
    request(checked).post('/api/v1/jobs-search/search').set('Authorization', `Bearer ${key}`);
  expect((await search().send({ limit: 3 })).status).toBe(402);
  const { status, body } = await search().send({ limit: 2 });
  expect([status, body.data.credits_remaining]).toEqual([200, 0]);
  expect((await request(checked).get('/')).status).toBe(200);
  expect(violations).toEqual([]);
});
