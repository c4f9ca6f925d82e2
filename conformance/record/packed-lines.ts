/** Compresses long lists in reports. Brotli finds more distant repetitions than gzip: a run on the mock shrinks to an 80th. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { chunked } from '../values/grouped.js';
import { UnreadableText } from '../values/split-json.js';
import { messageOf } from '../values/text.js';

/** The most bytes of a block with several lines, so that a block fits into memory even if the list is long. */
const BLOCK = 1 << 24;
/** The most bytes to unpack from a block, which may be malicious. A body of 16 MiB may take six times as much as JSON. */
const LARGEST_BLOCK = 1 << 28;

const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** Yields blocks of items: base64 of lines that brotli compressed. A line must not contain a line break. */
export function* packedBlocks<T>(items: Iterable<T>, lineOf: (item: T) => string): Generator<string> {
  const lines = function* (): Generator<Buffer> {
    for (const item of items) yield Buffer.from(`${lineOf(item)}\n`);
  };
  for (const block of chunked(lines(), BLOCK, ({ length }) => length))
    yield brotliCompressSync(Buffer.concat(block), { params }).toString('base64');
}

/** Yields the lines of a block. Throws UnreadableText if it is damaged or unpacks to more than `LARGEST_BLOCK`. */
export function* unpackedLines(block: string): Generator<string> {
  const bytes = decompressed(block);
  let from = 0;
  for (let to = bytes.indexOf('\n'); to >= 0; to = bytes.indexOf('\n', from)) {
    yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
}

function decompressed(block: string): Buffer {
  try {
    return brotliDecompressSync(Buffer.from(block, 'base64'), { maxOutputLength: LARGEST_BLOCK });
  } catch (error) {
    throw new UnreadableText(`Its packed lists are damaged (${messageOf(error)}).`, { cause: error });
  }
}
