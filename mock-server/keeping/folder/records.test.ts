import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { decodeRecords, encodeRecord, piecesOf, readPieces, readRecords } from './records.js';

const value = fc.oneof(fc.string({ minLength: 1 }), fc.record({ at: fc.nat(), key: fc.string() }));
const values = fc.array(value, { maxLength: 8 });

function decoded(bytes: Buffer): { values: unknown[]; whole: number } {
  const records = [...decodeRecords(bytes)];
  return { values: records.map(({ value }) => value), whole: records.at(-1)?.end ?? 0 };
}

it('reads the written records, up to a truncated one', () => {
  fc.assert(
    fc.property(values, fc.nat(), (written, at) => {
      const records = written.map(encodeRecord);
      const bytes = Buffer.concat(records);
      expect(decoded(bytes)).toEqual({ values: written, whole: bytes.length });
      const cut = bytes.length === 0 ? 0 : at % bytes.length;
      const { values: left, whole } = decoded(bytes.subarray(0, cut));
      expect(left).toEqual(written.slice(0, left.length));
      expect(whole).toBe(Buffer.concat(records.slice(0, left.length)).length);
      expect(whole + (records[left.length]?.length ?? 0)).toBeGreaterThan(cut - 1);
    }),
  );
});

it('stops before a changed byte, and before zeros', () => {
  fc.assert(
    fc.property(values, fc.nat(), fc.integer({ min: 1, max: 255 }), (written, at, change) => {
      const bytes = Buffer.concat([...written.map(encodeRecord), Buffer.alloc(20)]);
      const { whole } = decoded(bytes);
      expect(whole).toBe(bytes.length - 20);
      if (whole === 0) return;
      const place = at % whole;
      bytes[place]! ^= change;
      expect(decoded(bytes).whole).toBeLessThanOrEqual(place);
    }),
  );
});

const MIB = 1024 * 1024;

/** Yields a file that repeats one record `count` times, in pieces whose ends are not those of records. */
function* piecesOfFile(record: Buffer, count: number, tail = Buffer.alloc(0)): Generator<Buffer> {
  const most = Math.max(1, Math.floor((3 * MIB) / record.length));
  let left = Buffer.alloc(0);
  for (let next = 0; next < count; next += most) {
    const records = Array<Buffer>(Math.min(most, count - next)).fill(record);
    const bytes = Buffer.concat([left, ...records]);
    yield bytes.subarray(0, -5);
    left = bytes.subarray(-5);
  }
  yield Buffer.concat([left, tail]);
}

async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

it.each([
  ['many short ones', 10, 400_000, 0],
  ['some of a few MiB, not a multiple of the size of a read', 5 * MIB, 4, 0],
  ['a truncated last one', 1_000, 10_000, 3],
  ['a last one with an invalid length', 1_000, 10_000, 9],
])('reads a file in pieces, with records: %s', async (_, length, count, torn) => {
  const value = 'x'.repeat(length);
  const record = encodeRecord(value);
  let seen = 0;
  let other = 0;
  const pieces = inTurns(piecesOfFile(record, count, Buffer.alloc(torn, 0xff)));
  for await (const each of readRecords(pieces, count * record.length + torn)) {
    seen += 1;
    if (each.value !== value || each.end !== seen * record.length) other += 1;
  }
  expect([seen, other]).toEqual([count, 0]);
});

it('reads no more than necessary, and stops at a damaged record', async () => {
  let read = 0;
  async function* endless(record: Buffer): AsyncGenerator<Buffer> {
    for await (const piece of inTurns(piecesOfFile(record, 2 ** 40))) {
      read += 1;
      yield piece;
    }
  }
  expect((await readRecords(endless(encodeRecord('x')), Infinity).next()).value.value).toBe('x');
  expect((await readRecords(endless(Buffer.alloc(MIB, 0xff)), 2 ** 30).next()).done).toBe(true);
  expect(read).toBe(2);
});

it('reads a part of a file in small pieces', async () => {
  const bytes = Buffer.alloc(9 * MIB, 'some bytes, ');
  const file = await open(join(temporaryFolder(), 'file'), 'w+');
  await file.write(bytes);
  for (const [start, end] of [[], [5], [5, 3 * MIB], [MIB, 20 * MIB], [9 * MIB]]) {
    const pieces: Buffer[] = [];
    for await (const piece of readPieces(file, start, end)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes.subarray(start, end))).toBe(true);
    expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(4 * MIB);
  }
  await file.close();
});

it('writes records in pieces of complete records, none much longer than necessary', () => {
  const records = [1, 5 * MIB, 3, 2 * MIB, MIB, MIB, MIB, 7].map((length, i) => Buffer.alloc(length, i + 1));
  const pieces = piecesOf(records);
  expect(Buffer.concat(pieces).equals(Buffer.concat(records))).toBe(true);
  expect(pieces.map(({ length }) => length)).toEqual([1, 5 * MIB, 3 + 3 * MIB, 2 * MIB + 7]);
  expect(piecesOf([])).toEqual([]);
});
