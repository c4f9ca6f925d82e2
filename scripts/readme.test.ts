/** What the README says of data and of the repository is true. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { main } from '../conformance/main.js';
import { mutants } from '../test/mutants/index.js';
import { seededAccounts } from '../fixtures/index.js';
import { WELL_KNOWN } from '../fixtures/well-known.js';
import { FAULT_EFFECTS } from '../mock-server/domain/fault-effects.js';
import { mockCommand } from '../mock-server/flags.js';
import { loadClauses } from '../spec/index.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';

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

  it('names every flag of the suite, and no other', async () => {
    let help = '';
    const out = (text: string): void => void (help += text);
    await main(['--help'], { environment: {}, out, err: out, isTerminal: false });
    const known = [...help.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag!);
    const table = /### job-search-conformance\n\n([\s\S]*?)\n\n/.exec(readme)![1]!;
    const named = [...table.matchAll(/`(--[a-z-]+)/g)].map(([, flag]) => flag!);
    expect(named.toSorted()).toEqual(
      known.filter((flag) => !['--version', '--help'].includes(flag)).toSorted(),
    );
  });

  it('adds only faults whose effect exists', () => {
    const named = [...readme.matchAll(/"?effect"?: ["']([a-z-]+)["']/g)].map(([, effect]) => effect!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((effect) => !Object.hasOwn(FAULT_EFFECTS, effect))).toEqual([]);
  });
});

/** The code blocks of the README in one language that hold a text. */
function blocks(language: string, part: string): string[] {
  const found = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return found
    .filter(([, given, text]) => given === language && text?.includes(part))
    .map(([, , text]) => text!);
}

describe('the CI jobs of the README', () => {
  const [workflow] = blocks('yaml', 'actions/checkout').map(
    (text) => parse(text) as { jobs: { conformance: { steps: { run?: string; env?: object }[] } } },
  );
  const inWorkflow = workflow?.jobs.conformance.steps.find(({ run }) =>
    run?.includes('job-search-conformance'),
  );
  const scripts = [inWorkflow?.run ?? '', ...blocks('sh', '--max-time')];

  it('are a workflow and a shell script, which give the key by its variable', () => {
    expect(scripts).toHaveLength(2);
    expect(scripts.every((each) => each.includes('--target "$TARGET"'))).toBe(true);
    expect(Object.keys(inWorkflow?.env ?? {})).toEqual(['TARGET', 'JOB_SEARCH_API_KEY']);
  });

  it('use flags that the command takes', async () => {
    const flags = scripts.flatMap((each) => [...each.matchAll(/ (--[a-z-]+)/g)].map(([, flag]) => flag!));
    let help = '';
    const around = { environment: {}, isTerminal: false, err: () => undefined };
    await main(['--help'], { ...around, out: (text) => void (help += text) });
    expect(flags.length).toBeGreaterThan(8);
    expect(flags.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
  });

  it.each([
    [0, 0],
    [5, 0],
    [1, 1],
    [3, 3],
  ])('end with the right status where the command ends with %i', (ends, status) => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'npx'),
      `#!/bin/sh\n[ "$2$3" = "--target$TARGET" ] && exit ${ends}\nexit 99\n`,
      { mode: 0o755 },
    );
    const env = { PATH: `${folder}:${process.env['PATH']}`, TARGET: 'https://api.example' };
    // As GitHub runs it.
    for (const script of scripts)
      expect(spawnSync('bash', ['-e', '-c', script], { env }).status).toBe(status);
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
