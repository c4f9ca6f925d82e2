/** Runs with a ceiling against targets that cheat about credits. */
import { afterAll, describe, expect, it } from 'vitest';
import { prepareData, startMock } from '../../mock-server/index.js';
import { operationIds } from '../../spec/contract.js';
import { runConformance, type RunReport } from '../index.js';
import { CHEATS, HONEST, startCheat, type Cheat } from '../../test/servers/cheats.js';
import { movedTime } from '../../test/worlds/start.js';

interface CeilingRow {
  name: string;
  announced: number;
  ceiling: number;
  /** By the target's own count. */
  taken: number;
  /** The most that it took for one request. */
  dearest: number;
  reported: number;
  report: RunReport;
}

const GIVEN = 20_000;
const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

/** Runs the packs with one key and a ceiling against a mock behind the cheat. */
async function againstCheat(cheat: Cheat, ceiling: number, packs: string[]): Promise<CeilingRow> {
  const rateLimits = Object.fromEntries(operationIds.map((id) => [id, 1_000_000]));
  const mock = await startMock({ shared, admin: false });
  const target = await startCheat(mock.url, cheat);
  try {
    const apiKey = await mock.accounts.create({ credits: GIVEN, rateLimits: 'none' });
    // A run pauses for a minute after an unexpected balance.
    const time = movedTime(mock);
    const report = await runConformance({
      target: target.url,
      apiKey,
      packs,
      maxCredits: ceiling,
      profile: { rateLimits },
      time,
    });
    return {
      name: cheat.name,
      announced: report.budget.creditsAnnounced,
      ceiling,
      taken: GIVEN - (mock.accounts.read(apiKey).credits ?? 0) + target.taken(),
      dearest: target.dearest(),
      reported: report.budget.creditsUsed,
      report,
    };
  } finally {
    await target.close();
    await mock.close();
  }
}

function ceilingsTable(rows: readonly CeilingRow[]): string {
  const table = [
    ['target that', 'announced', 'ceiling', 'taken', 'dearest request', 'reported'],
    ...rows.map(({ name, announced, ceiling, taken, dearest, reported }) => [
      name,
      ...[announced, ceiling, taken, dearest, reported].map(String),
    ]),
  ];
  const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => (row[i] ?? '').length))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

const rows: CeilingRow[] = [];
afterAll(() => console.info(ceilingsTable(rows)));

const PACKS = ['billing', 'lookups'];

describe('--max-credits', () => {
  it.each(CHEATS)('holds where the target $name', async (cheat) => {
    const row = await againstCheat(cheat, 50, PACKS);
    rows.push(row);
    // Only one request, which was already sent and overcharged, can exceed the ceiling.
    const { shownBy = 1 } = cheat;
    expect(row.taken).toBeLessThanOrEqual(Math.max(row.ceiling, row.ceiling + shownBy * row.dearest - 1));
    expect(row.reported).toBeGreaterThanOrEqual(row.taken);
    expect(row.reported).toBeGreaterThan(0);
    expect(row.report.exitCode).not.toBe(0);
  });

  it('sends no search with a working key if it is 0', async () => {
    await using mock = await startMock({ shared, admin: false });
    const apiKey = await mock.accounts.create({ credits: GIVEN });
    const packs = ['smoke', 'validation', 'authentication', 'lookups'];
    const report = await runConformance({ target: mock.url, apiKey, packs, maxCredits: 0 });
    const asked = report.exchanges.filter(({ account }) => account === 'active');
    expect(asked.length).toBeGreaterThan(10);
    expect(
      asked.filter(({ request }) => request.method === 'POST' && request.path.includes('search')),
    ).toEqual([]);
    expect(report.exitCode).toBe(5);
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
