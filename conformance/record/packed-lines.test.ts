import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packedBlocks, unpackedLines } from './packed-lines.js';

const MIB = 1 << 20;

describe('packed lines', () => {
  it('are unpacked in order, and are in blocks of at most 16 MiB unless a line is longer', () => {
    const lines = [5, 10, 5, 20, 0].map((size, i) => `${i}\u017b${'x'.repeat(size * MIB)}`);
    const blocks = [...packedBlocks(lines, (line) => line)].map((block) => [...unpackedLines(block)]);
    expect(blocks.map((block) => block.map((line) => line[0]).join(''))).toEqual(['01', '2', '3', '4']);
    expect(blocks.flat().every((line, i) => line === lines[i])).toBe(true);
    expect([...packedBlocks([], String)]).toEqual([]);
  });

  it('never unpack to more than 256 MiB', () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    const block = brotliCompressSync(Buffer.alloc(257 * MIB, '\n'), { params }).toString('base64');
    expect(() => [...unpackedLines(block)]).toThrow('Its packed lists are damaged');
  });
});
