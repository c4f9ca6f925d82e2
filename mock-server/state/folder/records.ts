/**
 * Records of a log: the length of a record and its CRC-32 (4 bytes each, little-endian), then JSON in UTF-8. Whatever a
 * process leaves behind that was killed while it wrote, the records before it can be told from it.
 */

import { crc32 } from 'node:zlib';

const HEAD = 8;

export function encodeRecord(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  const record = Buffer.allocUnsafe(HEAD + length);
  record.writeUInt32LE(length, 0);
  record.write(text, HEAD);
  record.writeUInt32LE(crc32(record.subarray(HEAD)), 4);
  return record;
}

/** The values up to the first record that is not whole, and where that begins. */
export function decodeRecords(bytes: Buffer): { values: unknown[]; whole: number } {
  const values: unknown[] = [];
  let at = 0;
  while (at + HEAD <= bytes.length) {
    const end = at + HEAD + bytes.readUInt32LE(at);
    const body = bytes.subarray(at + HEAD, end);
    // Zeros, as some file systems leave them at the end, would be an empty record with the right checksum.
    if (end > bytes.length || body.length === 0 || crc32(body) !== bytes.readUInt32LE(at + 4)) break;
    values.push(JSON.parse(body.toString('utf8')));
    at = end;
  }
  return { values, whole: at };
}
