import { expect, it } from 'vitest';
import { loadDocuments } from '../../pack/model/documents.js';
import type { Exchange } from '../../record/exchange.js';
import { sampleJudgement } from '../../../test/samples/report.js';
import { history } from '../../../test/samples/exchanges.js';
import type { OnWait } from '../../wire/pacer.js';
import { createBalanceWatch } from './shared-accounts.js';
import { makeProfile } from './profile.js';
import { openSession, type Session } from './session.js';

/**
 * Watches a balance after a failure of `clause`. `balanceAt` returns it by the time in ms and the number of the reading. `untold`
 * credits are gone, and the exchanges of the scenario are `own`; those of the scenario before are `before`.
 */
async function isShared(
  balanceAt: (now: number, reading: number) => number,
  {
    clause = 'BILL-11',
    untold = 0,
    own = [] as Exchange[],
    before = [] as Exchange[],
    onWait = undefined as OnWait | undefined,
  } = {},
): Promise<boolean> {
  let now = 0;
  const exchanges: Exchange[] = [];
  const send = (): Promise<Exchange[]> => {
    const left = balanceAt(now, exchanges.length + 1);
    const [reading] = history({
      operation: 'getCreditBalance',
      answer: { credits_remaining: left },
      change: { step: 'watch' },
    });
    exchanges.push(reading!);
    return Promise.resolve([reading!]);
  };
  const session = {
    profile: { keys: { active: 'key' }, absent: [], balancePointer: null },
    documents: loadDocuments(),
    admin: null,
    wire: { history: exchanges, send },
    time: { now: () => now, sleep: (ms: number) => Promise.resolve(void (now += ms)) },
    halt: { reason: null },
    budget: { share: () => {}, untold: 0 },
    onWait,
  } as unknown as Session & { budget: { untold: number } };
  const watch = createBalanceWatch(session);
  await watch.after({ end: 'completed', reason: '', judgements: [] } as never, before);
  session.budget.untold += untold;
  const judgements = [sampleJudgement({ clauses: [clause] })];
  await watch.after({ end: 'failed', reason: '', judgements } as never, own);
  return watch.isShared;
}

it.each([100, 1_000, 2_000, 4_000, 20_000])(
  'detects a caller that spends a credit every %i ms',
  async (every) => {
    expect(await isShared((now) => 1000 - Math.floor(now / every))).toBe(true);
  },
);

it.each<[string, Parameters<typeof isShared>[0]]>([
  ['charges for each reading', (_now, reading) => 1000 - reading],
  ['charged late', (now) => (now < 10_000 ? 1000 : 995)],
  ['never changes', () => 1000],
])('blames no other caller if the target %s', async (_what, balanceAt) => {
  expect(await isShared(balanceAt)).toBe(false);
});

it('watches after a loss of credits that no answer states, unless an answer was lost', async () => {
  const falling = (now: number): number => 1000 - Math.floor(now / 2_000);
  expect(await isShared(falling, { clause: 'FILT-1' })).toBe(false);
  expect(await isShared(falling, { clause: 'FILT-1', untold: 2 })).toBe(true);
  expect(await isShared(falling, { clause: 'FILT-1', untold: 2, own: history({ lost: true }) })).toBe(false);
  const silent = history({ answer: { success: true, data: { jobs: [] } } });
  for (const before of [history({ lost: true }), silent])
    expect(await isShared(falling, { clause: 'FILT-1', untold: 2, before })).toBe(false);
});

it('a run says until when it waits, and why', async () => {
  const waits: string[] = [];
  const onWait: OnWait = (until, why) => void waits.push(`${until} ${why}`);
  await isShared(() => 1000, { onWait });
  const time = { now: () => 0, sleep: () => Promise.resolve() };
  const profile = makeProfile({ target: 'http://127.0.0.1:1', apiKey: 'key' }, {});
  using session = openSession(profile, loadDocuments(), { time, onWait });
  session.patience.holdBack({ account: 'active', operation: 'searchJobs' } as Exchange, 5_000);
  expect(waits).toEqual([
    '64000 to see whether another caller uses the key',
    '5000 before it repeats a request',
  ]);
});
