/** Requests, refusals and credits of a run over its time. */
import type { RunReport } from '../judge/report.js';
import type { Exchange } from '../record/exchange.js';
import type { PageView } from './view.js';

const SLICES = 120;

/** False for traffic whose source does not know when the response ended. */
export function hasEnd({ receivedAt }: Pick<Exchange, 'receivedAt'>): boolean {
  return receivedAt < Number.MAX_SAFE_INTEGER;
}

/** Null if fewer than two times are known, as in traffic without times. */
export function timelineOf({ exchanges, scenarios, survey }: RunReport): PageView['timeline'] {
  const times = exchanges.map(({ sentAt }) => sentAt).filter((time) => time > 0);
  const start = times.reduce((least, time) => Math.min(least, time), Infinity);
  const end = exchanges.filter(hasEnd).reduce((most, { receivedAt }) => Math.max(most, receivedAt), 0);
  if (!(end > start)) return null;
  const sliceMs = (end - start) / SLICES;
  const sliceAt = (time: number): number =>
    Math.max(0, Math.min(SLICES - 1, Math.floor((time - start) / sliceMs)));
  const perSlice = (items: readonly { at: number; n: number }[]): number[] => {
    const sums = new Array<number>(SLICES).fill(0);
    for (const { at, n } of items) sums[sliceAt(at)]! += n;
    return sums;
  };
  const counted = exchanges.filter(({ channel }) => channel === 'contract');
  const spent = perSlice([
    ...scenarios.map((each) => ({ at: each.startedAt + each.durationMs, n: each.creditsUsed })),
    { at: scenarios[0]?.startedAt ?? start, n: survey?.recalled === undefined ? (survey?.credits ?? 0) : 0 },
  ]);
  let total = 0;
  return {
    sliceMs: Math.round(sliceMs),
    requests: perSlice(counted.map(({ sentAt }) => ({ at: sentAt, n: 1 }))),
    refused: perSlice(
      counted.map(({ sentAt, response }) => ({ at: sentAt, n: response?.status === 429 ? 1 : 0 })),
    ),
    credits: spent.map((credits) => (total += credits)),
  };
}
