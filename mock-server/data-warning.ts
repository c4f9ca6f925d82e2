import { DAY, isoDay } from '../fixtures/calendar.js';
import { planWindow } from './domain/windows.js';
import type { World } from './state/world.js';

/** Returns a warning if current searches without dates find no posting of a file, else null. */
export function dataWarning({ contract, dataset, index, clock }: World, file: string): string | null {
  if (dataset.size === 0) {
    return `Warning: --data ${file} holds no postings, so every search is empty. Put one job object on each line.`;
  }
  const now = clock.now();
  const newest = index.postedAt(0);
  const oldest = index.postedAt(dataset.size - 1);
  const windows = contract.operations.flatMap(({ window }) => window ?? []);
  const looking = windows.filter((window) => {
    const range = planWindow(window, {}, now);
    return 'from' in range && range.from <= newest && oldest < range.to;
  });
  // The windows of current searches are given in months, those of historical searches in years.
  if (looking.some((window) => window.oldest.months !== undefined)) return null;
  return (
    `Warning: the postings of --data ${file} are from ${isoDay(oldest)} to ${isoDay(newest)}. On ` +
    `${isoDay(now)}, ${looking.length > 0 ? 'only the historical searches find' : 'no search finds'} them by default. ` +
    `Pass --now ${isoDay(newest + DAY)}, or change their dates.`
  );
}
