import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles, generateTypes } from './generate-types.js';

it.each(generatedFiles)(
  '$types is what `npm run generate` makes of $document',
  async ({ document, types }) => {
    expect(await readFile(new URL(`../${types}`, import.meta.url), 'utf8')).toBe(
      await generateTypes(document),
    );
  },
);
