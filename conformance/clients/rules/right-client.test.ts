import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrafficHistory } from '../../record/traffic.js';
import { against, judged } from '../../../test/samples/client-history.js';
import { createRandom } from '../../../test/independent-service/random.js';
import { rightHistory } from '../../../test/samples/right-client.js';

const SEEDS = fc.integer({ min: 0, max: 0x7fffffff });

/** A damaged history: up to a fifth is missing or reordered, and how much is missing is unknown. */
function spoilt(history: TrafficHistory, seed: number): TrafficHistory {
  const random = createRandom(seed).next;
  const share = random() / 5;
  const exchanges = history.exchanges.filter(() => random() >= share);
  for (let moves = Math.floor((exchanges.length * share) / 2); moves > 0; moves -= 1) {
    const [moved] = exchanges.splice(Math.floor(random() * exchanges.length), 1);
    exchanges.splice(Math.floor(random() * exchanges.length), 0, moved!);
  }
  return { ...history, dropped: undefined, accounts: [], exchanges };
}

describe('a right client', () => {
  it('gets no failure and no warning, whatever fails', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        expect(against(judged(rightHistory(seed)).filter(({ verdict }) => verdict !== 'pass'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('meets the situations of most rules', () => {
    const met = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) for (const { rule } of judged(rightHistory(seed))) met.add(rule);
    for (const rule of 'CLI-2 CLI-3 CLI-5 CLI-14 CLI-19 CLI-29 CLI-33 CLI-34 CLI-36'.split(' '))
      expect(met).toContain(rule);
  });

  it('gets no failure and no warning from a history with missing or reordered requests', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const found = judged(spoilt(rightHistory(seed), seed + 1));
        expect(against(found.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
