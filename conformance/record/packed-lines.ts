/** Packs long lists in reports. Brotli sees repetitions at a distance that gzip misses: a run on the mock becomes 80 times smaller. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { UnreadableText } from '../values/split-json.js';
import { messageOf } from '../values/text.js';

/** Bytes. A block is longer only if it holds a single line, so that a block fits into memory whatever the length of the list. */
const BLOCK = 1 << 24;
/** Bytes. A body of 16 MiB may take six times as much as JSON. A damaged or hostile block ends here. */
const LARGEST_BLOCK = 1 << 28;

const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** Packs items into blocks: base64 of lines that brotli compressed. A line contains no line break. */
export function* packedBlocks<T>(items: Iterable<T>, lineOf: (item: T) => string): Generator<string> {
  let block: Buffer[] = [];
  let size = 0;
  const packed = (): string => brotliCompressSync(Buffer.concat(block), { params }).toString('base64');
  for (const item of items) {
    const bytes = Buffer.from(`${lineOf(item)}\n`);
    if (size > 0 && size + bytes.length > BLOCK) {
      yield packed();
      [block, size] = [[], 0];
    }
    block.push(bytes);
    size += bytes.length;
  }
  if (size > 0) yield packed();
}

/** Returns the lines of a block. Throws UnreadableText if it is damaged or unpacks to more than `LARGEST_BLOCK`. */
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
