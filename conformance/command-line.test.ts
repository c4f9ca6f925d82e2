import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { main } from './main.js';

async function said(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const status = await main(args, {
    environment: {},
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
    isTerminal: false,
  });
  return { status, ...texts };
}

it.each([
  [['jduge', 'run.json'], /^error: unexpected argument 'jduge'\. Did you mean "judge"\?\n/],
  [['judge', 'run.json', 'extra'], /^error: unexpected argument 'extra'\. Settings are flags/],
  [['--list', 'sk-live-4f9a8b7c6d5e'], /^error: unexpected argument 'sk-live-'\. Settings are flags/],
])(
  'refuses an argument too many by name, of which it shows no more than a key may show: %j',
  async (args, err) => {
    expect(await said(...args)).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(err) as string,
    });
  },
);

it('takes packs by names in one list, and a file with commas in its name', async () => {
  const file = join(temporaryFolder(), 'my,smoke,pack.yaml');
  copyFileSync(join(import.meta.dirname, 'packs/smoke.yaml'), file);
  expect((await said('--list', '--pack', file)).out).toMatch(/^my,smoke,pack: Smoke\./);
  const { out } = await said('--list', '--pack', 'smoke,balance');
  expect([...out.matchAll(/^(\w+): /gm)].map(([, name]) => name)).toEqual(['smoke', 'balance']);
});
