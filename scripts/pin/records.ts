/** Records of runs, traffic and courses, kept in one compressed file for each group. */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, constants } from 'node:zlib';

/** Folder of the pin's data. */
export const HOME = new URL('../../test/pin/', import.meta.url);

/** Yields each record. A file begins with one line of JSON, a list of `[name, length in bytes]`; the texts of the records follow. */
export function* storedRecords(): Generator<[name: string, text: Buffer]> {
  // Equal parts of records are so far apart that only a large window covers them.
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  for (const file of readdirSync(new URL('records/', HOME))) {
    const bytes = brotliDecompressSync(readFileSync(new URL(`records/${file}`, HOME)), { params });
    let end = bytes.indexOf('\n') + 1;
    for (const [name, length] of JSON.parse(bytes.toString('utf8', 0, end)) as [string, number][])
      yield [name, bytes.subarray(end, (end += length))];
  }
}
