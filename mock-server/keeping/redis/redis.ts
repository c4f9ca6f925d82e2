/** The Redis of `--state`: connects to it, and checks whether a mock can continue its state. */

import { randomUUID } from 'node:crypto';
import { refused, StateError } from '../../state/errors.js';
import { SHARED_VERSION } from '../../state/format-versions.js';
import type { World } from '../../state/world.js';
import { checkIdentity, checkVersion, type StateHeader, type WorldMaker } from '../recovering-keeper.js';
import { parsedJson } from '../../../conformance/values/json.js';
import { parseRedisAddress } from './address.js';
import { Connection } from './connection.js';
import { RedisKeeper } from './redis-keeper.js';
import { keyIn, Store, type Head, type Look } from './store.js';

export const DEFAULT_STATE_PREFIX = 'job-search-mock';

const FORMAT = 'job-search-kit/shared-state';

/**
 * Connects to a Redis, and keeps the state of a new world there. Rejects with StateError if it cannot be used; the message never
 * contains the password.
 */
export async function keptInRedis(
  address: string,
  prefix: string = DEFAULT_STATE_PREFIX,
  make: WorldMaker,
): Promise<World> {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(prefix)) throw refused('bad-state-prefix', {});
  const parsed = parseRedisAddress(address);
  const { shown } = parsed;
  const link = await Connection.open(parsed, keyIn(prefix, 'head'));
  const store = new Store(link, prefix);
  const names = { place: `${shown} under "{${prefix}}:"`, other: 'another --state-prefix' };
  const silent = (error: unknown): never => {
    if (error instanceof StateError) throw error;
    throw refused('redis-silent', { place: shown, why: (error as Error).message });
  };
  const checked = ({ text }: Head): StateHeader => {
    const header = parsedJson(text) as StateHeader | undefined;
    if (header?.format !== FORMAT) throw refused('redis-foreign', { place: names.place });
    checkVersion(header, SHARED_VERSION, names);
    return header;
  };
  try {
    const head = await store.readHead().catch(silent);
    const world = await make(head === null ? undefined : checked(head).dataset.firstDay);
    const join = async (begin: () => Look[]): Promise<void> => {
      for (;;) {
        const found = await store.readHead();
        if (found !== null) {
          checkIdentity(checked(found), world, names);
          store.head = found.id;
          return;
        }
        const version = { format: FORMAT, version: SHARED_VERSION, kit: world.version };
        const text = JSON.stringify({ ...version, ...world.identity });
        if (await store.begin({ id: randomUUID(), text }, begin())) return;
      }
    };
    const keeper = (world.keeper = new RedisKeeper({ world, link, store, place: shown, join }));
    await keeper.begin().catch(silent);
    return world;
  } catch (error) {
    link.close();
    throw error;
  }
}
