import { expect, it } from 'vitest';
import { loadContract } from '../../spec/index.js';
import { serve } from '../servers/servers.js';
import { watchResponses } from './watch-responses.js';

const ID = '3f1d0c52-7d0e-4b8e-9d51-0c7f5d0a6b11';
const BALANCE = { credits_remaining: 1, cycle_start: '2026-03-01', cycle_end: '2026-04-01' };

it.each<[string, number, object, RegExp[]]>([
  ['accepts a response of the contract', 200, BALANCE, []],
  ['reports a body of another form', 200, { ...BALANCE, credits_remaining: 'x' }, [/credits_remaining/]],
  ['reports a status that the operation does not define', 418, {}, [/has no status 418/]],
])('%s', async (_name, status, body, expected) => {
  const violations: string[] = [];
  const answer = watchResponses(
    (_request, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-ID': ID });
      response.end(JSON.stringify(body));
    },
    loadContract(),
    (violation) => violations.push(violation),
  );
  await (await fetch(`${(await serve(answer)).url}/api/v1/credits/balance`)).text();
  expect(violations).toEqual(expected.map((each) => expect.stringMatching(each) as string));
});
