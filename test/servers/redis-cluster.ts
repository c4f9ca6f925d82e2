/** A Redis cluster of three masters for tests. Each has a third of the slots. `copyOf` adds replicas. */
import { createClient } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyIn } from '../../mock-server/keeping/redis/store.js';
import { newPrefix, PASSWORD, RedisServer } from './redis-process.js';

const SLOTS = 16_384;
const NODES = 3;

export class RedisCluster {
  readonly nodes: readonly RedisServer[];
  readonly #flags: readonly string[];
  readonly #copies: RedisServer[] = [];

  constructor(flags: readonly string[] = []) {
    this.#flags = ['--cluster-enabled', 'yes', ...flags];
    this.nodes = Array.from({ length: NODES }, () => new RedisServer(this.#flags));
  }

  /** The URL with the addresses of all nodes. */
  get url(): string {
    const [first, ...others] = this.nodes as [RedisServer];
    return first.url.replace(/\/0$/, others.map(({ port }) => `,127.0.0.1:${port}`).join(''));
  }

  newPrefix = newPrefix;

  async start(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.start()));
    for (const [i, node] of this.nodes.entries()) {
      const [from, to] = [i, i + 1].map((n) => Math.floor((n * SLOTS) / NODES)) as [number, number];
      await ask(node, ['CLUSTER', 'ADDSLOTSRANGE', `${from}`, `${to - 1}`]);
      await ask(node, ['CLUSTER', 'SET-CONFIG-EPOCH', `${i + 1}`]);
    }
    for (const { port } of this.nodes.slice(1))
      await ask(this.nodes[0]!, ['CLUSTER', 'MEET', '127.0.0.1', `${port}`]);
    for (const node of this.nodes) await isUp(node);
  }

  /** The node that holds the state under this prefix. */
  async homeOf(prefix: string): Promise<RedisServer> {
    for (const node of this.nodes) {
      const reply = await ask(node, ['EXISTS', keyIn(prefix, 'head')]).catch((error: Error) => error.message);
      if (reply === 1) return node;
    }
    throw new Error('There is no state under this prefix.');
  }

  /** Moves the slot of this prefix, with its keys, to another node, as an operator does. */
  async moveHome(prefix: string): Promise<void> {
    const from = await this.homeOf(prefix);
    const to = this.nodes[(this.nodes.indexOf(from) + 1) % NODES]!;
    const slot = String(await ask(from, ['CLUSTER', 'KEYSLOT', keyIn(prefix, 'head')]));
    const [idOfFrom, idOfTo] = await Promise.all([from, to].map((node) => ask(node, ['CLUSTER', 'MYID'])));
    const set = ['CLUSTER', 'SETSLOT', slot];
    await ask(to, [...set, 'IMPORTING', String(idOfFrom)]);
    await ask(from, [...set, 'MIGRATING', String(idOfTo)]);
    for (;;) {
      const keys = (await ask(from, ['CLUSTER', 'GETKEYSINSLOT', slot, '2'])) as string[];
      if (keys.length === 0) break;
      const where = ['127.0.0.1', `${to.port}`, '', '0', '5000'];
      await ask(from, ['MIGRATE', ...where, 'AUTH', PASSWORD, 'KEYS', ...keys]);
    }
    for (const node of [to, from, ...this.nodes]) await ask(node, [...set, 'NODE', String(idOfTo)]);
  }

  /** Starts a replica that replaces the node if it fails. Resolves when the replica has all data. */
  async copyOf(node: RedisServer): Promise<RedisServer> {
    const copy = new RedisServer(this.#flags);
    this.#copies.push(copy);
    await copy.start();
    for (const each of [copy, ...this.nodes])
      for (const [name, value] of Object.entries({ 'cluster-node-timeout': '1000', masterauth: PASSWORD }))
        await ask(each, ['CONFIG', 'SET', name, value]);
    await ask(copy, ['CLUSTER', 'MEET', '127.0.0.1', `${node.port}`]);
    await isUp(copy);
    await ask(copy, ['CLUSTER', 'REPLICATE', String(await ask(node, ['CLUSTER', 'MYID']))]);
    while (((await ask(copy, ['ROLE'])) as unknown[])[3] !== 'connected') await sleep(50);
    return copy;
  }

  async end(): Promise<void> {
    for (const node of [...this.#copies, ...this.nodes]) await node.end();
  }
}

export async function ask(node: RedisServer, args: string[]): Promise<unknown> {
  const client = createClient({ url: node.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.sendCommand(args);
  } finally {
    client.destroy();
  }
}

async function isUp(node: RedisServer): Promise<void> {
  while (!String(await ask(node, ['CLUSTER', 'INFO'])).includes('cluster_state:ok')) await sleep(50);
}
