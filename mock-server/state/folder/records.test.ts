import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRecords, encodeRecord } from './records.js';

const values = fc.array(
  fc.oneof(fc.string({ minLength: 1 }), fc.record({ at: fc.nat(), key: fc.string() })),
  {
    maxLength: 8,
  },
);

it('gives back what was written, up to the record in which it was torn off', () => {
  fc.assert(
    fc.property(values, fc.nat(), (written, at) => {
      const records = written.map(encodeRecord);
      const bytes = Buffer.concat(records);
      expect(decodeRecords(bytes)).toEqual({ values: written, whole: bytes.length });
      const cut = bytes.length === 0 ? 0 : at % bytes.length;
      const { values: left, whole } = decodeRecords(bytes.subarray(0, cut));
      expect(left).toEqual(written.slice(0, left.length));
      expect(whole).toBe(Buffer.concat(records.slice(0, left.length)).length);
      expect(whole + (records[left.length]?.length ?? 0)).toBeGreaterThan(cut - 1);
    }),
  );
});

it('ends before a byte that was changed, and before zeros', () => {
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
