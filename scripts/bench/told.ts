/** What a Redis says of itself: a section of `INFO`. */
import { parseRedisAddress } from '../../mock-server/state/redis/address.js';
import { Connection } from '../../mock-server/state/redis/connection.js';
import type { RedisServer } from '../../test/servers/redis-process.js';

export async function told(redis: RedisServer, section: string): Promise<string> {
  const link = await Connection.open({ address: parseRedisAddress(redis.url), home: 'any' });
  const said = String(await link.send(['INFO', section]));
  link.close();
  return said;
}

/** How many scripts it was asked to run so far: round trips of searches. */
export async function tripsOf(redis: RedisServer): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await told(redis, 'commandstats'))?.[1] ?? 0);
}
