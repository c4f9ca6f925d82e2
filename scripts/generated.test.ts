import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles } from './generate.js';

it.each(generatedFiles)(
  '$file is what `npm run generate` makes of $document',
  async ({ file, document, generate }) => {
    expect(await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).toBe(await generate(document));
  },
);
