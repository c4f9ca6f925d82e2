import { afterAll, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runCommand } from '../../test/support/command.js';

const mock = await startMock({ jobs: 2000 });
afterAll(() => mock.close());

it('ends with 5 if a ceiling ends it early', { timeout: 60_000 }, async () => {
  const flags = ['--max-credits', '9', '--max-requests', '20', '--seed', '3', '--quiet'];
  const compared = await runCommand(['compare', mock.url, mock.url, ...flags, '--api-key', 'key_demo'], {});
  expect(compared.out).toMatch(/^0 differences in \d+ steps?\..*The comparison ended early: /s);
  expect(compared.status).toBe(5);
});
