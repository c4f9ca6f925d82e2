import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRecords, encodeRecord, piecesOf, readRecords, type ReadableFile } from './records.js';

const values = fc.array(
  fc.oneof(fc.string({ minLength: 1 }), fc.record({ at: fc.nat(), key: fc.string() })),
  {
    maxLength: 8,
  },
);

it('reads the written records, up to a truncated one', () => {
  fc.assert(
    fc.property(values, fc.nat(), (written, at) => {
      const records = written.map(encodeRecord);
      const bytes = Buffer.concat(records);
      let end = 0;
      const ends = records.map(({ length }) => (end += length));
      expect(decodeRecords(bytes)).toEqual({ values: written, ends, whole: bytes.length });
      const cut = bytes.length === 0 ? 0 : at % bytes.length;
      const { values: left, whole } = decodeRecords(bytes.subarray(0, cut));
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
      const { whole } = decodeRecords(bytes);
      expect(whole).toBe(bytes.length - 20);
      if (whole === 0) return;
      const place = at % whole;
      bytes[place]! ^= change;
      expect(decodeRecords(bytes).whole).toBeLessThanOrEqual(place);
    }),
  );
});

const MIB = 1024 * 1024;

/** A file that repeats one record `count` times. Only the requested part is in memory. */
function fileOf(record: Buffer, count: number, tail = Buffer.alloc(0)): ReadableFile & { most: number } {
  const end = record.length * count;
  return {
    most: 0,
    read(into, offset, length, position) {
      this.most = Math.max(this.most, length);
      let done = 0;
      while (done < length && position + done < end) {
        const from = (position + done) % record.length;
        done += record.copy(into, offset + done, from, Math.min(record.length, from + length - done));
      }
      const from = Math.max(0, position + done - end);
      done += tail.copy(into, offset + done, from, from + length - done);
      return Promise.resolve({ bytesRead: done });
    },
    stat: () => Promise.resolve({ size: end + tail.length }),
  };
}

it.each([
  ['many short ones', 10, 400_000, 0],
  ['some of a few MiB, not a multiple of the size of a read', 5 * MIB, 4, 0],
  ['a truncated last one', 1_000, 10_000, 3],
  ['a last one with an invalid length', 1_000, 10_000, 9],
])('reads a file of any length in small pieces, with records: %s', async (_, length, count, torn) => {
  const value = 'x'.repeat(length);
  const tail = Buffer.alloc(torn, 0xff);
  const record = encodeRecord(value);
  const file = fileOf(record, count, tail);
  let seen = 0;
  let other = 0;
  const whole = await readRecords(file, (each, behind) => {
    seen += 1;
    if (each !== value || behind !== seen * record.length) other += 1;
    return true;
  });
  expect([seen, other, whole]).toEqual([count, 0, count * record.length]);
  expect(file.most).toBeLessThanOrEqual(4 * MIB);
});

it('reads up to the given end, or until the callback returns false', async () => {
  const record = encodeRecord('x');
  const read = (end?: number, most = Infinity): Promise<number> => {
    let count = 0;
    return readRecords(fileOf(record, 10), () => (count += 1) < most, end);
  };
  expect(await read()).toBe(10 * record.length);
  expect(await read(3 * record.length)).toBe(3 * record.length);
  expect(await read(4 * record.length - 1)).toBe(3 * record.length);
  expect(await read(Infinity, 2)).toBe(2 * record.length);
  // A file may contain gigabytes after the requested header.
  const file = fileOf(record, 2 ** 40);
  await readRecords(file, () => false);
  expect(file.most).toBeLessThanOrEqual(4 * MIB);
});

it('writes records in pieces of complete records, none much longer than necessary', () => {
  const records = [1, 5 * MIB, 3, 2 * MIB, MIB, MIB, MIB, 7].map((length, i) => Buffer.alloc(length, i + 1));
  const pieces = piecesOf(records);
  expect(Buffer.concat(pieces).equals(Buffer.concat(records))).toBe(true);
  expect(pieces.map(({ length }) => length)).toEqual([1, 5 * MIB, 3 + 3 * MIB, 2 * MIB + 7]);
  expect(piecesOf([])).toEqual([]);
});
