/** Texts for credits and durations. */
import type { RunReport } from '../judge/report.js';
import { thousands } from '../values/text.js';

/** `40 of 1,240 announced, ceiling 2,000` */
export function creditsSpent({ creditsUsed, creditsTold, ...budget }: RunReport['budget']): string {
  // Jobs that were bought earlier in the cycle are free, but a ceiling cannot rely on that.
  const spent =
    creditsTold === creditsUsed
      ? thousands(creditsUsed)
      : `${thousands(creditsTold)} according to answers, ${thousands(creditsUsed)} at most,`;
  return ofAnnounced(spent, budget.creditsAnnounced, budget.creditsCeiling);
}

export function ofAnnounced(spent: string, announced: number, ceiling: number | null): string {
  const most = ceiling === null ? '' : `, ceiling ${thousands(ceiling)}`;
  return `${spent} of ${thousands(announced)} announced${most}`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
