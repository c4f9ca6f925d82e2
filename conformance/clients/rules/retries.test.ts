import { expect, it } from 'vitest';
import { contract, historyOf } from '../../../test/samples/client-history.js';
import { judgementsOn, seenIn } from '../../../test/samples/course-run.js';
import type { Attempt } from './attempt.js';
import { ruleOnRefusal } from './retries.js';

it('a repeated refusal breaks a rule after every refusal that the source states, except 429', () => {
  const withoutRule = contract.operations
    .flatMap(({ responses }) =>
      [...responses.values()].filter(({ stated, status }) => stated && status >= 400 && status < 500),
    )
    .filter(({ status }) => status !== 429 && ruleOnRefusal({ fate: status } as Attempt) === undefined);
  expect(withoutRule.map(({ status }) => status)).toEqual([]);
});

it('a client that retries without end has the first of its waits in the report (CLI-24)', () => {
  const refused = { key: 'use_v1_a', status: 503, after: 0.4 };
  const seen = seenIn('always-unavailable', historyOf(Array.from({ length: 14 }, () => refused)));
  const texts = judgementsOn(seen, 'CLI-24').map(({ actual }) => actual);
  expect(texts).toEqual([`waits of ${Array.from({ length: 10 }, () => '400 ms').join(', ')} and 3 more`]);
});
