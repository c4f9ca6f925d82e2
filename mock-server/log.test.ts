import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../test/support/cases.js';
import { logRequests, prettyLine } from './log.js';
import type { JournalEntry } from './state/journal.js';
import type { World } from './state/world.js';

const cases = casesOf<{
  entry: JournalEntry;
  lines: [what: string, changes: Partial<JournalEntry>, line: string][];
}>(import.meta.filename);

const entry = (changes: Partial<JournalEntry> = {}): JournalEntry => ({ ...cases.entry, ...changes });

describe('a line of the log', () => {
  it.each(cases.lines)('shows %s', (_, changes, line) => {
    expect(prettyLine(entry(changes))).toMatch(new RegExp(line));
  });

  it('escapes control characters in JSON, too, without changing its meaning', () => {
    const events: World['events'] = new EventEmitter();
    const lines: string[] = [];
    logRequests(events, 'json', (line) => lines.push(line));
    const path = '/\u009b2J\u2028##[group]\u202e';
    events.emit('request', entry({ path }));
    expect(lines[0]).toMatch(/^[ -~·]+$/);
    expect(lines[0]).not.toContain('##[');
    expect(JSON.parse(lines[0]!)).toMatchObject({ path });
  });

  it('is written for each request, as text, as JSON or not at all', () => {
    const events: World['events'] = new EventEmitter();
    const lines: Record<string, string[]> = { pretty: [], json: [], silent: [] };
    const ends = (['pretty', 'json', 'silent'] as const).map((mode) =>
      logRequests(events, mode, (line) => lines[mode]!.push(line)),
    );
    events.emit('request', entry());
    for (const end of ends) end();
    events.emit('request', entry());
    expect([lines['pretty']!.length, lines['json']!.length, lines['silent']!.length]).toEqual([1, 1, 0]);
    expect(JSON.parse(lines['json']![0]!)).toMatchObject({
      event: 'request',
      at: '2026-03-15T12:00:05.000Z',
      status: 200,
    });
  });
});
