/** What a trial is made on: a mock of its own, over seeded postings or those of a world. */
import { loadScenarios, type Bench } from '../../test/mutants/trial.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { startMock, type Mock } from '../../mock-server/index.js';
import { NOW } from '../../test/worlds/rows.js';
import { movedTime, startWorld } from '../../test/worlds/start.js';

export const SEEDED = 'seeded';
/** The day that seeded postings are relative to: the same on any day that the mutants are tried. */
const SEEDED_NOW = '2026-11-23T10:30:00Z';

/**
 * Mutants as on a live target are dealt out to these, which are unlike the seeded postings and hold nearly all that one key can
 * see. What a world cannot show is tried on the seeded postings as well.
 */
const LIVE = ['polish', 'japanese', 'one-country'];

/** The data of the n-th mutant. */
export function dataFor(n: number, live: boolean): string {
  return live ? LIVE[n % LIVE.length]! : SEEDED;
}

export interface Ground {
  bench: Bench;
  reset(): Promise<void>;
}

/** Makes each ground once. */
export function createGrounds(live: boolean): { on(data: string): Promise<Ground>; close(): Promise<void> } {
  const documents = loadDocuments();
  const scenarios = loadScenarios(documents);
  const mocks = new Map<string, Promise<Mock>>();
  const start = (data: string): Promise<Mock> =>
    data === SEEDED
      ? startMock({ seed: 1, now: SEEDED_NOW, admin: !live })
      : startWorld(data, { now: NOW }, !live);
  return {
    async on(data) {
      if (!mocks.has(data)) mocks.set(data, start(data));
      const mock = await mocks.get(data)!;
      const bench: Bench = {
        documents,
        scenarios,
        url: mock.url,
        adminUrl: live ? null : mock.url,
        key: 'key_demo',
        now: () => mock.clock.now(),
        profile: live && data === SEEDED ? ownersProfile(mock) : {},
        ...(live ? { time: movedTime(mock) } : {}),
      };
      return { bench, reset: () => mock.reset() };
    },
    async close() {
      for (const mock of mocks.values()) await (await mock).close();
    },
  };
}

/** What the owner of a live target would write. */
function ownersProfile({ world: { dataset } }: Mock): Record<string, unknown> {
  const { profileUrl, name } = dataset.wellKnown[0]!;
  const { domain } = dataset.companies.find((each) => each.profileUrl === profileUrl)!;
  return { networkUrl: dataset.networkUrl, companyUrl: profileUrl, companyName: name, companyDomain: domain };
}
