/** Tests over a real Redis. On a machine without one they are left out, and the run says so. */
import { afterAll, beforeAll, describe } from 'vitest';
import { leaveOut } from '../../scripts/testing/left-out.js';
import { redisProgram, RedisServer } from './redis-process.js';

export { PASSWORD } from './redis-process.js';

const LEFT_OUT =
  'tests of a shared state are left out: there is no Redis on this machine (apt-get install redis-server, or REDIS_SERVER=/path)';

/** Tests that share one Redis. */
export function describeWithRedis(name: string, tests: (redis: RedisServer) => void): void {
  if (redisProgram === undefined) return leaveOut(LEFT_OUT);
  describe(name, () => {
    const redis = new RedisServer();
    beforeAll(() => redis.start());
    afterAll(() => redis.end());
    tests(redis);
  });
}
