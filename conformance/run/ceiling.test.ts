import { afterAll, describe, expect, it } from 'vitest';
import { CHEATS, HONEST } from '../wire/testing/cheats.js';
import { againstCheat, ceilingsTable, type CeilingRow } from './testing/ceilings.js';

const rows: CeilingRow[] = [];
afterAll(() => console.info(ceilingsTable(rows)));

const PACKS = ['billing', 'direct', 'operation-keys', 'validation'];

describe('--max-credits', () => {
  it.each(CHEATS)('holds where the target $name', async (cheat) => {
    const row = await againstCheat(cheat, 50, PACKS);
    rows.push(row);
    // No more than one request, which was under way and overcharged, can go beyond.
    expect(row.taken).toBeLessThanOrEqual(Math.max(row.ceiling, row.ceiling + row.dearest - 1));
    expect(row.reported).toBeGreaterThanOrEqual(row.taken);
    expect(row.reported).toBeGreaterThan(0);
    expect(row.report.exitCode).not.toBe(0);
  });

  it('counts what an honest target charges, to the credit', async () => {
    const row = await againstCheat(HONEST, 400, PACKS);
    rows.push(row);
    const { budget, notes } = row.report;
    expect(row.taken).toBeGreaterThan(50);
    expect([budget.creditsUsed, budget.creditsTold]).toEqual([row.taken, row.taken]);
    expect(notes.filter((note) => /Of the|fell by|could not be read/.test(note))).toEqual([]);
  });
});
