/** Explorations with a ceiling against targets that cheat about credits, also after one was ended and another begun. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareData, startMock } from '../../mock-server/index.js';
import { CHEATS, HONEST, startCheat } from '../../test/servers/cheats.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { movedTime } from '../../test/worlds/start.js';
import { makeProfile } from '../run/target/profile.js';
import { explore } from './explore.js';

const GIVEN = 20_000;
const CEILING = 60;
const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

it.each([HONEST, ...CHEATS])('a target that $name takes no more than the ceiling', async (cheat) => {
  const mock = await startMock({ shared, admin: false });
  const target = await startCheat(mock.url, cheat);
  try {
    const apiKey = await mock.accounts.create({ credits: GIVEN, rateLimits: 'none' });
    const ledger = join(temporaryFolder(), 'ledger.json');
    const taken = (): number => GIVEN - (mock.accounts.read(apiKey).credits ?? 0) + target.taken();
    const profile = makeProfile({ target: target.url, apiKey, maxCredits: CEILING }, {});
    for (const seed of [1, 2])
      await explore({ profile, seed, steps: 80, time: movedTime(mock), ledger, stopAtFirst: true });
    // One request that was under way may overcharge; a charge for free requests shows only after some of them.
    const beyond = Math.max((cheat.shownBy ?? 1) - 1, target.dearest() - 20);
    expect(taken()).toBeLessThanOrEqual(CEILING + Math.max(0, beyond));
  } finally {
    await target.close();
    await mock.close();
  }
});
