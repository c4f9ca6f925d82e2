/** Tests over a real Redis. On a machine without one they are left out, and the run says so. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { leaveOut } from '../support/leave-out.js';
import { RedisCluster } from './redis-cluster.js';
import { redisProgram, RedisServer, type Certificate } from './redis-process.js';

export { PASSWORD } from './redis-process.js';

const LEFT_OUT =
  'tests of a shared state are left out: there is no Redis on this machine (apt-get install redis-server, or REDIS_SERVER=/path)';

const NO_OPENSSL =
  'tests of a state over TLS are left out: there is no openssl on this machine (apt-get install openssl)';

/**
 * What was answered has been written before, so that a process that is killed loses nothing: with `everysec` a write waits where the
 * disk is slow. The machine is never killed here.
 */
const LASTS = ['--appendfsync', 'no'];

/** Tests that share one Redis. */
export function describeWithRedis(name: string, tests: (redis: RedisServer) => void): void {
  describeWith(name, new RedisServer(LASTS), tests);
}

/** Tests that share one Redis that speaks TLS, with a certificate of its own making. */
export function describeWithTls(
  name: string,
  tests: (redis: RedisServer, certificate: Certificate) => void,
): void {
  const certificate = madeCertificate();
  if (certificate === null) return leaveOut(NO_OPENSSL);
  describeWith(name, new RedisServer(LASTS, certificate), (redis) => tests(redis, certificate));
}

/** For 127.0.0.1, signed by itself; null without the program for it. */
function madeCertificate(): Certificate | null {
  const folder = mkdtempSync(join(tmpdir(), 'job-search-kit-tls-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
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
