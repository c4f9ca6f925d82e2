/**
 * Snapshots: the whole mutable state as one value, which another mock can import. A mock refuses a snapshot that is
 * damaged or has another version, form, dataset or readings, because responses would differ. Snapshots contain no
 * journals. They contain API keys, so protect them.
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
