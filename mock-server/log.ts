/** The log of the mock: a line for each request, with the reason if it was refused. It contains no keys. */

import { visibleInLine } from '../common/visible.js';
import type { MockOptions } from './options.js';
import type { JournalEntry } from './state/journal.js';
import type { World } from './state/world.js';

/** Writes a line for each request until the returned function is called. */
export function logRequests(
  events: World['events'],
  mode: NonNullable<MockOptions['log']>,
  write: (line: string) => void,
): () => void {
  if (mode === 'silent') return () => undefined;
  const format = mode === 'json' ? jsonLine : prettyLine;
  const listener = (entry: JournalEntry): void => write(format(entry));
  events.on('request', listener);
  return () => void events.off('request', listener);
}

function jsonLine(entry: JournalEntry): string {
  const at = new Date(entry.at).toISOString();
  return visibleInLine(JSON.stringify({ event: 'request', ...entry, at }));
}

/** Returns `12:00:05 402 POST /api/v1/jobs-search/search 1.2 ms acc_small · the new jobs (10) cost 10, the balance is 3 (BILL-12)`. */
export function prettyLine(entry: JournalEntry): string {
  const time = new Date(entry.at).toISOString().slice(11, 19);
  const head = `${time} ${entry.status ?? '---'} ${entry.method} ${entry.path} ${entry.durationMs.toFixed(1)} ms`;
  const notes: string[] = [];
  if (entry.creditsUsed > 0)
    notes.push(`${entry.creditsUsed} ${entry.creditsUsed === 1 ? 'credit' : 'credits'}`);
  if (entry.replayed) notes.push('stored answer');
  if (entry.reason !== null) notes.push(entry.reason);
  const sources = [entry.clause, entry.reading].filter((source) => source !== null);
  const parts = [
    `${head} ${entry.account ?? '-'}`,
    ...(notes.length > 0 ? [`· ${notes.join(', ')}`] : []),
    ...(sources.length > 0 ? [`(${sources.join(', ')})`] : []),
  ];
  return visibleInLine(parts.join(' '));
}
