/**
 * Snapshots: everything that changed since the start, as one value that another run of the mock can import. A snapshot
 * that is damaged, or has another version, shape, dataset or set of readings, is refused as a whole, because answers
 * would differ. It holds no journals, which belong to a run. It holds the API keys: protect it like the keys.
 */

import { createHash } from 'node:crypto';
import type { Dataset } from '../../fixtures/index.js';
import type { Readings } from '../domain/readings.js';
import type { AccountState } from './account.js';
import type { ClockState } from './clock.js';
import type { FaultsState } from './faults.js';

export const SNAPSHOT_FORMAT = 'job-search-kit/state';
export const SNAPSHOT_VERSION = 1;

export interface Snapshot {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  /** SHA-256 of all the rest. */
  checksum: string;
  dataset: Pick<Dataset, 'seed' | 'size' | 'firstDay' | 'hash' | 'networkUrl'>;
  readings: Readings;
  clock: ClockState;
  faults: FaultsState;
  accounts: { made: number; all: AccountState[] };
}

export type SnapshotContent = Omit<Snapshot, 'format' | 'version' | 'checksum'>;

export function takeSnapshot(content: SnapshotContent): Snapshot {
  return { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, checksum: checksum(content), ...content };
}

export function checksum(content: SnapshotContent): string {
  const { dataset, readings, clock, faults, accounts } = content;
  const ordered = JSON.stringify([dataset, readings, clock, faults, accounts]);
  return createHash('sha256').update(ordered).digest('hex');
}
