/** Checks which folder imports which, and other rules about all sources, by reading the sources as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadClauses } from '../spec/index.js';
import { casesOf } from '../test/support/cases.js';

const root = new URL('../', import.meta.url).pathname;

interface ImportRule {
  mayImport: string;
  remedy: string;
}

const cases = casesOf<{
  rules: Record<string, ImportRule>;
  ofSuite: Record<string, ImportRule>;
  imports: [file: string, specifier: string, complaint: string | null][];
  forms: string[];
  senders: string[];
}>(import.meta.filename);

const rules = {
  ...cases.rules,
  ...Object.fromEntries(
    Object.entries(cases.ofSuite).map(([folder, { mayImport, remedy }]) => [
      `conformance/${folder}`,
      { mayImport: mayImport.replace(/\S+/g, 'conformance/$&'), remedy },
    ]),
  ),
};

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Paths of all modules in a folder, tests and those of pages included. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[tj]s$/.test(name) && !name.split(sep).includes('node_modules'))
    .map((name) => join(folder, name));
}

const files = Object.keys(rules)
  .filter((folder) => !folder.includes('/'))
  .flatMap(sourcesIn)
  .filter((name) => !name.endsWith('.test.ts'));

/** Relative paths, and this package by its name, that a source imports or resolves as a URL. */
function importsOf(source: string): { line: number; specifier: string; isUrl: boolean }[] {
  const found = source.matchAll(
    /(?:\bfrom|^import|\b(?:import|require|resolve|URL|createRequire\([^()]*\))\()\s*(['"`])(\.[^'"`]*|job-search-kit(?:\/[^'"`]*)?)\1/gm,
  );
  return [...found].map(({ 0: all, 2: specifier, index }) => ({
    line: source.slice(0, index + all.length).split('\n').length,
    specifier: specifier!,
    isUrl: all.startsWith('URL'),
  }));
}

/** The complaint about an import; null if it is allowed. */
function breach(file: string, line: number, specifier: string): string | null {
  if (!specifier.startsWith('.'))
    return `${file}:${line}: imports ${specifier}; import the file, so that these rules see its folder`;
  const target = normalize(join(dirname(file), specifier));
  const isIn = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);
  const [top = ''] = file.split(sep);
  // Between top folders, the rule of the top folder applies.
  const folder = isIn(target, top) ? Object.keys(rules).findLast((each) => isIn(file, each)) : top;
  const rule = rules[folder!];
  if (rule === undefined || [folder!, ...rule.mayImport.split(' ')].some((each) => isIn(target, each)))
    return null;
  return `${file}:${line}: ${folder}/ imports ${target}; ${rule.remedy}`;
}

/** Folders whose imports lead in a circle, such as `a -> b`: those left after each folder that imports none of the others is removed. */
function circles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map(imports);
  const importsIn = (folder: string): string[] => [...imports.get(folder)!].filter((each) => left.has(each));
  for (let size = Infinity; left.size < size;) {
    size = left.size;
    for (const folder of left.keys()) if (importsIn(folder).length === 0) left.delete(folder);
  }
  return [...left.keys()].map((folder) => `${folder} -> ${importsIn(folder).join(', ')}`);
}

/**
 * Which folder imports which. A file directly in a top folder is an entry point, so it counts as a folder of its
 * own.
 */
function folderImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const placeOf = (file: string): string => (file.split(sep).length > 2 ? dirname(file) : file);
  for (const file of files) {
    const from = placeOf(file);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const { specifier, isUrl } of importsOf(textOf(file))) {
      if (isUrl) continue;
      const place = placeOf(normalize(join(dirname(file), specifier)).replace(/\.js$/, '.ts'));
      if (place !== from) to.add(place);
    }
  }
  return imports;
}

describe('imports between folders', () => {
  it('follow common <- spec <- fixtures <- mock-server and spec <- conformance, with one exception', () => {
    expect(files.length).toBeGreaterThan(10);
    const isOwn = (file: string, path: string): boolean =>
      ['.', file.split(sep)[0]].includes(normalize(join(dirname(file), path)).split(sep)[0]);
    const breaches = files.flatMap((file) =>
      importsOf(textOf(file))
        // A file may read other files of its top folder, and know the root.
        .filter(({ specifier, isUrl }) => !isUrl || !isOwn(file, specifier))
        .map(({ line, specifier }) => breach(file, line, specifier)),
    );
    expect(breaches.filter((each) => each !== null)).toEqual([]);
  });

  it.each(cases.forms)('are recognized in %s', (source) => {
    expect(importsOf(source)).toEqual([
      expect.objectContaining({ specifier: source.includes('kit') ? 'job-search-kit/spec' : './a.js' }),
    ]);
  });

  it.each(cases.imports)('are checked: %s imports %s', (file, specifier, complaint) => {
    expect(breach(file, 7, specifier)).toBe(complaint && `${file}:7: ${complaint}`);
  });

  it('name their module as a literal, because the other tests read these names', () => {
    const computed = /\b(?:import|require)\(\s*(?:[^'"`\s)]|`[^`]*\$\{)/;
    expect(files.filter((file) => computed.test(textOf(file)))).toEqual([]);
  });

  it('do not exist in the independent service, which must not share mistakes with the kit', () => {
    const outside = sourcesIn('test/independent-service')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        importsOf(textOf(file)).flatMap(({ line, specifier }) =>
          specifier.startsWith('./') ? [] : [`${file}:${line}: imports ${specifier}; pass it as an argument`],
        ),
      );
    expect(outside).toEqual([]);
  });

  it('are not circular', () => {
    const imports = folderImports();
    expect(imports.size).toBeGreaterThan(10);
    expect(circles(imports)).toEqual([]);
  });

  it('are reported if they are circular', () => {
    const edges = Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] });
    const imports = new Map(edges.map(([from, to]) => [from, new Set<string>(to)]));
    expect(circles(imports)).toEqual(['a -> b', 'b -> c', 'c -> a']);
  });
});

