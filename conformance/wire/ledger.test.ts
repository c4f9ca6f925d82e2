import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { Budget } from './budget.js';
import { openLedger } from './ledger.js';

const target = 'https://api.example.com';

it('adds up the credits of runs, and keeps the most that a killed run can have spent', () => {
  const file = join(temporaryFolder(), 'ledger.json');
  const killed = new Budget({ credits: 50, requests: null }, openLedger(file, target, 'key'));
  expect(killed.admit(1, 30)).toBeNull();
  const next = new Budget({ credits: 50, requests: null }, openLedger(file, target, 'key'));
  expect(next.room).toBe(20);
  expect(next.admit(1, 21)).toContain('20 of the 20 allowed');
  expect(next.admit(1, 20)).toBeNull();
  // Nothing was charged in the end.
  next.settle(20);
  expect(openLedger(file, target, 'key').before).toBe(30);
  expect(readFileSync(file, 'utf8')).not.toContain('key"');
});

it('refuses a file of another key, and one that is no ledger', () => {
  const file = join(temporaryFolder(), 'ledger.json');
  openLedger(file, target, 'key');
  expect(() => openLedger(file, target, 'another')).toThrow('belongs to another target or key');
  writeFileSync(file, '{}');
  expect(() => openLedger(file, target, 'key')).toThrow('is no ledger of this kit');
});
