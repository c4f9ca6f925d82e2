/**
 * `npm run package`: the package as users get it. Packs the tarball and installs it in an empty project. There, under this
 * Node and a current LTS: every entry point is imported and required, both programs run, Jest and Vitest run the README's tests, a
 * client that `--init` writes goes through courses. Then
 * the types compile for a strict consumer who installs nothing else, and every document that a text names is there. At last
 * the steps of deploy/Containerfile are run as a script.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPeers } from '../install-peers.js';
import { checkImage } from './image.js';

const root = join(import.meta.dirname, '../..');
const peers = join(root, 'scripts/opinions/node_modules');
const project = mkdtempSync(join(tmpdir(), 'job-search-kit-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

/** Runs a program in the project; what it prints is shown only when it fails. */
function run(program: string, args: readonly string[], environment: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (status === 0) return stdout;
  console.error(`${[program, ...args].join(' ')} failed:\n${stdout}\n${stderr}${error?.message ?? ''}`);
  process.exit(1);
}

/** Packs the tarball, and installs it in a project that holds the files of `consumer/`. Returns the tarball's path. */
function installTarball(): string {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  });
  const tarball = join(project, packed.trim().split('\n').at(-1)!);
  cpSync(join(import.meta.dirname, 'consumer'), project, { recursive: true });
  run('npm', ['install', '--no-audit', '--no-fund', tarball]);
  return tarball;
}

async function checkPrograms(node: string): Promise<void> {
  const bin = join(project, 'node_modules/.bin');
  const mock = spawn(node, [join(bin, 'job-search-mock'), '--port', '0', '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(mock.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const suite = [join(bin, 'job-search-conformance'), '--target', url, '--pack', 'smoke', '--quiet'];
    run(node, suite, { JOB_SEARCH_API_KEY: 'key_demo' });
  } finally {
    mock.kill();
  }
}

/** The README's test, as it stands there. */
function checkJest(node: string, readme: string): void {
  const [, test] = /```js\n(\/\/ search\.test\.js\n[\s\S]*?)```/.exec(readme) ?? [];
  if (test === undefined)
    throw new Error('README.md has no block of code that begins with "// search.test.js".');
  writeFileSync(join(project, 'search.test.js'), test);
  const jest = join(peers, 'jest/bin/jest.js');
  run(node, ['--experimental-vm-modules', jest, '--rootDir', project, '--ci'], { NODE_OPTIONS: '' });
}

/** The README's test of a client, as it stands there. */
function checkVitest(node: string, readme: string): void {
  const [test] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, text]) => text!)
    .filter((text) => text.includes('await judgeClient('));
  if (test === undefined) throw new Error('README.md has no block of code that awaits judgeClient.');
  const installed = join(project, 'node_modules/vitest');
  if (!existsSync(installed)) symlinkSync(join(root, 'node_modules/vitest'), installed);
  writeFileSync(join(project, 'keeps-the-rules.test.mts'), test);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  run(node, [vitest, 'run', '--root', project, 'keeps-the-rules']);
}

/** A client that `--init` writes, sent through two courses. */
function checkCourses(node: string, version: string): void {
  const clients = [join(project, 'node_modules/.bin/job-search-conformance'), 'clients'];
  run(node, [...clients, '--init', version, '--language', 'typescript']);
  run(node, [...clients, '--course', 'pages,lost-first-page', '--', node, join(version, 'client.mjs')]);
}

/** The types, and those that the README's command generates from the document, under both ways to resolve modules. */
function checkTypes(readme: string): void {
  const [, generate] = /^npx (openapi-typescript .*)$/m.exec(readme) ?? [];
  if (generate === undefined) throw new Error('README.md has no command that runs openapi-typescript.');
  const [program = '', ...args] = generate.split(' ');
  run(join(root, 'node_modules/.bin', program), args);
  for (const [module, resolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ] as const)
    run(join(root, 'node_modules/.bin/tsc'), [
      '-p',
      '.',
      '--module',
      module,
      '--moduleResolution',
      resolution,
    ]);
}

/** Links in the package's texts lead to files of the package, and every `job-search-kit/…` that they name is exported. */
function checkDocuments(): void {
  const installed = join(project, 'node_modules/job-search-kit');
  const texts = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const broken = texts.flatMap((name) => {
    const text = readFileSync(join(installed, name), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) =>
      join(dirname(name), link!),
    );
    return links
      .filter((link) => !existsSync(join(installed, link)))
      .map((link) => `${name} links to ${link}`);
  });
  if (broken.length > 0) throw new Error(`The package lacks what it speaks of:\n${broken.join('\n')}`);
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const named = new Set(
    [...readme.matchAll(/(?<!node_modules\/)\bjob-search-kit\/[\w./-]*\w/g)].map(([name]) => name),
  );
  run(process.execPath, ['resolve.mjs', ...named]);
}

installPeers('scripts/opinions');
const tarball = installTarball();
const readme = readFileSync(join(project, 'node_modules/job-search-kit/README.md'), 'utf8');
for (const node of [process.execPath, join(peers, '.bin/node')]) {
  const version = run(node, ['--version']).trim();
  run(node, ['imports.mjs']);
  run(node, ['requires.cjs']);
  console.log(`${version}: every entry point can be imported and required`);
  await checkPrograms(node);
  console.log(`${version}: both programs run, and the smoke pack passes`);
  checkJest(node, readme);
  console.log(`${version}: Jest runs the README's test`);
  checkVitest(node, readme);
  console.log(`${version}: Vitest runs the README's test of a client`);
  checkCourses(node, version);
  console.log(`${version}: a client written by --init passes courses`);
}
checkTypes(readme);
console.log('the types compile for a strict consumer who installs nothing else');
checkDocuments();
console.log('every document that the texts name is in the package');
// Documents have no types.
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
};
const documents = Object.keys(exports).filter((name) => /\.(yaml|json)$/.test(name));
run(join(peers, '.bin/attw'), [tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...documents]);
console.log('the exports resolve to code and types (attw)');
await checkImage(root);
console.log('the steps of deploy/Containerfile make a mock that is ready, and ends when it is told to');
