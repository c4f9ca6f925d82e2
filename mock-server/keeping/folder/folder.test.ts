import fs from 'node:fs';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { MockOptions } from '../../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../../test/mock/checked-mock.js';
import { clientOf } from '../../../test/mock/client.js';
import { live } from '../../../test/mock/lived.js';
import type { AccountChange } from '../../state/changes.js';
import { FOLDER_VERSION } from '../../state/format-versions.js';
import type { FolderKeeper } from './folder-keeper.js';
import { decodeRecords, encodeRecord } from './records.js';

const data = await testData({ jobs: 500 });

const start = (state: string, more: MockOptions = {}): Promise<CheckedMock> =>
  startCheckedMock({ shared: data, state, ...more });

const full = (): Promise<never> => Promise.reject(new Error('ENOSPC: no space left on device, write'));

/** Returns a folder with the state of a mock after several requests. */
async function livedFolder(): Promise<string> {
  const folder = temporaryFolder();
  await using mock = await start(folder);
  await live(mock);
  return folder;
}

/** Returns the lock that a mock of this process has on the folder. */
async function heldLock(folder: string): Promise<Record<string, unknown>> {
  await using mock = await start(folder);
  expect(mock.world.keeper.place).toBe(folder);
  return JSON.parse(fs.readFileSync(path.join(folder, 'lock'), 'utf8')) as Record<string, unknown>;
}

const files = (folder: string): string[] =>
  fs.readdirSync(folder).filter((name) => name.startsWith('state-'));
const fileOf = (folder: string): string => path.join(folder, files(folder)[0]!);

describe('a mock with its state in a folder', () => {
  it('needs no more space for an account and its searches than the guide for teams says', async () => {
    const folder = temporaryFolder();
    await using mock = await start(folder);
    const size = (): number => fs.statSync(fileOf(folder)).size;
    let before = size();
    const grown = (): number => -before + (before = size());
    const client = clientOf(mock, await mock.accounts.create({ credits: 50 }));
    expect(grown()).toBeLessThan(1_024);
    await client.search({ limit: 10 }, 'use_v1_new-jobs');
    expect(grown()).toBeLessThan(600);
    await client.search({ limit: 10 }, 'use_v1_paid-jobs');
    expect(grown()).toBeLessThan(400);
  });

  it('creates its folder with all parent folders', async () => {
    const folder = path.join(temporaryFolder(), 'a', 'b');
    const first = await start(folder);
    const key = await first.accounts.create();
    await first.close();
    await using second = await start(folder);
    expect(second.accounts.read(key).credits).toBe(1_000);
  });

  it('restarts with the same postings on another day, if `now` is not given', async () => {
    const options: MockOptions = { jobs: 50, state: temporaryFolder() };
    const first = await startCheckedMock({ ...options, now: '2026-03-15T12:00:00Z', frozen: false });
    const { hash } = first.world.dataset;
    await first.close();
    const second = await startCheckedMock({ ...options, frozen: false });
    expect(second.world.dataset.hash).toBe(hash);
    await second.close();
    await expect(startCheckedMock({ ...options, now: '2026-03-16' })).rejects.toThrow(/other postings/);
  });

  it('restarts from the complete records if its file is truncated anywhere, and says so', async () => {
    const folder = await livedFolder();
    const bytes = fs.readFileSync(fileOf(folder));
    const wholeOf = (part: Buffer) => [...decodeRecords(part)].at(-1)!.end;
    expect(wholeOf(bytes)).toBe(bytes.length);
    const shortest = bytes.length - 2_500;
    for (let size = bytes.length - 1; size > shortest; size -= 97) {
      const copy = temporaryFolder();
      const file = path.join(copy, path.basename(fileOf(folder)));
      fs.copyFileSync(fileOf(folder), file);
      fs.truncateSync(file, size);
      const torn = size - wholeOf(bytes.subarray(0, size));
      await using again = await start(copy);
      const remark = again.world.keeper.remark;
      if (torn === 0) expect(remark).toBeNull();
      else expect(remark).toContain(`the last ${torn} bytes of --state ${copy} are not a complete record`);
      if (torn > 0) expect(fs.readFileSync(`${file}.torn`)).toEqual(bytes.subarray(0, size));
      expect(files(copy).filter((name) => name.endsWith('.log'))).toHaveLength(1);
      for (const account of again.world.accounts.list()) {
        const sum = account.ledger.entries.reduce((credits, entry) => credits + entry.credits, 0);
        expect(sum).toBe(account.credits);
      }
    }
  });

  it('sends no answer before its state is on disk, and writes the changes of all waiting requests together', async () => {
    await using mock = await start(temporaryFolder());
    const key = await mock.accounts.create({ rateLimits: 'none' });
    const keeper = mock.world.keeper as FolderKeeper;
    const { disk } = keeper;
    let writes = 0;
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    keeper.disk = {
      ...disk,
      async sync(file) {
        writes += 1;
        await released;
        await disk.sync(file);
      },
    };
    let answers = 0;
    const client = clientOf(mock, key);
    const searches = Array.from({ length: 40 }, async (_, i) => {
      // Half of them repeat a search: a stored answer must not arrive before the first one is on disk.
      const { status } = await client.search({ limit: 5 }, `use_v1_${i >> 1}`);
      expect(status).toBe(200);
      answers += 1;
    });
    const stored = (): number => mock.accounts.read(key).storedOperations;
    try {
      // The first write may begin after the last search is stored.
      await expect.poll(() => [stored(), writes]).toEqual([20, 1]);
      expect(answers).toBe(0);
    } finally {
      release();
    }
    await Promise.all(searches);
    expect(writes).toBeLessThan(10);
  });

  it('rejects changes after it is closed', async () => {
    const mock = await start(temporaryFolder());
    await mock.close();
    await expect(mock.accounts.create()).rejects.toThrow(
      /^The state cannot be stored just now: the mock is closed\./,
    );
  });

  it('starts a new file at a reset, and deletes the old one', async () => {
    const folder = temporaryFolder();
    await using mock = await start(folder);
    await mock.reset();
    expect(files(folder)).toEqual(['state-000002.log']);
  });

  it.each([
    ['compacts its file when it has become long, even after a restart', true, 'state-000002.log'],
    ['continues with a long file if there is no space for a new one', false, 'state-000001.log'],
  ] as const)('%s', async (_, hasRoom, left) => {
    const folder = temporaryFolder();
    let mock = await start(folder);
    const keeper = mock.world.keeper as FolderKeeper;
    const { disk } = keeper;
    if (!hasRoom)
      keeper.disk = {
        ...disk,
        write: (file, bytes, at) => (at === 0 ? full() : disk.write(file, bytes, at)),
      };
    // Each call writes all existing faults, in sum 27 MiB.
    for (let i = 0; i < 20; i += 1) {
      await mock.world.owner.addFault({ effect: 'delay', message: 'x'.repeat(1 << 17) });
      await mock.accounts.create();
      // Shorter than the limit for compaction, and far longer than after the last one.
      if (!hasRoom || i !== 12) continue;
      await mock.close();
      mock = await start(folder);
    }
    await mock.faults.clear();
    await mock.accounts.create();
    expect(mock.world.keeper.trouble).toBeNull();
    expect(files(folder)).toEqual([left]);
    expect(fs.statSync(fileOf(folder)).size < 1 << 24).toBe(hasRoom);
    const state = mock.exportState();
    await mock.close();
    await using second = await start(folder);
    expect(second.exportState()).toEqual(state);
  });
});

