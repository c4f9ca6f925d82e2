import { expect, it } from 'vitest';
import { pemFile } from '../../../test/servers/certificates.js';
import { PASSWORD } from '../../../test/servers/redis-process.js';
import { describeWithTls } from '../../../test/servers/redis-server.js';
import { compiledProgram, startProgram } from '../../../test/support/program.js';
import { keptInRedis } from './redis.js';

async function refusal(address: string): Promise<string> {
  const make = () => Promise.reject(new Error('it was opened'));
  const { message } = (await keptInRedis(address, undefined, make).catch((error: unknown) => error)) as Error;
  expect(message).not.toContain(encodeURIComponent(PASSWORD));
  expect(message).not.toContain('\n');
  return message;
}

describeWithTls('a mock with a Redis that uses TLS', (redis) => {
  it('uses its state if it knows which certificate to accept', async () => {
    const flags = ['--port', '0', '--jobs', '10', '--log', 'json'];
    const env = { NODE_EXTRA_CA_CERTS: pemFile('self-signed'), JOB_SEARCH_MOCK_STATE: redis.url };
    const command = [process.execPath, compiledProgram('mock-server/main'), ...flags];
    const { child, says, ended } = startProgram(command, { env });
    await says(/"event":"ready".*\n/);
    child.kill('SIGTERM');
    expect((await ended).status).toBe(0);
  });

  it('rejects a certificate of an unknown authority, and says what to do', async () => {
    expect(await refusal(redis.url)).toBe(
      `Failed to start: --state rediss://127.0.0.1:${redis.port}/0 shows a certificate that is not taken (self-signed certificate). ` +
        'Name the file of its authority in NODE_EXTRA_CA_CERTS, and the host as the certificate does.',
    );
  });

  it('says that it cannot be used without TLS', async () => {
    expect(await refusal(redis.url.replace('rediss:', 'redis:'))).toMatch(
      /^Failed to start: --state redis:\/\/127\.0\.0\.1:\d+\/0 cannot be used \(.+\)\. Name a Redis/,
    );
  });
});
