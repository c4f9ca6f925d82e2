/** Records: length and CRC-32 (4 bytes each, little-endian), then JSON. A torn record leaves earlier ones readable. */

import { crc32 } from 'node:zlib';

const HEAD = 8;
const BRACE = '{'.charCodeAt(0);
const BRACE_END = '}'.charCodeAt(0);

/** Bytes per read or write: Node allows at most 2 GiB, and small pieces let the process do other work in between. */
const PIECE = 4 * 1024 * 1024;

export function encodeRecord(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  const record = Buffer.allocUnsafe(HEAD + length);
  record.writeUInt32LE(length, 0);
  record.write(text, HEAD);
  record.writeUInt32LE(crc32(record.subarray(HEAD)), 4);
  return record;
}

/** Returns the values before the first incomplete record, the end of each, and the end of all (`whole`). */
export function decodeRecords(bytes: Buffer): { values: unknown[]; ends: number[]; whole: number } {
  const values: unknown[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at + HEAD <= bytes.length) {
    const end = at + HEAD + bytes.readUInt32LE(at);
    const body = bytes.subarray(at + HEAD, end);
    // Some file systems leave zeros at the end, which would be an empty record with the right checksum.
    if (end > bytes.length || body.length === 0 || crc32(body) !== bytes.readUInt32LE(at + 4)) break;
    values.push(JSON.parse(body.toString('utf8')));
    ends.push(end);
    at = end;
  }
  return { values, ends, whole: at };
}

/** The members of FileHandle that reading needs. */
export interface ReadableFile {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
}

/**
 * Reads a file of any length in pieces and calls `each` with each value and the end of its record. It stops before
 * the first incomplete record, before `end`, or when `each` returns false. Returns the end of the last record that it
 * read.
 */
export async function readRecords(
  file: ReadableFile,
  each: (value: unknown, behind: number) => boolean,
  end = Infinity,
): Promise<number> {
  const size = Math.min((await file.stat()).size, end);
  let bytes = Buffer.allocUnsafe(Math.min(PIECE, size + HEAD));
  let held = 0;
  for (let at = 0; ;) {
    const length = Math.min(bytes.length - held, PIECE, size - at - held);
    const { bytesRead } = await file.read(bytes, held, length, at + held);
    held += bytesRead;
    const { values, ends, whole } = decodeRecords(bytes.subarray(0, held));
    for (const [i, value] of values.entries()) if (!each(value, at + ends[i]!)) return at + ends[i]!;
    at += whole;
    bytes.copyWithin(0, whole, held);
    held -= whole;
    const wanted = held < HEAD ? HEAD : HEAD + bytes.readUInt32LE(0);
    if (bytesRead === 0 || wanted <= held || at + wanted > size) return at;
    if (wanted > bytes.length) {
      const longer = Buffer.allocUnsafe(wanted);
      bytes.copy(longer, 0, 0, held);
      bytes = longer;
    }
  }
}

/** Returns the offset of the first complete record after the offset `from`; null if there is none. */
export async function nextRecord(file: ReadableFile, from: number): Promise<number | null> {
  const size = (await file.stat()).size;
  const bytes = Buffer.allocUnsafe(Math.max(0, size - from));
  let held = 0;
  while (held < bytes.length) {
    const { bytesRead } = await file.read(bytes, held, Math.min(PIECE, bytes.length - held), from + held);
    if (bytesRead === 0) break;
    held += bytesRead;
  }
  for (let at = 1; at + HEAD < held; at += 1) {
    const end = at + HEAD + bytes.readUInt32LE(at);
    // Every record is a JSON object. Checking this first avoids computing a checksum at each byte.
    const looksWhole = end <= held && bytes[at + HEAD] === BRACE && bytes[end - 1] === BRACE_END;
    if (looksWhole && crc32(bytes.subarray(at + HEAD, end)) === bytes.readUInt32LE(at + 4)) return from + at;
  }
  return null;
}

/** Joins records into fewer buffers, each for one write. */
export function piecesOf(records: readonly Buffer[]): Buffer[] {
  const pieces: Buffer[][] = [];
  let length = Infinity;
  for (const record of records) {
    if (length + record.length > PIECE) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)!.push(record);
    length += record.length;
  }
  return pieces.map((piece) => (piece.length === 1 ? piece[0]! : Buffer.concat(piece)));
}
