/** The walls of the house: which folder may import which, held by reading the import lines. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url).pathname;

/** What each folder may import beside itself, and what to do instead of importing anything else. */
const walls: Record<string, { mayImport: string[]; remedy: string }> = {
  spec: { mayImport: [], remedy: 'the contract knows nobody; pass what it needs as an argument' },
  fixtures: { mayImport: ['spec'], remedy: 'postings follow from the contract alone' },
  'mock-server': {
    mayImport: ['spec', 'fixtures'],
    remedy: 'the mock never looks at the suite; put shared facts in spec/',
  },
  conformance: { mayImport: ['spec'], remedy: 'use the target over HTTP, and facts from spec/' },
};

/** Paths of all TypeScript in a folder, tests included. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.split(sep).includes('node_modules'))
    .map((name) => join(folder, name));
}

const files = Object.keys(walls)
  .flatMap(sourcesIn)
  .filter((name) => !name.endsWith('.test.ts') && !name.split(sep).includes('testing'));

/** The relative imports of a source text: line number and specifier. */
function importsOf(source: string): { line: number; specifier: string }[] {
  return source.split('\n').flatMap((text, i) => {
    const specifier = /(?:\bfrom|^import|\bimport\()\s*'(\.[^']*)'/.exec(text)?.[1];
    return specifier ? [{ line: i + 1, specifier }] : [];
  });
}

/** The complaint about one import line, or null when no wall is crossed. */
function breach(file: string, line: number, specifier: string): string | null {
  const from = file.split(sep)[0]!;
  const to = normalize(join(dirname(file), specifier)).split(sep)[0]!;
  const wall = walls[from]!;
  if (to === from || wall.mayImport.includes(to)) return null;
  return `${file}:${line}: imports ${to}/; ${wall.remedy}`;
}

describe('the walls', () => {
  it('stand: spec <- fixtures <- mock-server and spec <- conformance', () => {
    expect(files.length).toBeGreaterThan(10);
    const breaches = files.flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8')).map(({ line, specifier }) =>
        breach(file, line, specifier),
      ),
    );
    expect(breaches.filter((each) => each !== null)).toEqual([]);
  });

  it('are noticed when crossed, with the remedy', () => {
    const [crossing] = importsOf("import type { World } from '../../mock-server/state/world.js';");
    expect(breach('conformance/run/run.ts', crossing!.line, crossing!.specifier)).toBe(
      'conformance/run/run.ts:1: imports mock-server/; use the target over HTTP, and facts from spec/',
    );
    expect(breach('conformance/run/run.ts', 1, '../../spec/index.js')).toBeNull();
  });
});

describe('the start of the mock', () => {
  it('loads no YAML parser: the documents stand beside it as JSON', () => {
    const reached = new Set(['mock-server/main.ts']);
    const packages = new Set<string>();
    for (const file of reached) {
      const source = readFileSync(join(root, file), 'utf8');
      for (const { specifier } of importsOf(source))
        reached.add(join(dirname(file), specifier).replace(/\.js$/, '.ts'));
      for (const [, name] of source.matchAll(/\bfrom '([^.'][^']*)'/g)) packages.add(name!);
    }
    expect(reached.size).toBeGreaterThan(50);
    expect([...packages]).toContain('express');
    expect([...packages]).not.toContain('yaml');
  });
});

describe('temporary folders', () => {
  it('are removed by whoever makes them; tests ask temporaryFolder() for one', () => {
    const left = ['spec', 'fixtures', 'mock-server', 'conformance', 'scripts']
      .flatMap((folder) => sourcesIn(folder))
      .filter((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        return (
          /\bmkdtemp(Sync)?\(/.test(source) && (file.endsWith('.test.ts') || !/\brm(Sync)?\(/.test(source))
        );
      });
    expect(left).toEqual([]);
  });
});

describe('the lock file', () => {
  it('carries no download addresses', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });
});
