import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import { command, ended } from '../test/support/command.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';

it.each([
  [['jduge', 'run.json'], /^error: unexpected argument 'jduge'\. Did you mean "judge"\?\n/],
  [['judge', 'run.json', 'extra'], /^error: unexpected argument 'extra'\. Pass settings as flags/],
  [['http://127.0.0.1:4010'], /^error: unexpected argument 'http:\/\/1'\. To run the suite, pass only flags/],
  [
    ['run', '--target', 'x'],
    /'run'\. To run .* only flags, such as --target URL\. Commands are clients, judge,/,
  ],
  [['--list', 'sk-live-4f9a8b7c6d5e'], /^error: unexpected argument 'sk-live-'\. To run the suite/],
])('rejects an extra argument and shows no more of it than of a key: %j', async (args, err) => {
  expect(await command(...args)).toMatchObject(ended(2, err));
});

it('accepts a list of pack names, and a file with commas in its name', async () => {
  const file = join(temporaryFolder(), 'my,smoke,pack.yaml');
  copyFileSync(join(import.meta.dirname, 'packs/smoke.yaml'), file);
  expect((await command('--list', '--pack', file)).out).toMatch(/^my,smoke,pack: Smoke\./);
  const { out } = await command('--list', '--pack', 'smoke,balance');
  expect([...out.matchAll(/^(\w+): /gm)].map(([, name]) => name)).toEqual(['smoke', 'balance']);
});

it('announces the cost before a run, but not with --quiet', async () => {
  await using mock = await startMock({ jobs: 50, admin: false });
  const flags = ['--target', mock.url, '--api-key', 'key_demo', '--pack', 'balance'];
  expect((await command(...flags)).err).toMatch(/ of 6 scenarios, up to \d+ requests and 2 credits, /);
  expect((await command(...flags, '--quiet')).err).toBe('');
});

it('writes reports to paths with commas', async () => {
  const folder = join(temporaryFolder(), 'a,b');
  mkdirSync(folder);
  await using mock = await startMock({ jobs: 50, admin: false });
  const flags = ['--quiet', '--target', mock.url, '--api-key', 'key_demo', '--pack', 'balance'];
  const report = ['--report', `junit=${folder}/c,d.xml,json=${folder}/e,f=g.json,`];
  expect(await command(...flags, ...report)).toMatchObject({ status: 0 });
  expect(existsSync(`${folder}/c,d.xml`) && existsSync(`${folder}/e,f=g.json`)).toBe(true);
  expect(await command(...flags, '--report', `junit=${folder}/h.xml,jsn=${folder}/i.json`)).toMatchObject(
    ended(2, '"jsn" is not a kind of report. Did you mean "json"?'),
  );
});
