import { expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { closing } from '../../test/support/closing.js';
import { sleptTime } from '../../test/support/manual-time.js';
import { runConformance } from '../index.js';

it.each([
  ['huge', 'network.example/company/ledger-and-stone', 'pass'],
  ['huge, and its page is small', 'network.example/company/round-hundred-foods', 'not-applicable'],
  ['huge, by a URL that the target refuses', 'people.example/company/round-hundred-foods', 'not-applicable'],
])('judges a company that the profile names: %s', async (_what, place, verdict) => {
  const mock = closing(await startMock({ seed: 1, now: '2026-03-01T12:00:00Z', admin: false }));
  const apiKey = await mock.accounts.create({ credits: 20_000, rateLimits: 'none' });
  const { scenarios } = await runConformance({
    target: mock.url,
    apiKey,
    profile: { hugeCompanyUrl: `https://${place}` },
    only: ['validation/result-over-four-mebibytes-company', 'validation/legacy-result-over-four-mebibytes'],
    time: sleptTime(),
  });
  expect(scenarios.map((each) => each.verdict)).toEqual([verdict, verdict]);
});
