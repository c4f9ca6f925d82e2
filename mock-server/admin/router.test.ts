import { TRACE } from '../../test/samples/generated/samples.js';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_STREAMS } from './event-streams.js';
import { serveAdmin, START, type AdminServer, type Reply } from '../../test/mock/admin-server.js';
import { casesOf } from '../../test/support/cases.js';
import { MOST_FAULTS } from '../state/faults.js';
import type { JournalEntry } from '../state/journal.js';
import type { World } from '../state/world.js';

const cases = casesOf<{
  refused: [method: string, path: string, status: number, fields: string[], body?: unknown][];
  methods: [method: string, path: string, allow: string][];
  missing: string[];
  others: string[];
  queries: [query: string, ids: number[]][];
}>(import.meta.filename);
const SMALL = '/__admin/accounts/acc_small';
let server: AdminServer;
let world: World;
beforeEach(async () => {
  server = await serveAdmin();
  world = server.world;
});
afterEach(() => server.close());

const call = (...args: Parameters<AdminServer['call']>) => server.call(...args);
const read = async (path: string) => (await call('GET', path)).body;
const idsOf = (rows: { id: unknown }[]): unknown[] => rows.map(({ id }) => id);
const fields = (reply: Reply): string[] =>
  (reply.body.error.issues ?? []).map(({ field }: { field: string }) => field);

/** Adds an entry to the journal, as a request of this account would. */
function record(account: string | null, entry: Partial<JournalEntry> = {}): void {
  const request = { method: 'POST', path: '/api/v1/jobs-search/search', operation: 'searchJobs' } as const;
  const none = { operationKey: null, reason: null, clause: null, reading: null, fault: null };
  const answer = { status: 200, durationMs: 1, creditsUsed: 0, replayed: false };
  world.record(
    account === null ? null : world.accounts.get(account),
    { id: 0, at: START, requestId: world.newId(), account, ...request, ...none, ...answer, ...entry },
    TRACE,
  );
}

describe('the running mock', () => {
  it('shows version, dataset, time and the readings in effect', async () => {
    const body = await read('/__admin/health');
    const { hash } = world.dataset;
    const now = '2026-03-01T12:00:00.000Z';
    expect(body).toMatchObject({ status: 'ok', version: '0.0.0', now, uptimeSeconds: 0, state: 'memory' });
    expect(body).toMatchObject({ seed: 1, hash, postings: 20, accounts: 2 });
    expect(body.readings).toHaveLength(world.knownReadings.length);
    const reading = { id: 'auth-status', choice: '403', switch: true };
    expect(body.readings).toContainEqual(expect.objectContaining(reading));
  });

  it('names the companies that a test can rely on', async () => {
    const { jobBoards, wellKnown } = world.dataset;
    expect(await read('/__admin/dataset')).toMatchObject({
      postings: 20,
      jobBoards: jobBoards.length,
      departments: 38,
      wellKnown: wellKnown.map(({ name, profileUrl }) => ({ name, profileUrl })),
    });
  });
});

describe('the clock', () => {
  it('is set, frozen, advanced and released', async () => {
    const { body } = await call('PUT', '/__admin/clock', { now: '2026-05-30T00:00:00Z', frozen: true });
    expect(body).toEqual({ now: '2026-05-30T00:00:00.000Z', frozen: true, own: false });
    const step = { months: 1, days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 };
    expect((await call('POST', '/__admin/clock/advance', step)).body.now).toBe('2026-07-01T02:03:04.005Z');
    expect((await call('PUT', '/__admin/clock', { frozen: false })).body.frozen).toBe(false);
    expect((await read('/__admin/clock')).now).toBe('2026-07-01T02:03:04.005Z');
  });

  it('of one account can be moved separately', async () => {
    const small = `${SMALL}/clock`;
    const shared = { now: '2026-03-01T12:00:00.000Z', frozen: false, own: false };
    const { body } = await call('POST', `${small}/advance`, { days: 1 });
    expect(body).toEqual({ now: '2026-03-02T12:00:00.000Z', frozen: false, own: true });
    expect(await read('/__admin/accounts/acc_demo/clock')).toEqual(shared);
    expect((await call('PUT', small, { frozen: true })).body.frozen).toBe(true);
    expect((await call('DELETE', small)).status).toBe(204);
    expect(await read(small)).toEqual(shared);
  });
});

