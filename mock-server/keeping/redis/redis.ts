/** Opens the Redis of `--state`, and checks whether a mock can continue its state. */

import { randomUUID } from 'node:crypto';
import { refused, StateError } from '../../state/errors.js';
import { SHARED_VERSION } from '../../state/format-versions.js';
import { checkIdentity, checkVersion, type StateHeader, type StatePlace } from '../recovering-keeper.js';
import { parseRedisAddress } from './address.js';
import { Connection } from './connection.js';
import { RedisKeeper } from './redis-keeper.js';
import { keyIn, Store, type Head, type Look } from './store.js';

export const DEFAULT_STATE_PREFIX = 'job-search-mock';

const FORMAT = 'job-search-kit/shared-state';

/** Connects to a Redis. Rejects with StateError if it cannot be used; the message never contains the password. */
export async function openRedis(address: string, prefix: string = DEFAULT_STATE_PREFIX): Promise<StatePlace> {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(prefix)) throw refused('bad-state-prefix', {});
  const parsed = parseRedisAddress(address);
  const { shown } = parsed;
  const link = await Connection.open({ address: parsed, home: keyIn(prefix, 'head') });
  const refusalOf = (error: unknown): StateError =>
    error instanceof StateError
      ? error
      : refused('redis-silent', { place: shown, why: (error as Error).message });
  const store = new Store(link, prefix);
  const names = { place: `${shown} under "{${prefix}}:"`, other: 'another --state-prefix' };
  const checked = (head: Head): StateHeader => {
    const text = readText(head);
    if (text === null) throw refused('redis-foreign', { place: names.place });
    checkVersion(text, SHARED_VERSION, names);
    return text;
  };
  try {
    const head = await store.readHead();
    return {
      firstDay: head === null ? undefined : checked(head).dataset.firstDay,
      async keep(world) {
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
        try {
          world.keeper = await RedisKeeper.over({ world, link, store, place: shown, join });
        } catch (error) {
          throw refusalOf(error);
        }
      },
      release: () => Promise.resolve(link.close()),
    };
  } catch (error) {
    link.close();
    throw refusalOf(error);
  }
}

function readText({ text }: Head): StateHeader | null {
  try {
    const value = JSON.parse(text) as StateHeader;
    return value.format === FORMAT ? value : null;
  } catch {
    return null;
  }
}
