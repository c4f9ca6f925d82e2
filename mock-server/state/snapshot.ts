/**
 * Snapshots: everything that changed since the start, as one value that another run of the mock can import. A snapshot
 * that is damaged, or has another version, shape, dataset or set of readings, is refused as a whole, because answers
 * would differ. It holds no journals, which belong to a run. It holds the API keys: protect it like the keys.
 */

import { createHash } from 'node:crypto';
import type { Dataset } from '../../fixtures/index.js';
import { loadAdminContract } from '../../spec/admin.js';
import type { ReadingId } from '../../spec/index.js';
import type { Readings } from '../domain/readings.js';
import { Account, type AccountState } from './account.js';
import type { Clock, ClockState } from './clock.js';
import { contradictionIn } from './contradictions.js';
import { snapshotRefused } from './errors.js';
import type { Fault } from './faults.js';

const SNAPSHOT_FORMAT = 'job-search-kit/state';
const SNAPSHOT_VERSION = 1;

export interface Snapshot {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  /** SHA-256 of all the rest. */
  checksum: string;
  dataset: Pick<Dataset, 'seed' | 'size' | 'firstDay' | 'hash' | 'networkUrl'>;
  readings: Readings;
  clock: ClockState;
  faults: { made: number; rules: Fault[] };
  accounts: { made: number; all: AccountState[] };
}

export type SnapshotContent = Omit<Snapshot, 'format' | 'version' | 'checksum'>;

export function takeSnapshot(content: SnapshotContent): Snapshot {
  return { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, checksum: checksum(content), ...content };
}

/** Reads a snapshot for a mock of this dataset and these readings, or says why it cannot. Changes nothing. */
export function openSnapshot(
  value: unknown,
  mock: Pick<SnapshotContent, 'dataset' | 'readings'>,
  clock: Clock,
): { content: SnapshotContent; accounts: Account[] } {
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
  const { dataset } = content;
  if (dataset.hash !== mock.dataset.hash) {
    throw snapshotRefused(
      `it belongs to other postings (hash ${dataset.hash}, here ${mock.dataset.hash}). ` +
        `Start the mock with ${dataset.seed === null ? 'the same --data' : `--seed ${dataset.seed} --jobs ${dataset.size}`} ` +
        `--now ${dataset.firstDay} --network-url ${dataset.networkUrl}`,
    );
  }
  const ids = Object.keys(mock.readings) as ReadingId[];
  const other = ids.filter((id) => content.readings[id] !== mock.readings[id]);
  if (other.length > 0) {
    const wanted = other.map((id) => `--reading ${id}=${content.readings[id]}`);
    throw snapshotRefused(`it was made under other readings. Start the mock with ${wanted.join(' ')}`);
  }
  const contradiction = contradictionIn(content, Date.now());
  if (contradiction !== null) throw snapshotRefused(`it contradicts itself: ${contradiction}`);
  try {
    return { content, accounts: content.accounts.all.map((account) => Account.of(account, clock)) };
  } catch (error) {
    throw snapshotRefused(`its content is not valid (${(error as Error).message})`);
  }
}

function checksum(content: SnapshotContent): string {
  const { dataset, readings, clock, faults, accounts } = content;
  const ordered = JSON.stringify([dataset, readings, clock, faults, accounts]);
  return createHash('sha256').update(ordered).digest('hex');
}
