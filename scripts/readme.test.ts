/** What the README says of data and of the repository is true. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutants } from '../conformance/mutants/index.js';
import { seededAccounts } from '../fixtures/index.js';
import { WELL_KNOWN } from '../fixtures/well-known.js';
import { FAULT_EFFECTS } from '../mock-server/domain/fault-effects.js';
import { mockCommand } from '../mock-server/flags.js';
import { loadClauses } from '../spec/index.js';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const contributing = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the README', () => {
  it('names every well-known company with its identifier and purpose', () => {
    for (const { name, slug, purpose } of WELL_KNOWN)
      expect(readme).toContain(`| ${name} | \`${slug}\` | ${purpose} |`);
  });

  it('names every seeded key with its credits', () => {
    for (const { key, credits } of seededAccounts())
      expect(readme).toContain(`| \`${key}\` | ${credits.toLocaleString('en')} |`);
  });

  it('names every switch of a reading with its choices, the default first', () => {
    for (const { id, choices } of loadClauses().readings.filter((reading) => reading.switch))
      expect(readme).toContain(`| \`${id}\` | ${choices.map((choice) => `\`${choice.id}\``).join(', ')} |`);
  });

  it('names every flag of the mock', () => {
    for (const { long } of mockCommand().options.filter((option) => option.long !== '--version'))
      expect(readme).toMatch(new RegExp(`\`${long}[ \`]`));
  });

  it('adds only faults whose effect exists', () => {
    const named = [...readme.matchAll(/"?effect"?: ["']([a-z-]+)["']/g)].map(([, effect]) => effect!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((effect) => !Object.hasOwn(FAULT_EFFECTS, effect))).toEqual([]);
  });
});

describe.each([
  ['README.md', readme],
  ['CONTRIBUTING.md', contributing],
])('%s', (_name, text) => {
  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => script!);
    expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
  });

  it('tries only mutants, and asks only for clauses, that exist', () => {
    const named = [...text.matchAll(/npm run (?:mutants|conformance) -- .*--only ([A-Za-z0-9-]+)/g)]
      .map(([, name]) => name!)
      .filter((name) => name !== 'its-name');
    const clauses = loadClauses().clauses.flatMap(({ id, group }) => [id, group]);
    const known = new Set([...mutants.map(({ name }) => name), ...clauses]);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !existsSync(new URL(link, root)))).toEqual([]);
  });
});
