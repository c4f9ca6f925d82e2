import { expect, it } from 'vitest';
import { contextOf, jobs, judging, page, type Draft } from '../../../test/samples/exchanges.js';
import { freeResults } from './free-results.js';

const { failures, judged } = judging(freeResults);
const body = { limit: 5 };
const bought: Draft = { body, answer: page(jobs(1, 5)) };
const again: Draft = { body, answer: page(jobs(1, 5), { credits_used: 0, credits_remaining: 0 }) };
const balance = (credits: number): Draft => ({
  operation: 'getCreditBalance',
  answer: { credits_remaining: credits },
});
const refused: Draft = { body, status: 402 };

it('reports a refusal of paid jobs, if the search cost nothing before long', () => {
  expect(failures(bought, balance(0), refused, again).join()).toContain('BILL-16');
  expect(failures(bought, balance(-5), refused, again).join()).toContain('BILL-17');
});

it('reports a refusal of an empty result, and of a recovery', () => {
  const empty: Draft = { body, answer: page([], { credits_used: 0, credits_remaining: 0 }) };
  expect(failures(empty, refused, empty).join()).toContain('BILL-18');
  const key = 'use_v1_a';
  expect(failures({ ...bought, key }, balance(0), { ...refused, key }, again).join()).toContain('IDEM-17');
  expect(judged({ ...bought, key }, balance(0), { ...bought, key }).join()).toContain('IDEM-17');
});

it('blames nobody if something may have been new to pay for', () => {
  const other: Draft = { body: { limit: 6 }, answer: page(jobs(3, 8), { credits_used: 3 }) };
  expect(failures(bought, refused, other, again)).toEqual([]);
  expect(failures(bought, refused, { body: { limit: 6 }, lost: true }, again)).toEqual([]);
  expect(failures(bought, refused, { ...again, answer: page(jobs(1, 6), { credits_used: 0 }) })).toEqual([]);
  expect(failures(bought, refused, { ...again, answer: page(jobs(1, 5), { credits_used: 5 }) })).toEqual([]);
  expect(failures(refused, again)).toEqual([]);
  expect(failures(bought, refused)).toEqual([]);
});

it('reports a key that is served behind the end of its billing period, on a target whose clock can be moved', () => {
  const target = { ...contextOf().target, hasAdmin: false };
  const key = 'use_v1_a';
  const later = (days: number): Draft => ({
    ...bought,
    key,
    change: { targetNow: Date.UTC(2026, 2, 1 + days, 12) },
  });
  expect(failures({ ...bought, key }, later(33)).join()).toContain('IDEM-24');
  expect(failures({ ...bought, key }, later(20))).toEqual([]);
  expect(judged({ ...bought, key }, { ...later(33), status: 409 }).join()).toContain('IDEM-24');
  expect(judging(freeResults, { target }).judged({ ...bought, key }, later(33))).toEqual([]);
});
