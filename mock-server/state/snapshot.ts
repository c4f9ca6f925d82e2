/**
 * Snapshots: the whole mutable state as one value, which another mock can import. A mock refuses a snapshot that is
 * damaged or has another version, form, dataset or readings, because responses would differ. Snapshots contain no
 * journals. They contain API keys, so protect them.
 */

import { createHash } from 'node:crypto';
import { loadAdminContract, type AdminSchemas } from '../../spec/admin.js';
import { SNAPSHOT_VERSION } from './format-versions.js';
import type { ReadingId } from '../../spec/index.js';
import { Account } from './account.js';
import type { Clock } from './clock.js';
import { refused } from './errors.js';
import type { Whole } from './log.js';

const SNAPSHOT_FORMAT = 'job-search-kit/state';

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

export type Identity = Pick<SnapshotContent, 'dataset' | 'readings'>;

/** Returns why a state does not fit a mock, with the flags that a mock needs for it; null if it fits. */
export function differenceOf({ dataset, readings }: Identity, mock: Identity): string | null {
  if (dataset.hash !== mock.dataset.hash) {
    return (
      `it belongs to other postings (hash ${dataset.hash}, here ${mock.dataset.hash}). ` +
      `Start the mock with ${dataset.seed === null ? 'the same --data' : `--seed ${dataset.seed} --jobs ${dataset.size}`} ` +
      `--now ${dataset.firstDay} --network-url ${dataset.networkUrl}`
    );
  }
  const ids = Object.keys(mock.readings) as ReadingId[];
  const other = ids.filter((id) => readings[id] !== mock.readings[id]);
  if (other.length === 0) return null;
  const wanted = other.map((id) => `--reading ${id}=${readings[id]}`);
  return `it was made under other readings. Start the mock with ${wanted.join(' ')}`;
}

/** Returns the state in a snapshot. Throws StateError if the snapshot is invalid or does not fit the mock. */
export function openSnapshot(value: unknown, mock: Identity, clock: Clock): Whole {
  if (typeof value !== 'object' || value === null || !('format' in value && 'version' in value)) {
    throw snapshotRefused('it is not a snapshot (it has no "format" and "version")');
  }
  const { format, version } = value;
  if (format !== SNAPSHOT_FORMAT)
    throw snapshotRefused(`it is not a snapshot ("format" is not "${SNAPSHOT_FORMAT}")`);
  if (version !== SNAPSHOT_VERSION) {
    const its = typeof version === 'number' ? version : '?';
    throw snapshotRefused(`it is of version ${its}, this mock reads version ${SNAPSHOT_VERSION}`);
  }
  const [issue] = loadAdminContract().operation('importState').validateBody(value);
  if (issue !== undefined) throw snapshotRefused(`its ${issue.loc.slice(1).join('.')} ${issue.msg}`);
  const content = value as Snapshot;
  if (content.checksum !== checksum(content))
    throw snapshotRefused('it is damaged or was changed (its checksum does not match)');
  const difference = differenceOf(content, mock);
  if (difference !== null) throw snapshotRefused(difference);
  // A reset makes a new account from the settings, and must not fail later.
  const trial = clock.copy();
  trial.state = content.clock;
  try {
    for (const { settings } of content.accounts.all) Account.opening(settings, trial);
  } catch (error) {
    throw snapshotRefused(`its content is not valid (${(error as Error).message})`);
  }
  return content;
}

const snapshotRefused = (why: string) => refused('snapshot-refused', { why });
