/**
 * Snapshots: everything that changed since the start, as one value that another run of the mock can import. A snapshot
 * that is damaged, or has another version, shape, dataset or set of readings, is refused as a whole, because answers
 * would differ. It holds no journals, which belong to a run. It holds the API keys: protect it like the keys.
 */

import { createHash } from 'node:crypto';
import type { AdminSchemas } from '../../spec/admin.js';
import { SNAPSHOT_VERSION } from './format-versions.js';

export const SNAPSHOT_FORMAT = 'job-search-kit/state';

export type Snapshot = AdminSchemas['Snapshot'];

export type SnapshotContent = Omit<Snapshot, 'format' | 'version' | 'checksum'>;

export function takeSnapshot(content: SnapshotContent): Snapshot {
  return { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, checksum: checksum(content), ...content };
}

export function checksum(content: SnapshotContent): string {
  const { dataset, readings, clock, faults, accounts } = content;
  const ordered = JSON.stringify([dataset, readings, clock, faults, accounts]);
  return createHash('sha256').update(ordered).digest('hex');
}
