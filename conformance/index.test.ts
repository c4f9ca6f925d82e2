import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { runConformance, TargetRefuses, UsageError, type ConformanceOptions } from './index.js';
import { serve } from '../test/servers/servers.js';

const KEY = 'sk-live-4f9a8b7c6d5e';
const broken = new RangeError(`told ${KEY}`, { cause: new Error(KEY) });
const onPlan = (): never => {
  throw broken;
};

it.each<[Partial<ConformanceOptions>, unknown]>([
  [{}, TargetRefuses],
  [{ target: `http://${KEY}` }, TargetRefuses],
  [{ absent: [KEY] }, UsageError],
  [{ only: [KEY] }, UsageError],
  [{ onPlan }, RangeError],
])('rejects %j with an error of the original class, in which the key is redacted', async (options, type) => {
  const echo = await serve((request, response) => {
    response.writeHead(403, { 'Content-Type': 'text/plain' });
    response.end(`no: ${request.headers.authorization}\n${Buffer.from(KEY).toString('base64')}`);
  });
  const run = runConformance({ target: echo.url, apiKey: KEY, packs: ['smoke'], ...options });
  const error = await run.then(() => expect.unreachable()).catch((each: unknown) => each as Error);
  expect(error.constructor).toBe(type);
  if (type === RangeError) expect(error).toBe(broken);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/live-4f9a|c2stbGl2/i);
  expect(error.message).toContain('[key active]');
});