describe('accounts', () => {
  it('are made with defaults and show their key once', async () => {
    const made = await call('POST', '/__admin/accounts');
    expect(made.status).toBe(201);
    const defaults = { credits: 1000, active: true, seeded: false, anchorDay: 1 };
    expect(made.body).toMatchObject({ id: 'acc_1', ...defaults });
    expect(made.headers.location).toBe('/__admin/accounts/acc_1');
    expect(world.accounts.byKey(made.body.key)?.id).toBe('acc_1');

    const read = await call('GET', '/__admin/accounts/acc_1');
    const { key, ...rest } = made.body;
    expect(read.body).toEqual(rest);
    expect(read.text).not.toContain(key);
  });

  it('are made with the given fields', async () => {
    const wanted = {
      id: 'team-a',
      key: 'key_team_a',
      credits: -25,
      active: false,
      historicalAccess: false,
      anchorDay: 31,
      rateLimits: { searchJobs: 2 },
      clock: { now: '2026-02-10T00:00:00.000Z', frozen: true },
    };
    expect((await call('POST', '/__admin/accounts', wanted)).body).toMatchObject({
      ...wanted,
      cycle: { start: '2026-01-31', end: '2026-02-28' },
      clock: { ...wanted.clock, own: true },
      rateLimits: { searchJobs: 2, searchJobsHistorical: 100, searchCompanyJobsLegacy: 60 },
    });
  });

  it('can have their rate limits lifted, together or one by one, and restored', async () => {
    const limits = async (method: string, path: string, rateLimits: unknown) =>
      (await call(method, path, { rateLimits })).body.rateLimits;
    const lifted = await limits('POST', '/__admin/accounts', 'none');
    expect(Object.keys(lifted)).toHaveLength(9);
    expect(new Set(Object.values(lifted))).toEqual(new Set(['none']));
    const path = '/__admin/accounts/acc_1';
    expect(await limits('PATCH', path, { searchJobs: null, searchJobsHistorical: 5 })).toMatchObject({
      searchJobs: 200,
      searchJobsHistorical: 5,
      searchCompanyJobs: 'none',
    });
    expect(await limits('PATCH', path, 'none')).toEqual(lifted);
    expect((await call('PUT', '/__admin/state', await read('/__admin/state'))).status).toBe(204);
    expect((await read(path)).rateLimits).toEqual(lifted);
  });

  it('are listed page by page, without their keys', async () => {
    for (let i = 0; i < 3; i += 1) await call('POST', '/__admin/accounts');
    const first = await call('GET', '/__admin/accounts?limit=3');
    expect(idsOf(first.body.accounts)).toEqual(['acc_demo', 'acc_small', 'acc_1']);
    expect(first.body).toMatchObject({ total: 5, next: 'acc_1' });
    const second = await call('GET', '/__admin/accounts?limit=3&after=acc_1');
    expect(idsOf(second.body.accounts)).toEqual(['acc_2', 'acc_3']);
    expect(second.body.next).toBeNull();
    for (const { key } of world.accounts.list()) expect(first.text + second.text).not.toContain(key);
    expect((await call('GET', '/__admin/accounts?after=acc_99')).status).toBe(404);
  });

  it('are changed in the fields of the patch, and reset to their initial values', async () => {
    const before = await read(SMALL);
    const change = { credits: 50, active: false, rateLimits: { searchJobs: 1 }, clock: { frozen: true } };
    expect((await call('PATCH', SMALL, change)).body).toMatchObject({ ...change, historicalAccess: true });
    const back = await call('PATCH', SMALL, { rateLimits: { searchJobs: null }, clock: null });
    expect(back.body).toEqual({ ...before, credits: 50, active: false });
    expect((await call('POST', `${SMALL}/reset`)).body).toEqual(before);
  });

  it('keep a ledger that adds up to the balance', async () => {
    await call('PATCH', SMALL, { credits: 50 });
    const search = { operation: 'searchJobs', operationKey: 'use_v1_a', requestId: 'r' } as const;
    world.accounts.get('acc_small').ledger.charge(START, { credits: 10, jobs: 10, ...search });
    const at = '2026-03-01T12:00:00.000Z';
    const adjustment = { at, kind: 'adjustment', credits: 47 };
    const entries = [{ at, kind: 'opening', credits: 3 }, adjustment, { at, kind: 'charge', credits: -10 }];
    expect(await read(`${SMALL}/ledger`)).toMatchObject({ entries, balance: 40, total: 3, next: null });
    expect(await read(`${SMALL}/ledger?limit=1&after=1`)).toMatchObject({ entries: [adjustment], next: 2 });
    expect(await read(`${SMALL}/ledger?limit=2&after=1`)).toMatchObject({
      entries: entries.slice(1),
      next: null,
    });
  });

  it('show their stored operations, and which of them have expired', async () => {
    const account = world.accounts.get('acc_small');
    const shown = { operation: 'searchJobs', jobs: 2, creditsUsed: 2 } as const;
    const stored = { ...shown, digest: 'A'.repeat(43), executedAt: START, creditsRemaining: 1 };
    account.operations.put('use_v1_a', stored);
    account.operations.put('use_v1_b', { ...stored, jobs: 0, creditsUsed: 0 });
    const { operations } = await read(`${SMALL}/operations`);
    const times = { storedAt: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-15T00:00:00.000Z' };
    expect(operations[0]).toEqual({ id: 1, key: 'use_v1_a', ...shown, ...times, expired: false });
    await call('POST', `${SMALL}/clock/advance`, { days: 14 });
    const second = { operations: [{ id: 2, expired: true }], next: null };
    expect(await read(`${SMALL}/operations?after=1`)).toMatchObject(second);
    expect(await read(`${SMALL}/operations?limit=1&after=1`)).toMatchObject(second);
    expect(await read(`${SMALL}/operations?limit=1`)).toMatchObject({ operations: [{ id: 1 }], next: 1 });
  });

  it('are deleted with their faults', async () => {
    for (const path of [SMALL, '/__admin'])
      await call('POST', `${path}/faults`, { effect: 'delay', delayMs: 1 });
    expect((await call('DELETE', SMALL)).status).toBe(204);
    expect(world.accounts.byKey('key_small')).toBeUndefined();
    expect(world.faults.list.map(({ account }) => account)).toEqual([null]);
    expect((await call('DELETE', SMALL)).status).toBe(404);
  });

  it('are not found by their key, and the answer names the id and not the key', async () => {
    for (const reply of [
      await call('GET', '/__admin/accounts/key_small'),
      await call('POST', '/__admin/faults', { effect: 'delay', account: 'key_small' }),
    ])
      expect([reply.status, reply.body.error.message]).toEqual([
        404,
        'That is an API key. Name the account by its id, "acc_small".',
      ]);
  });
});

describe('faults', () => {
  it('are added for all or for one account, listed and removed', async () => {
    const wanted = { effect: 'drop-after-charge', operation: 'searchJobs' };
    const defaults = { account: null, header: null, skip: 0, times: 1, seen: 0, hits: 0 };
    const all = await call('POST', '/__admin/faults', wanted);
    expect([all.status, all.body]).toEqual([201, { id: 'fault_1', ...wanted, ...defaults }]);
    const header = { name: 'X-Test', value: 'a' };
    const one = { effect: 'rate-limited', retryAfterSeconds: 7, times: null, skip: 2, header };
    await call('POST', `${SMALL}/faults`, one);
    const { faults } = await read(`${SMALL}/faults`);
    expect(faults).toMatchObject([{ id: 'fault_2', account: 'acc_small', ...one }]);
    expect((await read('/__admin/faults')).faults).toHaveLength(2);
    expect((await call('DELETE', '/__admin/faults/fault_1')).status).toBe(204);
    expect((await call('DELETE', '/__admin/faults/fault_1')).status).toBe(404);
    expect((await call('DELETE', '/__admin/accounts/acc_demo/faults')).status).toBe(204);
    expect(world.faults.list).toHaveLength(1);
    expect((await call('DELETE', '/__admin/faults')).status).toBe(204);
    expect(world.faults.list).toEqual([]);
  });

  it('are limited for each account, until some are removed', async () => {
    const one = '/__admin/accounts/acc_demo/faults';
    for (let i = 0; i < MOST_FAULTS; i += 1)
      await world.owner.addFault({ effect: 'delay', account: 'acc_demo' });
    const reply = await call('POST', one, { effect: 'delay' });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'full']);
    expect(reply.body.error.message).toMatch(/^Account "acc_demo" has 1000 faults/);
    expect(world.faults.list).toHaveLength(MOST_FAULTS);
    expect((await call('POST', `${SMALL}/faults`, { effect: 'delay' })).status).toBe(201);
    for (let i = 0; i < MOST_FAULTS; i += 1) await world.owner.addFault({ effect: 'delay' });
    expect((await call('POST', '/__admin/faults', { effect: 'delay' })).body.error.message).toMatch(
      /^There are 1000 faults that name no account/,
    );
    await call('DELETE', '/__admin/faults/fault_1');
    expect((await call('POST', one, { effect: 'delay' })).status).toBe(201);
  });
});

