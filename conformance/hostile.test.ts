import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import { runCommand } from '../test/support/command.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { FORMS, readings, shows } from '../test/support/secret-forms.js';
import { Redactor } from '../common/redact.js';
import { guarded } from './command-context.js';
import { TargetRefuses } from './run/target/recognize.js';
import { runConformance } from './index.js';
import { unpackedLines } from './record/packed-lines.js';
import { serve } from '../test/servers/servers.js';
import { FILE_KINDS } from './reports/index.js';

const KEY = 'sk-Live_7Tq9.Zx4+mR2/b~W8nK3';
/** Text with effects on a terminal or in CI, at the start of a line or within one. */
const ACTING =
  '\u001b[2J\u009b1m\u202e\u200b\u2028x\n::error::a\n  ::stop-commands::b ##[group]c ##vso[d]##teamcity[e\r\u0007';

const inAllForms = (secret: string): string =>
  Object.values(FORMS)
    .map((form) => form(secret))
    .join(' | ');

const mock = await startMock({ jobs: 2_000, admin: false });
await mock.accounts.create({ key: KEY, credits: 10_000 });
afterAll(() => mock.close());

/** Relays the mock's answer, with the key and `ACTING` inserted wherever possible. */
async function tamper(request: IncomingMessage, sent: string, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '', headers } = request;
  const own = Object.fromEntries(
    ['authorization', 'idempotency-key', 'content-type'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name] as string]],
    ),
  );
  const answer = await fetch(mock.url + url, {
    method,
    headers: own,
    ...(sent === '' ? {} : { body: sent }),
  });
  const text = await answer.text();
  const planted = `${ACTING}${inAllForms(KEY)} ${inAllForms(KEY.slice(3, -2))}${ACTING}`;
  // Reports truncate texts after 160, 200, 240, 300, 3000 and 6000 characters.
  const cut = [150, 190, 230, 290, 2_990, 5_990].map(
    (before) => ' '.repeat(1) + 'x'.repeat(before) + KEY + Buffer.from(KEY).toString('base64'),
  );
  let body: unknown;
  try {
    body = {
      ...(JSON.parse(text) as object),
      [planted]: planted,
      echo: [planted, ...cut],
      total: KEY,
      detail: cut[0],
    };
  } catch {
    body = planted;
  }
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'text/plain',
    'x-request-id': `${Buffer.from(KEY).toString('hex')}`,
    server: `evil \u009b31m ${KEY} ${encodeURIComponent(KEY)}`,
    [`x-${Buffer.from(KEY).toString('hex')}`]: KEY,
    ...(answer.headers.has('idempotency-key')
      ? { 'idempotency-key': `use_v1_${KEY.replaceAll(/[^\w-]/g, '')}` }
      : {}),
  });
  response.end(JSON.stringify(body));
}

/** Expects at most 8 characters of the key in a row, in any encoding. */
function expectNoKey(name: string, text: string): void {
  for (const part of text.split(/\n|(?<=\},)(?=\{)/)) {
    const seen = readings(part).find((reading) => shows(reading, KEY));
    if (seen !== undefined) throw new Error(`${name} shows the key: ${part.slice(0, 2_000)}`);
  }
}

function packedIn(json: string): string {
  const { outcomes, exchanges } = JSON.parse(json) as Record<string, string[]>;
  return [...outcomes!, ...exchanges!].flatMap((block) => [...unpackedLines(block)]).join('\n');
}

function expectNothingActs(name: string, text: string): void {
  const acting = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]|^\s*::|##\[|##vso\[|##teamcity\[/imu.exec(text);
  expect(acting && text.slice(Math.max(0, acting.index - 60), acting.index + 60), name).toBeNull();
}

