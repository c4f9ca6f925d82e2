/** Checks links and names in README.md, docs/ and other documents. `documents.slow.test.ts` runs the commands in them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from '../test/mutants/index.js';
import { FAULT_EFFECTS } from '../mock-server/domain/fault-effects.js';
import { METRICS } from '../mock-server/admin/generated/metrics.js';
import { anchorOf } from '../common/browser/guides.js';
import { KEY_ROLES } from '../conformance/pack/language/inputs.js';
import { FILE_KINDS } from '../conformance/reports/index.js';
import { loadAdminContract } from '../spec/admin.js';
import { readDocument, resolve } from '../spec/document.js';
import { clientRuleIds, loadClauses } from '../spec/index.js';
import { seededAccounts } from '../fixtures/index.js';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const texts = [
  'README.md',
  ...guides.map((name) => `docs/${name}`),
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'test/README.md',
  'AGENTS.md',
  'CHANGELOG.md',
];
/** Paths of files that git tracks, which leaves out the tools that `scripts/opinions/` and others install. */
const FILES = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
/** The names of the members of a schema in a generated document. */
function membersOf(document: string, schema: string): string[] {
  const whole = readDocument(new URL(`../${document}`, import.meta.url));
  return Object.keys(resolve(whole, { $ref: `#/components/schemas/${schema}` }).properties as object);
}
/** The titles of the views of a page, except views that the page itself draws. */
function viewsOf(page: string): string[] {
  return [...read(page).matchAll(/title: '([^']+)', view: (?!null)/g)].map(([, title]) => title!);
}
/** The environment variables that sources of the suite read by name. */
function variablesOfSuite(): string[] {
  const sources = FILES.filter((file) => /^conformance\/.*(?<!\.test)\.ts$/.test(file));
  const found = sources.flatMap((file) => [...read(file).matchAll(/\b(?:environment|env)\['(\w+)'\]/g)]);
  return [...new Set(found.map(([, name]) => name!))];
}
/** The words of `x-kit-effect`: what calls of the admin API do, and the aspects of an account that they change. */
function effectWords(): string[] {
  return loadAdminContract().operations.flatMap(({ effect }) =>
    'changes' in effect ? [effect.does, ...effect.changes] : [effect.does],
  );
}
const PROFILE = 'conformance/run/target/generated/profile.json';
/** Lists that documents repeat, as code or in bold. */
const LISTED: readonly [what: string, names: readonly string[], documents: readonly string[]][] = [
  ['kind of report', FILE_KINDS, ['conformance/reports/README.md', 'docs/ci.md', 'docs/client-rules.md']],
  ['metric', Object.keys(METRICS), ['docs/a-mock-for-the-whole-team.md']],
  ['environment variable of the suite', variablesOfSuite(), ['docs/reference.md']],
  ['role of keys', KEY_ROLES, ['docs/verify.md']],
  ['field of the profile', membersOf(PROFILE, 'Profile'), ['docs/verify.md']],
  ['member of a fault', membersOf('spec/generated/admin.json', 'NewFault'), ['docs/mock.md']],
  ['word of an effect', effectWords(), ['spec/admin.openapi.yaml']],
  ['account at the start', seededAccounts.map(({ key }) => key), ['README.md']],
  ['view of the live page', viewsOf('mock-server/pages/app/main.js'), ['docs/mock.md']],
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('the documents', () => {
  it.each(texts)('%s links only to files and headings that exist', (name) => {
    const links = [...withoutCode(read(name)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const broken = links.filter(([, path = '', heading]) => {
      const file = path === '' ? join(root, name) : join(root, dirname(name), path);
      return (
        !existsSync(file) || (heading !== undefined && !headingsIn(readFileSync(file, 'utf8')).has(heading))
      );
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it.each(texts)('%s names only npm scripts, clauses, mutants and effects that exist', (name) => {
    const text = read(name);
    const named = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, word]) => word!);
    expect(named(/npm run (?:-s )?([a-z:]+)/g).filter((script) => scripts[script] === undefined)).toEqual([]);
    const { clauses } = loadClauses();
    const known = new Set([
      ...mutants.map((mutant) => mutant.name),
      ...clauses.flatMap(({ id, group }) => [id, group]),
      ...clientRuleIds,
      'its-name',
      'NAME',
    ]);
    expect(named(/ --only ([A-Za-z0-9-]+)(?!\/)\b/g).filter((word) => !known.has(word))).toEqual([]);
    expect(
      named(/"?effect"?: ["']([a-z-]+)["']/g).filter((effect) => !Object.hasOwn(FAULT_EFFECTS, effect)),
    ).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'test/README.md'])(
    '%s names only files that exist, and names that the named file contains',
    (name) => {
      const text = read(name)
        .replace(/^```[^]*?^```$/gm, '')
        .replace(/\[(`[^`\n]+`)\]\([^)\s]+\)/g, '$1');
      const named = [...text.matchAll(/`([\w./-]+\.(?:ts|js|mjs|yaml|json|css|md))`/g)].map(
        ([, file]) => file!,
      );
      expect(named.filter((file) => filesNamed(file).length === 0)).toEqual([]);
      expect(named.length).toBeGreaterThan(5);
      const placed = [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `([\w./-]+\.(?:ts|js|yaml))`/g)];
      const missing = placed.flatMap(([, words, file]) =>
        words!
          .match(/\w+(?=`)/g)!
          .filter((word) => !filesNamed(file!).some((each) => read(each).includes(word)))
          .map((word) => `${word} in ${file}`),
      );
      expect(missing).toEqual([]);
    },
  );

  it.each(LISTED)('name each %s', (_what, names, documents) => {
    const missing = documents.flatMap((document) => {
      const marked = read(document).match(/`[^`\n]+`|\*\*[^*\n]+\*\*/g)!;
      const named = new Set(marked.join(' ').match(/\w[\w-]*/g));
      return names.filter((name) => !named.has(name)).map((name) => `${name} in ${document}`);
    });
    expect(names.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  it('README.md has at most 180 lines, and links to every guide', () => {
    const readme = read('README.md');
    expect(readme.split('\n').length).toBeLessThanOrEqual(181);
    expect(guides.filter((name) => !readme.includes(`(docs/${name})`))).toEqual([]);
  });
});

/** Returns the paths of files with this name or end of a path. */
function filesNamed(name: string): string[] {
  return FILES.filter((file) => `/${file}`.endsWith(`/${name}`));
}

function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}

function headingsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchorOf(title!)));
}
