import { expect, it } from 'vitest';
import { contract } from '../../../test/samples/client-history.js';
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
