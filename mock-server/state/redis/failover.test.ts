import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { MockData } from '../../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../../test/mock/checked-mock.js';
import { spreadClientOf, type Answer } from '../../../test/mock/client.js';
import { historyOf } from '../../../test/mock/account-history.js';
import { disorderIn, type Attempt } from '../../../test/mock/one-order.js';
import { ask } from '../../../test/servers/redis-cluster.js';
import { PASSWORD, redisProgram, RedisServer } from '../../../test/servers/redis-process.js';
import { describeWithRedis } from '../../../test/servers/redis-server.js';

describeWithRedis('mocks over a Redis and its copy', (primary) => {
  const copy = new RedisServer(['--appendfsync', 'no']);
  let data: MockData;
  const started: CheckedMock[] = [];
  let sentinel: ChildProcess | null = null;
  beforeAll(async () => {
    data = await testData();
    await copy.start();
  });
  afterEach(async () => {
    for (const mock of started.splice(0)) await mock.close();
  });
  afterAll(() => {
    sentinel?.kill('SIGKILL');
    return copy.end();
  });

  /** One that makes the copy the primary as soon as that is gone. */
  async function watch(): Promise<void> {
    const folder = temporaryFolder();
    const file = path.join(folder, 'sentinel.conf');
    const lines = [
      'port 0',
      `unixsocket ${path.join(folder, 'socket')}`,
      `dir ${folder}`,
      `sentinel monitor its 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass its "${PASSWORD}"`,
      'sentinel down-after-milliseconds its 1000',
    ];
    writeFileSync(file, lines.join('\n'));
    const child = (sentinel = spawn(redisProgram!, [file, '--sentinel']));
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    await expect.poll(() => said).toContain('+slave ');
  }

  async function follow(server: RedisServer, its: RedisServer): Promise<void> {
    await ask(server, ['CONFIG', 'SET', 'masterauth', PASSWORD]);
    await ask(server, ['REPLICAOF', '127.0.0.1', `${its.port}`]);
    const link = async (): Promise<unknown> => ((await ask(server, ['ROLE'])) as unknown[])[3];
    await expect.poll(link).toBe('connected');
  }

  it('go from a copy to its primary, and to the copy when a Sentinel has made it the primary', async () => {
    await follow(copy, primary);
    // The copy is named first, and begins nothing.
    const state = copy.url.replace(/\/0$/, `,127.0.0.1:${primary.port}/0`);
    const statePrefix = primary.newPrefix();
    while (started.length < 2) started.push(await startCheckedMock({ shared: data, state, statePrefix }));
    const mocks = started as [CheckedMock, CheckedMock];
    const attempts: Attempt[] = [];
    const key = await mocks[0].accounts.create({ credits: 10_000, rateLimits: 'none' });
    const client = spreadClientOf(mocks, key, attempts);
    const found = async (limit: number, operationKey: string): Promise<Answer> => {
      let answer!: Answer;
      const status = async (): Promise<number> =>
        (answer = await client.search({ limit }, operationKey)).status;
      await expect.poll(status).toBe(200);
      return answer;
    };
    const { text } = await found(10, 'use_v1_before');
    // The copy has everything: what it had not would be lost.
    const has = async (): Promise<unknown> =>
      (await ask(primary, ['DBSIZE'])) === (await ask(copy, ['DBSIZE'])) &&
      offsetOf(await ask(primary, ['INFO', 'replication'])) ===
        offsetOf(await ask(copy, ['INFO', 'replication']));
    await expect.poll(has).toBe(true);
    await watch();
    await primary.kill();
    expect((await client.search({ limit: 11 }, 'use_v1_a')).status).toBe(503);
    await Promise.all([11, 12, 13, 14].map((limit) => found(limit, `use_v1_${limit}`)));
    expect((await found(10, 'use_v1_before')).text).toBe(text);
    // The other comes back as a copy, and is left alone.
    await primary.start();
    const role = async (): Promise<unknown> => ((await ask(primary, ['ROLE'])) as unknown[])[0];
    await ask(primary, ['CONFIG', 'SET', 'masterauth', PASSWORD]);
    await expect.poll(role).toBe('slave');
    await found(15, 'use_v1_15');
    const history = await historyOf(mocks[1], key, { attempts });
    expect(history.stored).toHaveLength(6);
    expect(disorderIn(history)).toEqual([]);
  });
});

function offsetOf(said: unknown): string | undefined {
  const text = String(said);
  return (/slave_repl_offset:(\d+)/.exec(text) ?? /master_repl_offset:(\d+)/.exec(text))?.[1];
}
