/** Records: length and CRC-32 (4 bytes each, little-endian), then JSON. A torn record leaves earlier ones readable. */

import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { chunked } from '../../../conformance/values/grouped.js';

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

/** Yields the value of each record and the offset of its end, up to the first incomplete or damaged record. */
export function* decodeRecords(bytes: Buffer): Generator<{ value: unknown; end: number }> {
  for (let at = 0; at + HEAD <= bytes.length;) {
    const end = at + HEAD + bytes.readUInt32LE(at);
    const body = bytes.subarray(at + HEAD, end);
    // Some file systems leave zeros at the end, which would be an empty record with the right checksum.
    if (end > bytes.length || body.length === 0 || crc32(body) !== bytes.readUInt32LE(at + 4)) return;
    yield { value: JSON.parse(body.toString('utf8')), end };
    at = end;
  }
}

/** Yields a file in pieces, from the offset `start` to `end`. */
export async function* readPieces(file: FileHandle, start = 0, end = Infinity): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, end - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Like `decodeRecords`, for the pieces of a file of `size` bytes. */
export async function* readRecords(
  pieces: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ value: unknown; end: number }> {
  let at = 0;
  let held: Buffer[] = [];
  let [length, wanted] = [0, HEAD];
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < wanted) continue;
    const bytes = Buffer.concat(held);
    let whole = 0;
    for (const { value, end } of decodeRecords(bytes)) {
      whole = end;
      yield { value, end: at + end };
    }
    at += whole;
    held = [bytes.subarray(whole)];
    length -= whole;
    wanted = length < HEAD ? HEAD : HEAD + bytes.readUInt32LE(whole);
    // The next record is damaged or incomplete, so do not hold the rest of the file.
    if (wanted <= length || at + wanted > size) return;
  }
}

/** Returns the offset of the first complete record after the offset `from`; null if there is none. */
export async function nextRecord(file: FileHandle, from: number): Promise<number | null> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(file, from)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  for (let at = 1; at + HEAD < bytes.length; at += 1) {
    const end = at + HEAD + bytes.readUInt32LE(at);
    // Every record is a JSON object. Checking this first avoids computing a checksum at each byte.
    const looksWhole = end <= bytes.length && bytes[at + HEAD] === BRACE && bytes[end - 1] === BRACE_END;
    if (looksWhole && crc32(bytes.subarray(at + HEAD, end)) === bytes.readUInt32LE(at + 4)) return from + at;
  }
  return null;
}

/** Joins records into fewer buffers, each for one write. */
export function piecesOf(records: readonly Buffer[]): Buffer[] {
  const pieces = [...chunked(records, PIECE, ({ length }) => length)];
  return pieces.map((piece) => (piece.length === 1 ? piece[0] : Buffer.concat(piece)));
}