it.each([
  // Import other packages on demand, as redis/connection.ts does.
  ['command.ts', /^(?!commander$|ajv|node:|[^@/]+\/.*\.ts$)|^conformance\/clients\/rules\/index\.ts$/],
  // Loaded by the first request for a page or the admin API.
  ['other-requests.ts', /^yaml$/],
])('mock-server/%s imports nothing like %s, so that the mock starts quickly', (entry, unwanted) => {
  const reached = new Set([`mock-server/${entry}`]);
  for (const file of reached) {
    if (!file.endsWith('.ts')) continue;
    for (const [, name] of textOf(file).matchAll(
      /^(?:import|export) (?!type\b)(?:[^;'=]*\bfrom )?'([^']+)';/gm,
    ))
      reached.add(name!.startsWith('.') ? join(dirname(file), name!).replace(/\.js$/, '.ts') : name!);
  }
  expect(reached.size).toBeGreaterThan(50);
  expect([...reached].filter((each) => unwanted.test(each))).toEqual([]);
});

it('each program writes to the terminal in one file, which escapes control characters', () => {
  const writers = files.filter((file) =>
    /\bconsole\.|\bstd(?:out|err)\b(?!\.on\()|\bwriteSync\(|\b(?:write|append)\w*\([12],|\bemitWarning\b|\b_rawDebug\b/.test(
      textOf(file),
    ),
  );
  expect(writers.sort()).toEqual(['common/terminal.ts', 'conformance/command-context.ts']);
});

it('pages insert texts only as text, never as HTML', () => {
  const inserts =
    /\b(?:inner|outer)HTML\b|\bdangerouslySet|\binsertAdjacentHTML\b|\bdocument\.write|\bcreateContextualFragment\b/;
  const modules = files.filter((file) => file.endsWith('.js') && !file.includes('generated'));
  expect(modules.length).toBeGreaterThan(30);
  expect(modules.filter((file) => inserts.test(textOf(file)))).toEqual([]);
});

it('the suite sends requests through wire.ts, which asks the budget; other files only call an admin API or relay a client', () => {
  const senders = files.filter(
    (file) =>
      /^conformance\/.*\.ts$/.test(file) &&
      /\b(?:fetch|WebSocket|EventSource)\b|^(?:im|ex)port \{[^}]*\b(?:send|requestTo)\b[^}]*\} from .*http-client\.js'|'(?:node:(?:https?|http2|dgram|net|tls)|undici)'|\b(?:from|import|require)[ (]'(?:https?|http2|dgram|net|tls)'/m.test(
        textOf(file).replace(/^import type .*$|\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, ''),
      ),
  );
  expect(senders.sort()).toEqual(cases.senders);
});

it('no program depends on the language or the time zone of its machine', () => {
  const local =
    /\.toLocale\w*\((?:undefined\b|\))|\.localeCompare\([^,()]*(?:, undefined)?\)|\bget(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(\)|\bIntl\.\w+\((?:undefined\b|\))|\bIntl\.DateTimeFormat\b|\.to(?:Date|Time)String\(\)/;
  expect(files.filter((file) => file.endsWith('.ts') && local.test(textOf(file)))).toEqual([]);
});

it('postings, judgements and reports follow from their input alone, without chance, clock or environment', () => {
  const pure = /^(?:fixtures|conformance\/(?:judge|model|reports|clients\/rules))\//;
  const other =
    /\bMath\.random\b|\brandom(?:UUID|Bytes|Int|Fill)|\bgetRandomValues\b|\bDate\.now\b|\bDate\(\)|\bperformance\.\w|\bprocess\.(?:env|platform|hrtime)\b|'node:os'/;
  expect(files.filter((file) => pure.test(file) && file.endsWith('.ts') && other.test(textOf(file)))).toEqual(
    [],
  );
});

it('each file that makes a temporary folder removes it; tests call temporaryFolder()', () => {
  const left = ['common', 'spec', 'fixtures', 'mock-server', 'conformance', 'scripts', 'test']
    .flatMap((folder) => sourcesIn(folder))
    .filter((file) => {
      const source = textOf(file);
      return (
        /\bmkdtemp(Sync)?\(/.test(source) && (file.endsWith('.test.ts') || !/\brm(Sync)?\(/.test(source))
      );
    });
  expect(left).toEqual([]);
});

it('the lock file contains no download addresses', () => {
  expect(textOf('package-lock.json')).not.toContain('"resolved"');
});

it('each entry point of the package is built, imported, required and compiled', () => {
  const { exports } = JSON.parse(textOf('package.json')) as {
    exports: Record<string, string | { default: string }>;
  };
  const lacks = (file: string, text: string) => (textOf(file).includes(text) ? [] : `${file} lacks ${text}`);
  const lacking = Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace(/^\.\/dist\/(.*)\.js$/, '"$1.ts"');
    const consumers = ['imports.mjs', 'requires.cjs', 'use.ts'].map(
      (file) => `scripts/package/consumer/${file}`,
    );
    const imported = name.replace(/^\./, 'job-search-kit');
    return [lacks('tsconfig.build.json', source), consumers.map((file) => lacks(file, `'${imported}'`))].flat(
      2,
    );
  });
  expect(lacking).toEqual([]);
});

describe('a further choice of a reading', () => {
  const packs = readdirSync(join(root, 'conformance/packs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('conformance/packs', name));
  const sources = [...files, ...packs].filter((name) => !name.includes('generated'));
  // Statuses are in too many files to look for.
  const readings = loadClauses().readings.filter(
    ({ choices }) => choices.length > 1 && !choices.every(({ id }) => /^\d+$/.test(id)),
  );

  /** Names the choices that no file about their reading has, and these files. */
  function lacking(
    of: readonly { id: string; choices: readonly { id: string }[] }[],
    folders: RegExp,
    has: (text: string, choice: string) => boolean,
  ): string[] {
    const texts = sources.filter((name) => folders.test(name)).map((name) => [name, textOf(name)] as const);
    return of.flatMap(({ id, choices }) => {
      const named = new RegExp(`(?:reading: |['"])${id}(?![\\w-])`);
      const about = texts.filter(([, text]) => named.test(text));
      const missing = choices.filter((each) => !about.some(([, text]) => has(text, each.id)));
      const places = about.map(([name]) => name).join(', ');
      return missing.map((each) => `${id}: no ${each.id} in ${places}`);
    });
  }

  it('is reported by a pack, an oracle or the preflight', () => {
    const hasWord = (text: string, choice: string): boolean => text.split(/[^\w-]+/).includes(choice);
    expect(lacking(readings, /^conformance\/(judge|model|pack|packs|run)\//, hasWord)).toEqual([]);
  });

  it('is made by the mock if the reading has a switch; the default needs no condition', () => {
    const switches = readings
      .filter((each) => each.switch)
      .map((each) => ({ ...each, choices: each.choices.filter(({ id }) => id !== each.default) }));
    const hasText = (text: string, choice: string): boolean => text.includes(`'${choice}'`);
    expect(lacking(switches, /^mock-server\//, hasText)).toEqual([]);
  });
});
