import { expect, it } from 'vitest';
import { prepareData } from '../../mock-server/index.js';
import { startOneKey } from '../../test/servers/one-key.js';

const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

it.each([
  ['huge', 'network.example/company/ledger-and-stone', 'pass'],
  ['huge, and its page is small', 'network.example/company/round-hundred-foods', 'not-applicable'],
  ['huge, by a URL that the target refuses', 'people.example/company/round-hundred-foods', 'not-applicable'],
])('judges a company that the profile names: %s', async (_what, place, verdict) => {
  const { run } = await startOneKey(shared);
  const { scenarios } = await run({
    profile: { hugeCompanyUrl: `https://${place}` },
    only: ['validation/result-over-four-mebibytes-company', 'validation/legacy-result-over-four-mebibytes'],
  });
  expect(scenarios.map((each) => each.verdict)).toEqual([verdict, verdict]);
});