describe('a folder', () => {
  const refusal = async (state: string, more: MockOptions = {}): Promise<string> => {
    const error = await start(state, more).then(
      async (mock) => mock.close().then(() => new Error('It started.')),
      (reason: Error) => reason,
    );
    expect(error.name).toBe('StateError');
    return error.message;
  };

  it('with other files is rejected, like a file and an address, without quoting its password', async () => {
    for (const address of ['postgres://me:secret@db:5432/1', 'https://db/1?password=secret'])
      expect(await refusal(address)).toBe(
        `Failed to start: --state ${address.split('//')[0]}//… is an address of another kind. Name a folder, or a Redis as redis://USER:PASSWORD@HOST:PORT/DATABASE.`,
      );
    const folder = temporaryFolder();
    const file = path.join(folder, 'notes.txt');
    fs.writeFileSync(file, '');
    expect(await refusal(folder)).toBe(
      `Failed to start: --state ${folder} holds other files, such as "notes.txt", and no state. Name a new or an empty folder.`,
    );
    expect(fs.readdirSync(folder)).toEqual(['notes.txt']);
    for (const wrong of [file, '/proc/nope/x'])
      expect(await refusal(wrong)).toMatch(/cannot be used \(.*\)\. Name a folder/);
  });

  it('that cannot be read or written is rejected, and not locked afterwards', async () => {
    for (const name of ['state-000001.log', 'state-000001.log.new']) {
      const folder = temporaryFolder();
      fs.mkdirSync(path.join(folder, name));
      expect(await refusal(folder)).toMatch(/cannot be used \(EISDIR.*\)\. Name a folder/);
      expect(fs.readdirSync(folder)).toEqual([name]);
    }
  });

  it('of another version, or a damaged one, is rejected with the difference, and keeps an older file', async () => {
    const folder = temporaryFolder();
    await (await start(folder)).close();
    const bytes = fs.readFileSync(fileOf(folder));
    const values = Array.from(decodeRecords(bytes), ({ value }) => value);
    const [header, ...rest] = values as [object, ...unknown[]];
    const newest = path.join(folder, 'state-000002.log');
    for (const version of [FOLDER_VERSION - 1, FOLDER_VERSION + 1]) {
      const foreign = [{ ...header, version, kit: '9.9.9' }, ...rest].map(encodeRecord);
      fs.writeFileSync(newest, Buffer.concat(foreign));
      expect(await refusal(folder)).toContain(
        `holds state of version ${version}, written by version 9.9.9 of the kit; this one reads version ${FOLDER_VERSION}`,
      );
      expect([fs.readFileSync(fileOf(folder)), fs.readFileSync(newest)]).toEqual([
        bytes,
        Buffer.concat(foreign),
      ]);
    }
    fs.rmSync(newest);
    fs.writeFileSync(fileOf(folder), bytes.subarray(0, bytes.length - 1));
    expect(await refusal(folder)).toMatch(
      /is damaged: .*state-000001\.log does not begin with a whole state/,
    );
    fs.writeFileSync(fileOf(folder), Buffer.concat([bytes, bytes]));
    expect(await refusal(folder)).toMatch(
      /is damaged: .*state-000001\.log has a record before byte \d+ that does not fit/,
    );
    fs.writeFileSync(fileOf(folder), bytes);
    await (await start(folder)).close();
  });

  it('with a flipped bit is rejected if complete records follow, and no file is changed, older ones included', async () => {
    const folder = await livedFolder();
    const older = fileOf(folder);
    const whole = fs.readFileSync(older);
    const newest = path.join(folder, 'state-000009.log');
    for (let place = 1; place < 15; place += 1) {
      const at = Math.floor((whole.length * place) / 15);
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1;
      fs.writeFileSync(newest, damaged);
      const message = await refusal(folder);
      expect(message).toMatch(/is damaged: /);
      expect(fs.readFileSync(newest).equals(damaged)).toBe(true);
      expect(fs.existsSync(older) && fs.readFileSync(older).equals(whole)).toBe(true);
      const [, end] = /run: truncate -s (\d+) /.exec(message) ?? [];
      if (end !== undefined) expect(Number(end)).toBeLessThanOrEqual(at);
    }
  });

  it('in use is rejected, unless its process has ended or its number belongs to another process', async () => {
    const folder = temporaryFolder();
    const mock = await start(folder);
    expect(await refusal(folder)).toMatch(
      `is in use by process ${process.pid} on ${hostname()}. End that one`,
    );
    await mock.close();
    const own = await heldLock(folder);
    for (const stale of [
      { ...own, began: 'long ago' },
      { ...own, pid: 2 ** 22 + 1 },
    ]) {
      fs.writeFileSync(path.join(folder, 'lock'), JSON.stringify(stale));
      await (await start(folder)).close();
    }
    expect(fs.readdirSync(folder)).toEqual(['state-000001.log']);
  });

  it.each([{ host: 'elsewhere' }, { machine: 'another boot pid:[1]' }, { machine: undefined }])(
    'in use on another machine (%o) is rejected while that machine updates its lock',
    async (other) => {
      const folder = temporaryFolder();
      const lock = path.join(folder, 'lock');
      const holder = { ...(await heldLock(folder)), ...other };
      fs.writeFileSync(lock, JSON.stringify(holder));
      const touching = setInterval(() => fs.utimesSync(lock, new Date(), new Date()), 50);
      try {
        expect(await refusal(folder)).toMatch(`process ${process.pid} on ${holder.host}`);
      } finally {
        clearInterval(touching);
      }
      expect(fs.readdirSync(folder).sort()).toEqual(['lock', 'state-000001.log']);
      fs.utimesSync(lock, new Date(), new Date(Date.now() - 10_000));
      await (await start(folder)).close();
    },
  );
});

