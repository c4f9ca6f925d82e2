import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles } from './generate.js';

it.each(generatedFiles)(
  '$file is what `npm run generate` makes of $document',
  async ({ file, document, generate }) => {
    expect(await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).toBe(await generate(document));
  },
);

it('a folder named `generated` holds only these files', () => {
  const found = ['common', 'spec', 'fixtures', 'mock-server', 'conformance', 'test'].flatMap((top) =>
    readdirSync(new URL(`../${top}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:^|\/)generated\//.test(name))
      .map((name) => `${top}/${name}`),
  );
  const known = new Set<string>(generatedFiles.map(({ file }) => file));
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((file) => !known.has(file))).toEqual([]);
});
