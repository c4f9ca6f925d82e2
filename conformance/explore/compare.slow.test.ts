import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMock, type Mock } from '../../mock-server/index.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { makeProfile } from '../run/target/profile.js';
import { openSession } from '../run/target/session.js';
import { compare, type Compared } from './compare.js';
import { pairsOf } from './differences.js';
import { Story, type SentChapter } from './story.js';

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

it('makes the same choices on both targets, with values from the data of each, and judges all answers', async () => {
  const [one, other] = await Promise.all(
    [mocks[0]!, mocks[1]!].map(({ url }) =>
      Story.open(openSession(makeProfile({ target: url, adminUrl: url }, {}), loadDocuments(), {}), {
        command: 'compare',
        seed: 6,
        reserve: 0,
      }),
    ),
  );
  const chapters: SentChapter[] = [];
  await one!.sendChapter(45, async (told) => {
    chapters.push(told);
    const script = told.moves.map(({ choice }) => choice);
    await other!.sendChapter(script, (also) => Promise.resolve(void chapters.push(also)));
  });
  const [choices, others] = chapters.map(({ moves }) => moves.map(({ choice }) => choice));
  expect(others).toEqual(choices);
  const [bodies, otherBodies] = chapters.map(({ chapter }) =>
    chapter.asked.filter(({ jobs }) => jobs.length > 0).map(({ body }) => JSON.stringify(body)),
  );
  expect(otherBodies!.filter((body) => !bodies!.includes(body)).length).toBeGreaterThan(0);
  const isPaired = new Set(pairsOf([chapters[0]!.moves, chapters[1]!.moves]).map(([, { step }]) => step.id));
  const judged = new Set(chapters[1]!.judged.found.judgements.flatMap(({ exchanges }) => exchanges));
  const alone = chapters[1]!.chapter.sent.filter(({ step }) => step.call === null && !isPaired.has(step.id));
  expect(alone.length).toBeGreaterThan(0);
  expect(alone.filter(({ exchanges }) => exchanges.some(({ id }) => judged.has(id))).length).toBeGreaterThan(
    0,
  );
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

it('lists allowed choices separately', { timeout: 60_000 }, async () => {
  const { differences, lawful } = await compared(mocks[2]!, mocks[2]!.url, 150);
  expect(differences).toEqual([]);
  expect(lawful.map(({ reading }) => reading)).toContain('auth-status');
});