it.runIf(fs.existsSync('/dev/full'))(
  'replaces the lock of an ended process in place if the disk is full',
  async () => {
    const folder = temporaryFolder();
    const lock = path.join(folder, 'lock');
    const own = await heldLock(folder);
    const number = Number(own['lock']) + 1;
    // The next mock first writes its lock under this name.
    fs.symlinkSync('/dev/full', path.join(folder, `.lock-${process.pid}-${number}`));
    fs.writeFileSync(lock, JSON.stringify({ ...own, pid: 2 ** 22 + 1 }).padEnd(512));
    await using mock = await start(folder);
    expect(JSON.parse(fs.readFileSync(lock, 'utf8'))).toEqual({ ...own, lock: number });
    expect(mock.world.keeper.trouble).toBeNull();
    expect(await heldLock(folder).catch((error: Error) => error.message)).toMatch('is in use by process');
  },
);

it('a mock that paused until another took over its folder charges nothing, and does not change the folder', async () => {
  const folder = temporaryFolder();
  const mock = await start(folder);
  const key = await mock.accounts.create({ credits: 50 });
  const lock = path.join(folder, 'lock');
  const other = JSON.stringify({ pid: 1, host: 'elsewhere', began: null });
  fs.writeFileSync(lock, other);
  const state = fileOf(folder);
  fs.appendFileSync(state, encodeRecord({ world: { does: 'fault-counts', counts: [] } }));
  const bytes = fs.readFileSync(state);
  expect((await clientOf(mock, key).search({ limit: 5 })).status).toBe(503);
  expect(mock.world.keeper.trouble).toBe('another process has locked the folder');
  expect(mock.accounts.read(key).credits).toBe(50);
  await mock.close();
  expect(fs.readFileSync(lock, 'utf8')).toBe(other);
  expect([files(folder), fs.readFileSync(state)]).toEqual([[path.basename(state)], bytes]);
});

