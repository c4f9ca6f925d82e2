import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { runConformance, TargetRefuses, UsageError, type ConformanceOptions } from './index.js';
import { serve } from '../test/servers/servers.js';

const KEY = 'sk-live-4f9a8b7c6d5e';

it('rejects with errors of the original class, in which the key is redacted', async () => {
  const echo = await serve((request, response) => {
    response.writeHead(403, { 'Content-Type': 'text/plain' });
    response.end(`no: ${request.headers.authorization}\n${Buffer.from(KEY).toString('base64')}`);
  });
  const rejection = (options: Partial<ConformanceOptions>) =>
    runConformance({ target: echo.url, apiKey: KEY, packs: ['smoke'], ...options }).then(
      () => expect.unreachable(),
      (error: unknown) => error as Error,
    );
  const broken = new RangeError(`told ${KEY}`, { cause: new Error(KEY) });
  const errors = [
    await rejection({}),
    await rejection({ target: `http://${KEY}` }),
    await rejection({ absent: [KEY] }),
    await rejection({ only: [KEY] }),
    await rejection({
      onPlan: () => {
        throw broken;
      },
    }),
  ];
  expect(errors.map(({ constructor }) => constructor)).toEqual([
    TargetRefuses,
    TargetRefuses,
    UsageError,
    UsageError,
    RangeError,
  ]);
  expect(errors.at(-1)).toBe(broken);
  for (const error of errors) {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/live-4f9a|c2stbGl2/i);
    expect(error.message).toContain('[key active]');
  }
});
