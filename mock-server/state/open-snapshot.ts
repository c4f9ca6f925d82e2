/** Reads what `snapshot.ts` wrote, or says why it cannot. */

import { loadAdminContract } from '../../spec/admin.js';
import type { ReadingId } from '../../spec/index.js';
import { Account } from './account.js';
import type { Clock } from './clock.js';
import { contradictionIn } from './contradictions.js';
import { snapshotRefused } from './errors.js';
import {
  checksum,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotContent,
} from './snapshot.js';

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