describe('the journal', () => {
  beforeEach(() => {
    record(null, { status: 403, reason: 'no key was sent' });
    record('acc_small', { requestId: 'r2', creditsUsed: 2 });
    record('acc_small', { status: 402, operation: 'searchCompanyJobs' });
  });

  it('shows why a request was refused', async () => {
    const body = await read('/__admin/journal');
    const refused = { id: 1, at: '2026-03-01T12:00:00.000Z', status: 403, reason: 'no key was sent' };
    expect(body.entries[0]).toMatchObject(refused);
    expect(body).toMatchObject({ total: 3, dropped: 0 });
  });

  it.each(cases.queries)('is read with "%s"', async (query, expected) => {
    expect(idsOf((await read(`/__admin/journal${query}`)).entries)).toEqual(expected);
  });

  it('is emptied', async () => {
    expect((await call('DELETE', '/__admin/journal')).status).toBe(204);
    expect((await read('/__admin/journal')).entries).toEqual([]);
  });
});

describe('state', () => {
  it('is reset to the start, and restored byte for byte', async () => {
    const state = async (): Promise<string> => (await call('GET', '/__admin/state')).text;
    const start = await state();
    await call('POST', '/__admin/accounts', { id: 'team', credits: 7 });
    await call('PATCH', '/__admin/accounts/acc_demo', { credits: 1 });
    await call('DELETE', SMALL);
    await call('PUT', '/__admin/clock', { now: '2026-04-01T00:00:00Z', frozen: true });
    await call('POST', '/__admin/faults', { effect: 'delay' });
    for (const account of ['acc_demo', null]) record(account);
    const changed = await state();
    const team = await read('/__admin/accounts/team');
    expect((await call('POST', '/__admin/reset')).status).toBe(204);
    expect(await state()).toBe(start);
    expect((await read('/__admin/journal')).entries).toEqual([]);
    expect((await call('PUT', '/__admin/state', changed)).status).toBe(204);
    expect(await state()).toBe(changed);
    expect(await read('/__admin/accounts/team')).toEqual(team);
  });

  it.each([
    ['damaged', (text: string) => text.slice(0, -20), 400],
    ['changed', (text: string) => text.replace('100000', '900000'), 422],
    ['of other postings', (text: string) => text.replace(world.dataset.hash, 'x'), 422],
  ])('that is %s is refused without any change', async (_, spoil, status) => {
    const before = (await call('GET', '/__admin/state')).text;
    const reply = await call('PUT', '/__admin/state', spoil(before));
    expect(reply.status).toBe(status);
    expect(reply.text).not.toContain('key_demo');
    expect((await call('GET', '/__admin/state')).text).toBe(before);
  });
});

