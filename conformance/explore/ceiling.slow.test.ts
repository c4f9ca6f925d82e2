/** Explorations with a ceiling of credits, against targets that overcharge. Some are killed, and later ones use their ledger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareData, startMock, type Mock } from '../../mock-server/index.js';
import { CHEATS, HONEST, startCheat, type Cheat, type CheatingTarget } from '../../test/servers/cheats.js';
import { compiledProgram } from '../../test/support/program.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { movedTime } from '../../test/worlds/rows.js';
import { makeProfile } from '../run/target/profile.js';
import { explore } from './explore.js';

const GIVEN = 20_000;
const CEILING = 60;
const TARGETS = [HONEST, ...CHEATS];
const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

interface Victim {
  mock: Mock;
  target: CheatingTarget;
  apiKey: string;
  ledger: string;
}

/** Runs explorations with one ledger on a target, and expects that it charged no more than their ceiling. */
async function expectCeiling(cheat: Cheat, act: (victim: Victim) => Promise<void>): Promise<void> {
  const mock = await startMock({ shared, admin: false });
  const target = await startCheat(mock.url, cheat);
  try {
    const apiKey = await mock.accounts.create({ credits: GIVEN, rateLimits: 'none' });
    await act({ mock, target, apiKey, ledger: join(temporaryFolder(), 'ledger.json') });
    const taken = GIVEN - (mock.accounts.read(apiKey).credits ?? 0) + target.taken();
    expect(taken).toBeLessThanOrEqual(CEILING);
  } finally {
    await target.close();
    await mock.close();
  }
}

it.each(TARGETS)('a target that $name takes no more than the ceiling', (cheat) =>
  expectCeiling(cheat, async ({ mock, target, apiKey, ledger }) => {
    const profile = makeProfile({ target: target.url, apiKey, maxCredits: CEILING }, {});
    for (const seed of [1, 2])
      await explore({ profile, seed, steps: 80, time: movedTime(mock), ledger, stopAtFirst: true });
  }),
);

it.each(TARGETS.filter(({ isTriedWithKills }) => isTriedWithKills))(
  'a target that $name takes no more than the ceiling from explorations that are killed',
  { timeout: 120_000 },
  (cheat) =>
    expectCeiling(cheat, async ({ target, apiKey, ledger }) => {
      for (const [seed, requests] of [17, 41, 68, 30, Infinity].entries()) {
        const flags = `--max-credits ${CEILING} --seed ${seed} --steps 90 --ledger ${ledger} --quiet`;
        const child = spawn(
          process.execPath,
          [compiledProgram('conformance/main'), 'explore', '--target', target.url, ...flags.split(' ')],
          { env: { JOB_SEARCH_API_KEY: apiKey }, stdio: 'ignore' },
        );
        target.onRequest(requests, () => child.kill('SIGKILL'));
        await once(child, 'exit');
      }
    }),
);
