/** Tests with a real Redis. They are skipped with a message if the machine has none. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { leaveOut } from '../support/leave-out.js';
import { temporaryFolderOfFile } from '../support/temporary-folder.js';
import { RedisCluster } from './redis-cluster.js';
import { redisProgram, RedisServer, type Certificate } from './redis-process.js';

export { PASSWORD } from './redis-process.js';

const LEFT_OUT =
  'tests of a shared state are skipped: this machine has no Redis (apt-get install redis-server, or REDIS_SERVER=/path)';

const NO_OPENSSL =
  'tests of a state over TLS are skipped: this machine has no openssl (apt-get install openssl)';

/** Redis writes before it answers, so a killed process loses nothing. With `everysec` it would sometimes wait for slow disks. */
const LASTS = ['--appendfsync', 'no'];

export function describeWithRedis(name: string, tests: (redis: RedisServer) => void): void {
  describeWith(name, new RedisServer(LASTS), tests);
}

/** Tests that share one Redis that uses TLS with a self-signed certificate. */
export function describeWithTls(
  name: string,
  tests: (redis: RedisServer, certificate: Certificate) => void,
): void {
  const certificate = madeCertificate();
  if (certificate === null) return leaveOut(NO_OPENSSL);
  describeWith(name, new RedisServer(LASTS, certificate), (redis) => tests(redis, certificate));
}

/** A self-signed certificate for 127.0.0.1; null if there is no openssl. */
function madeCertificate(): Certificate | null {
  const folder = temporaryFolderOfFile();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=redis';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert];
  const { status } = spawnSync('openssl', [...args.split(' '), ...names]);
  return status === 0 ? { key, cert } : null;
}

/** Tests that share a cluster of three masters. */
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
