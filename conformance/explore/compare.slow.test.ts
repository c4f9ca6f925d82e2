import { afterAll, expect, it } from 'vitest';
import { startMock, type Mock } from '../../mock-server/index.js';
import { mutantOf } from '../../test/servers/mutant-of.js';
import { loadDocuments } from '../pack/model/documents.js';
import { makeProfile } from '../run/target/profile.js';
import { openSession } from '../run/target/session.js';
import { compare, type Compared, pairsOf } from './compare.js';
import { Story, type SentChapter } from './story.js';

const NOW = '2026-11-23T10:30:00Z';
const mocks = await Promise.all([
  startMock({ seed: 1, now: NOW }),
  startMock({ seed: 2, jobs: 4000, now: NOW }),
  startMock({ seed: 1, now: NOW, readings: { 'auth-status': '401' } }),
]);
afterAll(() => Promise.all(mocks.map((mock) => mock.close())));

function compared(b: Mock, url = b.url, seed = 4): Promise<Compared> {
  const profile = (target: string, { url: adminUrl }: Mock) => ({
    profile: makeProfile({ target, adminUrl }, {}),
  });
  return compare({ targets: [profile(mocks[0].url, mocks[0]), profile(url, b)], seed, steps: 150 });
}

it('finds no difference between conforming targets with other data', { timeout: 60_000 }, async () => {
  const { differences, steps } = await compared(mocks[1]);
  expect(differences).toEqual([]);
  expect(steps).toBeGreaterThan(60);
});

/** Sends a chapter to the first two mocks. */
async function chaptersOfBoth(seed: number): Promise<SentChapter[]> {
  const [one, other] = await Promise.all(
    [mocks[0], mocks[1]].map(({ url }) =>
      Story.open(openSession(makeProfile({ target: url, adminUrl: url }, {}), loadDocuments(), {}), {
        command: 'compare',
        seed,
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
  return chapters;
}

it('makes the same choices on both targets, with values from the data of each, and judges all answers', async () => {
  // Whether a step has a pair depends on the data and the seed.
  let judgedAlone = 0;
  for (const seed of [4, 5, 6]) {
    const chapters = await chaptersOfBoth(seed);
    const [choices, others] = chapters.map(({ moves }) => moves.map(({ choice }) => choice));
    expect(others).toEqual(choices);
    const [bodies, otherBodies] = chapters.map(({ chapter }) =>
      chapter.asked.filter(({ jobs }) => jobs.length > 0).map(({ body }) => JSON.stringify(body)),
    );
    expect(otherBodies!.filter((body) => !bodies!.includes(body)).length).toBeGreaterThan(0);
    const pairs = pairsOf([chapters[0]!.moves, chapters[1]!.moves]);
    const isPaired = new Set(pairs.map(([, { step }]) => step.id));
    const { chapter, judged } = chapters[1]!;
    const isJudged = new Set(judged.found.judgements.flatMap(({ exchanges }) => exchanges));
    const own = chapter.sent.filter(({ step }) => step.call === null && !isPaired.has(step.id));
    judgedAlone += own.filter(({ exchanges }) => exchanges.some(({ id }) => isJudged.has(id))).length;
  }
  expect(judgedAlone).toBeGreaterThan(0);
});

it('names the clause that one of the targets breaks', { timeout: 60_000 }, async () => {
  const { url } = await mutantOf(mocks[1], 'charges-for-empty-results');
  const { differences } = await compared(mocks[1], url);
  expect(differences.map(({ clause }) => clause)).toContain('BILL-9');
});

it('lists allowed choices separately', { timeout: 60_000 }, async () => {
  const readings: (string | null)[] = [];
  for (const seed of [4, 5, 6]) {
    const { differences, lawful } = await compared(mocks[2], mocks[2].url, seed);
    expect(differences).toEqual([]);
    readings.push(...lawful.map(({ reading }) => reading));
  }
  expect(readings).toContain('auth-status');
});
