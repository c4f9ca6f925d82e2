import { expect, it } from 'vitest';
import { prepareData, startMock } from '../../mock-server/index.js';
import { movedTime } from '../../test/worlds/rows.js';
import { loadDocuments } from '../pack/model/documents.js';
import { makeProfile } from '../run/target/profile.js';
import { openSession } from '../run/target/session.js';
import { createRandom } from '../values/random.js';
import { Known } from './known.js';
import { prepared } from './send-again.js';

const shared = await prepareData({ seed: 1, jobs: 8000, now: '2026-11-23T10:30:00Z' });

it('finds bases of both families at few credits', async () => {
  await using mock = await startMock({ shared, admin: false });
  const apiKey = await mock.accounts.create({ credits: 1000 });
  const profile = makeProfile({ target: mock.url, apiKey }, {});
  using session = openSession(profile, loadDocuments(), { time: movedTime(mock) });
  const known = new Known(await prepared(session));
  const random = createRandom(1);
  for (const family of ['direct', 'company'] as const) {
    await known.findBase(family, 'main', 40, random);
    const base = known.baseFor(family, 'main', random)!;
    expect(base.total).toBeGreaterThanOrEqual(10);
    expect(base.total).toBeLessThanOrEqual(15);
  }
  expect(session.budget.creditsUsed).toBeLessThanOrEqual(20);
  await known.findBase('direct', 'small', 0, random);
  expect(known.bases.every(({ size }) => size === 'main')).toBe(true);
});

it('finds no base beyond its credits', async () => {
  await using mock = await startMock({ shared, admin: false });
  const apiKey = await mock.accounts.create({ credits: 1000 });
  using session = openSession(makeProfile({ target: mock.url, apiKey }, {}), loadDocuments(), {});
  const known = new Known(await prepared(session));
  await known.findBase('company', 'main', 0, createRandom(1));
  expect([known.bases.length, session.budget.creditsUsed]).toEqual([0, 0]);
});