describe('a full disk', () => {
  it('does not prevent the start of a mock that was killed while it wrote; it serves again once there is space', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    const key = await first.accounts.create({ credits: 50 });
    await first.close();
    fs.appendFileSync(fileOf(folder), 'torn');
    const before = fs.readFileSync(fileOf(folder));
    // The next file cannot be written while a folder has its name.
    const inTheWay = path.join(folder, 'state-000002.log.new');
    fs.mkdirSync(path.join(inTheWay, 'full'), { recursive: true });
    await using mock = await start(folder);
    const client = clientOf(mock, key);
    expect((await client.search({ limit: 5 })).status).toBe(503);
    expect(fs.readFileSync(fileOf(folder))).toEqual(before);
    fs.renameSync(inTheWay, `${temporaryFolder()}/aside`);
    await expect.poll(() => mock.world.keeper.trouble).toBeNull();
    expect((await client.search({ limit: 5 })).status).toBe(200);
    expect(mock.accounts.read(key).credits).toBe(45);
  });

  it.each([1, 2])(
    'does not use up a fault for a search that it could not store (write %i fails)',
    async (failing) => {
      await using mock = await start(temporaryFolder());
      const key = await mock.accounts.create({ credits: 50 });
      const client = clientOf(mock, key);
      await mock.faults.add({ effect: 'server-error-after-charge', account: key });
      const keeper = mock.world.keeper as FolderKeeper;
      const { disk } = keeper;
      let writes = 0;
      keeper.disk = {
        ...disk,
        // The first write counts the hit. The second charges the search, once its body has arrived.
        write: (...args) => ((writes += 1) >= failing ? full() : disk.write(...args)),
      };
      const sent = httpRequest(mock.url + mock.world.contract.operation('searchJobs').path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'use_v1_a' },
      });
      sent.write('{"limit": ');
      await expect.poll(() => writes).toBeGreaterThan(0);
      sent.end('5}');
      const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
      expect(statusCode).toBe(503);
      expect(mock.journal().at(-1)).toMatchObject({ fault: null, creditsUsed: 0 });
      keeper.disk = disk;
      await expect.poll(() => keeper.trouble).toBeNull();
      expect(mock.faults.list()).toMatchObject([{ hits: 0 }]);
      expect((await client.search({ limit: 5 }, 'use_v1_a')).status).toBe(500);
      expect(mock.faults.list()).toMatchObject([{ hits: 1 }]);
      expect((await client.search({ limit: 5 }, 'use_v1_a')).status).toBe(200);
      expect(mock.accounts.read(key).credits).toBe(45);
    },
  );

  it('sends no answer, however late, that depends on a lost change', async () => {
    await using mock = await start(temporaryFolder());
    const key = await mock.accounts.create();
    const keeper = mock.world.keeper as FolderKeeper;
    const { disk } = keeper;
    keeper.disk = { ...disk, write: full };
    const account = mock.world.accounts.byKey(key)!;
    const adjust: AccountChange = { does: 'adjust', at: mock.clock.now(), credits: 1 };
    keeper.commit(account, () => ({ entries: [{ account: account.id, changes: [adjust] }], result: null }));
    await expect(keeper.settled(account)).rejects.toThrow('no space left');
    await expect(keeper.settled(account)).rejects.toThrow('the account was deleted or replaced meanwhile');
    expect(keeper.settled(mock.world.accounts.byKey(key))).toBeNull();
    keeper.disk = disk;
    await expect.poll(() => keeper.trouble).toBeNull();
  });
});
