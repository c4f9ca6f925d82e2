import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { exchange } from '../../test/servers/servers.js';
import { Budget } from './budget.js';
import { openLedger } from './ledger.js';

const target = 'https://api.example.com';

it('adds up the credits of runs, and counts a killed run at its highest possible cost', () => {
  const file = join(temporaryFolder(), 'ledger.json');
  const killed = new Budget({ credits: 50, requests: null }, openLedger(file, target, 'key'));
  expect(killed.admit(1, 30)).toBeNull();
  const next = new Budget({ credits: 50, requests: null }, openLedger(file, target, 'key'));
  expect(next.room).toBe(20);
  expect(next.admit(1, 21)).toContain('20 of the 20 allowed');
  expect(next.admit(1, 20)).toBeNull();
  // The request was not charged.
  next.settle(20);
  next.noteLoss(['listDepartments'], 5);
  next.settle(0);
  expect(openLedger(file, target, 'key').before).toBe(30);
  const last = new Budget({ credits: 34, requests: null }, openLedger(file, target, 'key'));
  expect(last.admit(1, 0, last.takenBy(['listDepartments']))).toContain('too few');
  expect(readFileSync(file, 'utf8')).not.toContain('key"');
});

it('detects in the balance what a killed run spent without recording it', () => {
  const file = join(temporaryFolder(), 'ledger.json');
  const run = (balances: number[]): Budget => {
    const budget = new Budget({ credits: 50, requests: null }, openLedger(file, target, 'key'));
    const account = budget.account({ alias: 'active', fresh: false });
    for (const credits of balances) {
      const stated = exchange({
        operation: 'getCreditBalance',
        response: { body: { credits_remaining: credits } },
      });
      budget.add([{ account, exchange: stated, priced: { operation: null, most: 0 }, reached: true }], null);
      expect(budget.admit(1, 0)).toBeNull();
    }
    return budget;
  };
  run([100, 96]);
  const next = run([90]);
  expect(next.room).toBe(40);
  next.end();
  // Credits that others spend after the end of a run do not count.
  expect(run([70]).room).toBe(40);
});

it('counts a charge for the last reading of a balance once free requests were charged', () => {
  const file = join(temporaryFolder(), 'ledger.json');
  const alone = new Budget({ credits: 50, requests: null }, openLedger(file, target, 'key'));
  alone.isAlone = true;
  // The loss was found after a search, but the reading itself may have been charged.
  alone.noteLoss(['searchJobs'], 2);
  alone.end();
  expect(openLedger(file, target, 'key').before).toBe(2);
});

it('rejects a ledger of another key, and a file that is not a ledger', () => {
  const file = join(temporaryFolder(), 'ledger.json');
  openLedger(file, target, 'key');
  expect(() => openLedger(file, target, 'another')).toThrow('belongs to another target or key');
  writeFileSync(file, '{}');
  expect(() => openLedger(file, target, 'key')).toThrow('is no ledger of this kit');
});
