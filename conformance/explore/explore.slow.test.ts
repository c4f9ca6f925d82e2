import { afterAll, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { mutantOf } from '../../test/servers/mutant-of.js';
import { temporaryFile } from '../../test/support/temporary-folder.js';
import { loadDocuments } from '../pack/model/documents.js';
import { makeProfile, type Profile } from '../run/target/profile.js';
import { explore, planOfExploration } from './explore.js';
import { createRandom } from '../values/random.js';
import { replayFiles } from './send-again.js';

const documents = loadDocuments();
const mock = await startMock({ seed: 1, now: '2026-11-23T10:30:00Z' });
afterAll(() => mock.close());

const profileOf = (target: string, more: object = {}): Profile =>
  makeProfile({ target, adminUrl: mock.url, ...more }, {});

async function replayed(target: string, pack: string): Promise<string[]> {
  const file = temporaryFile('found.yaml', pack);
  const { replayed: all } = await replayFiles([file], { profile: profileOf(target) });
  return all.map(({ state }) => state);
}

async function balanceOfDemo(): Promise<number> {
  const headers = { Authorization: 'Bearer key_demo' };
  const answer = await fetch(`${mock.url}/api/v1/credits/balance`, { headers });
  return ((await answer.json()) as { credits_remaining: number }).credits_remaining;
}

it('finds nothing on a conforming target', { timeout: 60_000 }, async () => {
  const { findings, progress, stopped } = await explore({
    profile: profileOf(mock.url),
    seed: 1,
    steps: 200,
  });
  expect({ findings, stopped }).toEqual({ findings: [], stopped: null });
  expect(progress.requests).toBeGreaterThanOrEqual(200);
  expect(progress.pairs).toBeGreaterThan(200);
});

it(
  'finds a fault, shortens its story, and stores it as a pack that can be replayed',
  { timeout: 60_000 },
  async () => {
    const { url } = await mutantOf(mock, 'charges-for-empty-results');
    const { findings } = await explore({ profile: profileOf(url), seed: 1, steps: 100, stopAtFirst: true });
    const found = findings.find(
      ({ state, violation }) => state === 'broken' && violation.clause.id === 'BILL-9',
    )!;
    expect(found.story.length).toBe(1);
    expect(await replayed(url, found.pack)).toEqual(['still broken']);
    expect(await replayed(mock.url, found.pack)).toEqual(['fixed']);
  },
);

it('does not count the searches of earlier packs as overcharges of a later pack', async () => {
  const apiKey = await mock.accounts.create({ credits: 50 });
  const bearer = { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.activeKey}' };
  const files = [1, 2, 3].map((day) => {
    const search = {
      stepId: 'search',
      operationId: 'searchJobs',
      parameters: [bearer],
      requestBody: {
        payload: {
          published_after: `$inputs.daysAgo${2 * day}`,
          published_before: `$inputs.daysAgo${2 * day - 1}`,
          limit: 3,
        },
      },
      successCriteria: [{ condition: '$statusCode == 200' }],
    };
    const pack = {
      arazzo: '1.0.1',
      info: { title: 'One search', version: '1.0.0' },
      sourceDescriptions: [{ name: 'contract', type: 'openapi', url: 'openapi.yaml' }],
      workflows: [
        { workflowId: 'one-search', summary: 'One search', 'x-kit-clauses': ['ENV-1'], steps: [search] },
      ],
    };
    return temporaryFile(`search-${day}.yaml`, JSON.stringify(pack));
  });
  const { replayed: all, credits } = await replayFiles(files, {
    profile: makeProfile({ target: mock.url, apiKey }, {}),
  });
  expect(credits).toBe(9);
  expect(all.map(({ state, words }) => [state, words])).toEqual(Array(3).fill(['fixed', '']));
});

it(
  'never spends more than the ceiling minus the credits reserved for confirmations',
  { timeout: 60_000 },
  async () => {
    const profile = makeProfile({ target: mock.url, apiKey: 'key_demo', maxCredits: 40 }, {});
    const before = await balanceOfDemo();
    const { progress, findings } = await explore({ profile, seed: 3, steps: 150 });
    expect(findings).toEqual([]);
    expect(progress.credits).toBeLessThanOrEqual(40);
    expect(before - (await balanceOfDemo())).toBeLessThanOrEqual(40);
  },
);

it('says what it would do, and sends nothing', () => {
  const profile = profileOf('https://api.example.com', { maxCredits: 80 });
  const plan = planOfExploration(profile, documents, { seed: 5, steps: 400 });
  expect(plan).toContain(
    'Never more than 80 credits (--max-credits), of which 20 are kept for confirmations.',
  );
});

it('adds only the steps that the fault depends on', { timeout: 60_000 }, async () => {
  const { url } = await mutantOf(mock, '409-spoils-the-key');
  const { findings } = await explore({ profile: profileOf(url), seed: 1, steps: 100, stopAtFirst: true });
  const moves = findings[0]!.story.map(({ step }) => step.move);
  expect(moves).toContain('conflict');
  expect(moves.length).toBeLessThanOrEqual(4);
});

it('makes the same choices from the same seed', () => {
  const [first, again, other] = [7, 7, 8].map((seed) => createRandom(seed).below(1e9));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
