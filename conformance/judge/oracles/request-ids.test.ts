import { describe, expect, it } from 'vitest';
import { requestIds } from './request-ids.js';
import { jobs, judging, page } from '../../../test/samples/exchanges.js';

const { judged } = judging(requestIds);

const id = '6f2c1f9e-58d5-4c7c-9d0f-0d9d3c1c6b11';
const found = { answer: page(jobs(1, 1)) };
const refused = { status: 422 };

describe('request ids', () => {
  it('stand on successes and on errors, each its own', () => {
    expect(judged(found, refused)).toEqual([
      'REQ-1 pass #1',
      'REQ-3 pass #1',
      'REQ-4 pass #1',
      'REQ-6 pass #1',
      'REQ-2 pass #2',
      'REQ-3 pass #2',
      'REQ-4 pass #2',
    ]);
  });

  it('are missed on either', () => {
    const none = { headers: { 'x-request-id': undefined } };
    expect(judged({ ...found, ...none }, { ...refused, ...none })).toEqual([
      'REQ-1 fail #1: expected an X-Request-ID header; actual none on a 200',
      'REQ-2 fail #2: expected an X-Request-ID header; actual none on a 422',
    ]);
  });

  it('are UUIDs', () => {
    expect(judged({ ...refused, headers: { 'x-request-id': 'req-7' } })).toContain(
      'REQ-3 fail #1: expected a UUID in X-Request-ID; actual "req-7"',
    );
  });

  it('are never given twice', () => {
    const same = { ...refused, headers: { 'x-request-id': id } };
    expect(judged(same, same)).toContain(
      `REQ-4 fail #1 #2: expected an id that no other response has; actual "${id}", which response #1 has too`,
    );
  });

  it('are made by the server, and are not operation keys', () => {
    const echoed = { ...refused, sent: { 'x-request-id': id }, headers: { 'x-request-id': id } };
    expect(judged(echoed)).toContain(
      'REQ-5 fail #1: expected an id that the server made; actual the id that was sent',
    );
    expect(judged({ ...refused, sent: { 'x-request-id': id } })).toContain('REQ-5 pass #1');
    const key = { ...found, headers: { 'x-request-id': id, 'idempotency-key': id } };
    expect(judged(key)).toContain(
      `REQ-6 fail #1: expected an id that is not the operation key; actual "${id}"`,
    );
  });

  it('are not asked of paths outside the contract', () => {
    expect(judged({ operation: null, headers: { 'x-request-id': undefined } })).toEqual([]);
  });
});
