import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { startForwardProxy } from '../../test/servers/proxy-server.js';
import { serve, type TestServer } from '../../test/servers/servers.js';
import { FILE_KINDS } from '../reports/index.js';

const cases = casesOf<{ rejected: [line: string, message: string][] }>(import.meta.filename);
const GATE = 'gate-9f8e7d6c5b4a';

const PACK = `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions: [{ name: contract, type: openapi, url: ../../spec/openapi.yaml }]
x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' }] }
workflows:
  - workflowId: balance
    summary: the balance is told
    x-kit-clauses: [BAL-1]
    steps:
      - stepId: plain
        operationId: getCreditBalance
        successCriteria: [{ condition: $statusCode == 200 }]
      - stepId: own
        operationId: getCreditBalance
        parameters: [{ name: x-gate, in: header, value: mine }]
        successCriteria: [{ condition: $statusCode == 418 }]
`;

/** A target that accepts everything and records its requests. */
const target = (): Promise<TestServer> =>
  serve((request, response) => {
    response.setHeader('X-Echo', JSON.stringify(request.headers));
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ credits_remaining: 50 }));
  });

async function command(
  profile: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ status: number; output: string; report: string }> {
  const folder = temporaryFolder();
  const file = (name: string, text = ''): string => {
    if (text !== '') writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const flags = ['--profile', file('profile.yaml', profile), '--pack', file('tiny.yaml', PACK)];
  const reports = FILE_KINDS.flatMap((kind) => ['--report', `${kind}=${file(kind)}`]);
  const { status, out, err } = await runCommand([...flags, ...reports, ...args], {
    environment: { KEY: 'key-1a2b3c4d5e', ...environment },
  });
  const report = status < 2 ? FILE_KINDS.map((kind) => readFileSync(file(kind), 'utf8')).join('\n') : '';
  return { status, output: out + err, report };
}

const profileOf = (url: string, more = ''): string =>
  `target: ${url}\nkeys: { active: { env: KEY } }\nheaders: { X-Gate: { env: GATE_TOKEN }, X-Stage: { env: STAGE } }\n${more}`;
const environment = { GATE_TOKEN: GATE, STAGE: 'blue' };

describe('headers of the profile', () => {
  it('are sent with every request to the target, unless a scenario sets them differently', async () => {
    const server = await target();
    await command(profileOf(server.url), environment, '--confirm', '0');
    const sent = server.requests.map(({ headers }) => `${headers['x-gate']} ${headers['x-stage']}`);
    expect(sent).toEqual([`${GATE} blue`, `${GATE} blue`, 'mine blue']);
  });

  it('appear in no output; a command that repeats a request reads them from their variables', async () => {
    const server = await target();
    const { status, output, report } = await command(profileOf(server.url), environment, '--verbose');
    expect(status).toBe(1);
    for (const text of [output, report]) {
      expect(text).not.toContain(GATE);
      expect(text).toMatch(/-H "x-stage: \$\{STAGE\}"|-H &quot;x-stage: \$\{STAGE\}&quot;/);
    }
    expect(report).toContain('"x-gate":"[env GATE_TOKEN]"');
  });

  it('are sent to an admin API only if it has the same origin', async () => {
    const [server, other] = [await target(), await target()];
    await command(profileOf(server.url, `adminUrl: ${server.url}`), environment);
    await command(profileOf(server.url, `adminUrl: ${other.url}`), environment);
    const gates = ({ requests }: TestServer): unknown[] =>
      requests.filter(({ url }) => url.startsWith('/__admin')).map(({ headers }) => headers['x-gate']);
    expect([gates(server), gates(other)]).toEqual([[GATE], [undefined]]);
  });

  it.each(cases.rejected)('are rejected: %s', async (line, message) => {
    const profile = `target: http://t.example\nkeys: { active: { env: KEY } }\n${line}`;
    const { status, output } = await command(profile, { ...environment, LINES: 'a\nb' });
    expect([status, output]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a proxy of the environment', () => {
  it('relays the run, and its credentials appear nowhere', async () => {
    const server = await target();
    const pair = Buffer.from('ann:open-sesame-77').toString('base64');
    const between = await startForwardProxy(`Basic ${pair}`);
    const by = { ...environment, HTTP_PROXY: `http://ann:open-sesame-77@127.0.0.1:${between.port}` };
    const through = await command(profileOf(server.url), by);
    expect([through.status, between.asked.length]).toEqual([1, server.requests.length]);
    const straight = await command(profileOf(server.url), { ...by, NO_PROXY: '127.0.0.1' });
    expect([straight.status, between.asked.length]).toEqual([1, server.requests.length / 2]);
    for (const { output, report } of [through, straight])
      for (const text of [output, report])
        for (const secret of ['open-sesame-77', pair]) expect(text).not.toContain(secret);
  });

  it('ends the run with 3 if it needs other credentials, with 2 if the suite does not support its protocol', async () => {
    const server = await target();
    const between = await startForwardProxy('Basic other');
    const by = (more: object) => command(profileOf(server.url), { ...environment, ...more });
    const refused = await by({ HTTP_PROXY: `http://127.0.0.1:${between.port}` });
    expect(refused.status).toBe(3);
    expect(refused.output).toContain('answers 407: a proxy asks for a credential.');
    const socks = await by({ http_proxy: 'socks5://127.0.0.1:1080' });
    expect(socks.status).toBe(2);
    expect(socks.output).toContain('http_proxy names a proxy with the unsupported protocol socks5');
  });
});

it('--ca exits with 2, naming the file, if it cannot be read or contains no certificate', async () => {
  const profile = profileOf('https://t.example');
  const { status, output } = await command(profile, environment, '--ca', '/nowhere.pem');
  expect(status).toBe(2);
  expect(output).toMatch(
    /--ca \/nowhere\.pem cannot be read: no such file or directory\. Name a file with certificates in PEM/,
  );
});