describe('a target that puts the key and terminal commands everywhere', () => {
  it('gets neither into reports nor onto the terminal', async () => {
    const target = await serve(
      (request, response) => void tamper(request, target.requests.at(-1)!.body, response),
    );
    const folder = temporaryFolder();
    const files = Object.fromEntries(FILE_KINDS.map((kind) => [kind, join(folder, kind)]));
    const reports = FILE_KINDS.flatMap((kind) => ['--report', `${kind}=${files[kind]}`]);
    const flags = ['--target', target.url, '--api-key', KEY, '--pack', 'smoke'];
    const { status, out, err } = await runCommand([...flags, ...reports]);
    expect([status, err]).toEqual([1, expect.stringContaining('scenarios')]);
    expect(out).toContain('Does not conform: ');
    const outputs: Record<string, string> = { out, err };
    for (const kind of FILE_KINDS) outputs[kind] = readFileSync(files[kind]!, 'utf8');
    outputs['packed'] = packedIn(outputs['json']!);
    for (const [name, text] of Object.entries(outputs)) {
      expectNoKey(name, text);
      expectNothingActs(name, text);
    }
    expect(outputs['packed']).toContain('[key active]');
  }, 120_000);

  it('gets neither into the message about a refused run, nor into the error of runConformance', async () => {
    const target = await serve((_request, response) => {
      response
        .writeHead(403, { 'content-type': 'application/json', server: KEY })
        .end(JSON.stringify({ detail: `${KEY} ${inAllForms(KEY)} ${ACTING}` }));
    });
    const plain = await serve((_request, response) => {
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end(`${ACTING}${KEY} ${'x'.repeat(140)}${KEY}`);
    });
    for (const { url } of [target, plain]) {
      const { status, out, err } = await runCommand(['--target', url, '--api-key', KEY, '--pack', 'smoke']);
      const thrown: unknown = await runConformance({ target: url, apiKey: KEY, packs: ['smoke'] }).catch(
        (error: unknown) => error,
      );
      expect(thrown).toBeInstanceOf(TargetRefuses);
      for (const text of [out, err, (thrown as Error).message, (thrown as Error).stack!]) {
        expectNoKey('the refusal', text);
        expectNothingActs('the refusal', text);
      }
      expect([status, out]).toEqual([3, '']);
    }
  });
});

describe('complaints about arguments and files', () => {
  it('quote their input, with terminal commands escaped', async () => {
    const folder = temporaryFolder();
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const pack = file('a.yaml', `arazzo: 1.0.1\n"\\u001b[31m\\n::error::x ##vso[y": \u202e`);
    const baseline = file('b.yaml', `known: \u001b[2J\n::error::x`);
    for (const args of [
      [`--nothing${ACTING}`],
      ['--max-credits', ACTING],
      ['--target', ACTING],
      ['--target', 'http://127.0.0.1:9', '--only', ACTING],
      ['--target', 'http://127.0.0.1:9', '--pack', ACTING],
      ['--target', 'http://127.0.0.1:9', '--pack', pack],
      ['--target', 'http://127.0.0.1:9', '--report', ACTING],
      ['--target', 'http://127.0.0.1:9', '--absent', ACTING],
      ['--target', 'http://127.0.0.1:9', '--api-key', 'x', '--baseline', baseline],
      ['--profile', file('p.yaml', `target: http://127.0.0.1:9\n"x\\n::error::y\\e[2J": 1\n`)],
      ['--profile', ACTING],
      ['judge', ACTING],
      [ACTING],
    ]) {
      const { status, out, err } = await runCommand(args);
      expect([status, out], JSON.stringify(args)).toEqual([2, '']);
      expect(err).not.toBe('');
      expectNothingActs(JSON.stringify(args), err);
    }
  });

  it('never quote a key or a token, whatever its source', async () => {
    const environment = { JOB_SEARCH_API_KEY: KEY, JOB_SEARCH_ADMIN_TOKEN: `${KEY}-admin` };
    for (const args of [
      ['--api-key', KEY, '--max-credits', KEY],
      [`--api-key=${KEY}`, '--target', KEY],
      [`--api-kye=${KEY}`],
      ['--admin-token', KEY, '--report', KEY],
      ['--admin-token', KEY, '--target', 'http://127.0.0.1:9', '--only', `x${KEY}`],
    ])
      for (const given of [{}, environment]) {
        const { status, err } = await runCommand(args, { environment: given });
        expect(status, err).toBe(2);
        expectNoKey(args.join(' '), err);
      }
    expectNoKey('a target', (await runCommand(['--target', KEY], { environment })).err);
  });

  it('keep colors and the progress line of the command itself, only on a terminal', async () => {
    const own = '\r\u001b[K1/2 \u001b[1;31mx\u001b[0m';
    const write = (isTerminal: boolean, hasColors: boolean, text: string): string[] => {
      const printed: string[] = [];
      const out = (each: string): void => void printed.push(each);
      const safe = guarded({ environment: {}, isTerminal, hasColors, out, err: out }, new Redactor());
      safe.out(text);
      safe.err(text);
      return printed;
    };
    const escaped = '\\u000d\\u001b[K1/2 \\u001b[1;31mx\\u001b[0m';
    expect(write(true, true, own)).toEqual([own, own]);
    expect(write(true, true, `${own}\u001b[8m\u001b[2J`)[0]).toBe(`${own}\\u001b[8m\\u001b[2J`);
    expect(write(false, false, own)).toEqual([escaped, escaped]);
    // One of the two may be redirected to a file.
    expect(write(true, false, own)).toEqual([escaped, own]);
    expect(write(false, true, own)).toEqual([own, escaped]);
  });
});
