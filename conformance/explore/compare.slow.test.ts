import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMock, type Mock } from '../../mock-server/index.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { makeProfile } from '../run/target/profile.js';
import { compare, type Compared } from './compare.js';

const NOW = '2026-11-23T10:30:00Z';
let mocks: Mock[];

beforeAll(async () => {
  mocks = await Promise.all([
    startMock({ seed: 1, now: NOW }),
    startMock({ seed: 2, jobs: 4000, now: NOW }),
    startMock({ seed: 1, now: NOW, readings: { 'auth-status': '401' } }),
  ]);
});
afterAll(() => Promise.all(mocks.map((mock) => mock.close())));

function compared(b: Mock, url = b.url, steps = 150): Promise<Compared> {
  const profile = (target: string, { url: adminUrl }: Mock) => ({
    profile: makeProfile({ target, adminUrl }, {}),
  });
  return compare({ targets: [profile(mocks[0]!.url, mocks[0]!), profile(url, b)], seed: 4, steps });
}

it('finds no difference between conforming targets with other data', { timeout: 60_000 }, async () => {
  const { differences, steps } = await compared(mocks[1]!);
  expect(differences).toEqual([]);
  expect(steps).toBeGreaterThan(60);
});

it('names the clause that one of the targets breaks', { timeout: 60_000 }, async () => {
  const rule = mutants.find(({ name }) => name === 'charges-for-empty-results')!.rule();
  const proxy = await startProxy(loadDocuments().contract, mocks[1]!.url, rule, () => mocks[1]!.clock.now());
  try {
    const { differences } = await compared(mocks[1]!, proxy.url);
    expect(differences.map(({ clause }) => clause)).toContain('BILL-9');
  } finally {
    await proxy.close();
  }
});

it('lists a lawful choice apart', { timeout: 60_000 }, async () => {
  const { differences, lawful } = await compared(mocks[2]!, mocks[2]!.url, 150);
  expect(differences).toEqual([]);
  expect(lawful.map(({ reading }) => reading)).toContain('auth-status');
});
