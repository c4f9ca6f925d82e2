/** Tests with a real Redis. They are skipped with a message if the machine has none. */
import { afterAll, beforeAll, describe } from 'vitest';
import { leaveOut } from '../support/leave-out.js';
import { pemFile } from './certificates.js';
import { RedisCluster } from './redis-cluster.js';
import { redisProgram, RedisServer } from './redis-process.js';

export { PASSWORD } from './redis-process.js';

const LEFT_OUT =
  'tests of a shared state are skipped: this machine has no Redis (apt-get install redis-server, or REDIS_SERVER=/path)';

/** Redis writes before it answers, so a killed process loses nothing. With `everysec` it would sometimes wait for slow disks. */
const LASTS = ['--appendfsync', 'no'];

export function describeWithRedis(name: string, tests: (redis: RedisServer) => void): void {
  describeWith(name, new RedisServer(LASTS), tests);
}

/** Tests that share one Redis that uses TLS with the certificate `self-signed`. */
export function describeWithTls(name: string, tests: (redis: RedisServer) => void): void {
  const certificate = { cert: pemFile('self-signed'), key: pemFile('self-key') };
  describeWith(name, new RedisServer(LASTS, certificate), tests);
}

export function describeWithCluster(name: string, tests: (cluster: RedisCluster) => void): void {
  describeWith(name, new RedisCluster(LASTS), tests);
}

function describeWith<Server extends { start(): Promise<void>; end(): Promise<void> }>(
  name: string,
  server: Server,
  tests: (server: Server) => void,
): void {
  if (redisProgram === undefined) return leaveOut(LEFT_OUT);
  describe(name, () => {
    beforeAll(() => server.start());
    afterAll(() => server.end());
    tests(server);
  });
}