describe('events', () => {
  async function follow(path = '/__admin/events') {
    const request = get({ host: '127.0.0.1', port: server.port, path, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.setEncoding('utf8');
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<string>;
    let text = '';
    return {
      response,
      async next(): Promise<string> {
        while (!text.includes('\n\n')) {
          const chunk = await chunks.next();
          if (chunk.done) return 'end';
          text += chunk.value;
        }
        const [event, ...rest] = text.split('\n\n');
        text = rest.join('\n\n');
        return event!;
      },
    };
  }

  it('report requests and ledger entries immediately, and end with the mock', async () => {
    const stream = await follow();
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(await stream.next()).toBe(': open');
    record('acc_small');
    expect(await stream.next()).toMatch(/^event: request\nid: 1\ndata: \{.*"account":"acc_small".*\}$/);
    await call('PATCH', SMALL, { credits: 5 });
    expect(await stream.next()).toMatch(
      /^event: ledger\ndata: \{"account":"acc_small","entry":\{.*"credits":2.*\}\}$/,
    );
    world.close();
    expect(await stream.next()).toBe('end');
    expect(world.events.eventNames()).toEqual([]);
  });

  it('can be of one account only', async () => {
    const stream = await follow('/__admin/events?account=acc_demo');
    await stream.next();
    for (const account of [null, 'acc_small', 'acc_demo']) record(account);
    expect(await stream.next()).toContain('"account":"acc_demo"');
  });

  it('are not buffered for a client that does not read', async () => {
    const stream = await follow();
    stream.response.pause();
    stream.response.socket.pause();
    for (let i = 0; i < 300; i += 1) {
      record(null, { reason: 'x'.repeat(100_000) });
      await nextTurn();
    }
    stream.response.socket.resume();
    let seen = 0;
    let lost = 0;
    while (lost === 0) {
      const event = await Promise.race([stream.next(), poke()]);
      if (event.startsWith('event: request')) seen += 1;
      lost = Number(/^event: lost\ndata: \{"events":(\d+)\}$/.exec(event)?.[1] ?? 0);
    }
    expect(seen).toBeGreaterThan(0);
    expect(lost).toBeGreaterThan(0);

    /** Sends another event once the client has caught up, because that event reports the loss. */
    async function poke(): Promise<string> {
      await nextTurn();
      record(null);
      return '';
    }
  });

  it('have a limited number of clients, and accept another when one leaves', async () => {
    const streams = [];
    for (let i = 0; i < MOST_STREAMS; i += 1) streams.push(await follow());
    expect((await call('GET', '/__admin/events')).body.error.code).toBe('too-many-streams');
    streams[0]!.response.destroy();
    let stream: Awaited<ReturnType<typeof follow>>;
    do stream = await follow();
    while (stream.response.statusCode === 503);
    expect(await stream.next()).toBe(': open');
  });
});

/** `hostile.test.ts` checks with random calls that faulty calls are refused; these rows check how. */
describe('a call is refused', () => {
  it.each(cases.refused)('%s %s: %i, naming %j in %j', async (method, path, status, named, body) => {
    const shown = () => [world.exportState().accounts.all, world.clock.now(), world.faults.list];
    const before = JSON.stringify(shown());
    const reply = await call(method, path, body);
    expect([reply.status, fields(reply)]).toEqual([status, named]);
    if (status === 404) expect(reply.body.error.message).toBe('There is no account "acc_9".');
    if (status === 400) expect(reply.body.error.code).toBe('malformed-json');
    expect(reply.text).not.toContain('key_demo');
    expect(JSON.stringify(shown())).toBe(before);
  });
});

describe('the form of requests', () => {
  it.each(cases.methods)('%s %s is refused with 405 and the allowed methods', async (method, path, allow) => {
    const reply = await call(method, path);
    expect([reply.status, reply.headers.allow]).toEqual([405, allow]);
  });

  it.each(cases.missing)('%s is not found', async (path) => {
    expect((await call('GET', path)).status).toBe(404);
  });

  it.each(cases.others)('%s is not handled by the admin API', async (path) => {
    expect((await call('GET', path)).status).toBe(418);
  });

  it('limits a body to one mebibyte', async () => {
    const reply = await call('POST', '/__admin/accounts', `"${'x'.repeat(1 << 20)}"`).catch(
      (error: Error) => error,
    );
    // The answer may arrive while the client still sends the body, and then the connection breaks for the client.
    if (reply instanceof Error) expect(reply.message).toMatch(/EPIPE|ECONNRESET/);
    else expect([reply.status, reply.body.error.code]).toEqual([413, 'too-large']);
    expect(world.accounts.size).toBe(2);
  });

  it('accept a body of any content type', async () => {
    const reply = await call('POST', '/__admin/accounts', { credits: 1 }, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(201);
  });

  it('forbids caching of the answer', async () => {
    const { headers } = await call('GET', '/__admin/health');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
  });
});
