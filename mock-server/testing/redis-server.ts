/** Tests over a real Redis. On a machine without one they are left out, and the run says so. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { redisProgram, RedisServer } from './redis-process.js';

export { PASSWORD } from './redis-process.js';

const LEFT_OUT =
  'tests of a shared state are left out: there is no Redis on this machine (apt-get install redis-server, or REDIS_SERVER=/path)';

/** Tests that share one Redis. */
export function describeWithRedis(name: string, tests: (redis: RedisServer) => void): void {
  if (redisProgram === undefined) {
    // The name of a test that is left out is not printed.
    console.warn(LEFT_OUT);
    return void it.skip(LEFT_OUT, () => undefined);
  }
  describe(name, () => {
    const redis = new RedisServer();
    beforeAll(() => redis.start());
    afterAll(() => redis.end());
    tests(redis);
  });
}
