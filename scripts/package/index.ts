/** `npm run package`: checks the packed tarball in an empty project, with this Node and with a current Node. Exits with 1 if it fails. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { scratchFolder } from '../../test/support/scratch-folder.js';
import { installPeers } from '../install-peers.js';
import { checkAction } from './action.js';
import { checkImage } from './image.js';

const root = join(import.meta.dirname, '../..');
const peers = join(root, 'scripts/opinions/node_modules');
const { path: folder, remove } = scratchFolder();
process.on('exit', remove);
const project = join(folder, 'project');
const installed = join(project, 'node_modules/job-search-kit');
const bin = join(project, 'node_modules/.bin');

/** Runs a program in the project and returns its output, which is printed only if the program fails. */
function run(program: string, args: readonly string[], { cwd = project, env = {} } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout;
  console.error(`${[program, ...args].join(' ')} failed:\n${stdout}\n${stderr}${error?.message ?? ''}`);
  process.exit(1);
}

/** Returns the part of a guide that the pattern captures. Throws if there is none. */
function fromGuide(name: string, pattern: RegExp): string {
  const found = pattern.exec(fs.readFileSync(join(installed, 'docs', name), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`docs/${name} contains nothing like ${pattern}.`);
  return found;
}

/** Returns the block of a guide that `file=NAME` names. */
function fileInGuide(guide: string, file: string): string {
  return fromGuide(guide, new RegExp(`^\`\`\`\\w+ file=${file}\\n([^]*?)^\`\`\``, 'm'));
}

/** Code that only checks the product must not reach users. */
function checkContents(tarball: string): void {
  const packed = run('tar', ['-tzf', tarball], { cwd: root }).trim().split('\n');
  const apparatus = packed.filter((name) =>
    /\/(test|testing|scripts)\/|\.test\.|\/testing\.(js|d\.ts)$/.test(name),
  );
  if (apparatus.length > 0)
    throw new Error(`The package contains code that only checks the product:\n${apparatus.join('\n')}`);
}

/** Starts a mock by the command, and calls `use` with its address. */
async function withMock(command: readonly string[], env: NodeJS.ProcessEnv, use: (url: string) => void) {
  const [program = '', ...args] = command;
  const mock = spawn(program, [...args, '--port', '0', '--log', 'json'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(mock.stdout), 'line')) as [string];
    use((JSON.parse(line) as { url: string }).url);
  } finally {
    mock.kill();
  }
}

const SMOKE = ['--pack', 'smoke', '--quiet'];

async function checkPrograms(node: string): Promise<void> {
  await withMock([node, join(bin, 'job-search-mock')], process.env, (url) => {
    const suite = [join(bin, 'job-search-conformance'), '--target', url, ...SMOKE];
    run(node, suite, { env: { JOB_SEARCH_API_KEY: 'key_demo' } });
  });
}

/** Runs the mock, the suite and a course with only the executable, without Node. The course starts its own mock. */
async function checkExecutable(): Promise<void> {
  const file = join(folder, 'job-search-kit');
  run('npx', ['tsx', 'scripts/executable/index.ts', file, tarball], { cwd: root });
  const env = {
    HOME: join(folder, 'home'),
    PATH: join(folder, 'no-programs'),
    JOB_SEARCH_API_KEY: 'key_demo',
  };
  await withMock([file, 'mock'], env, (url) => {
    run(file, ['conformance', '--target', url, ...SMOKE], { env });
  });
  run(file, ['conformance', 'clients', '--init', 'from-executable', '--language', 'shell'], { env });
  const course = 'conformance clients --course pages -- /bin/bash from-executable/client.sh';
  run(file, course.split(' '), { env: { ...env, PATH: process.env['PATH']! } });
}

function checkJest(node: string): void {
  fs.writeFileSync(join(project, 'search.test.js'), fileInGuide('testing-your-client.md', 'search.test.js'));
  const jest = join(peers, 'jest/bin/jest.js');
  run(node, ['--experimental-vm-modules', jest, '--rootDir', project, '--ci'], { env: { NODE_OPTIONS: '' } });
}

function checkVitest(node: string): void {
  const test = fileInGuide('client-rules.md', 'keeps-the-rules.test.ts');
  fs.writeFileSync(join(project, 'keeps-the-rules.test.mts'), test);
  const vitest = join(project, 'node_modules/vitest');
  if (!fs.existsSync(vitest)) fs.symlinkSync(join(root, 'node_modules/vitest'), vitest);
  run(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', project, 'keeps-the-rules']);
}

function checkCourses(node: string): void {
  const made = `client-${fs.readdirSync(project).length}`;
  const clients = [join(bin, 'job-search-conformance'), 'clients'];
  run(node, [...clients, '--init', made, '--language', 'typescript']);
  run(node, [...clients, '--course', 'pages,lost-first-page', '--', node, join(made, 'client.mjs')]);
}

/** Compiles the package's types, the guide's client and its generated types, with TypeScript 5 and 7, for Node and bundlers. */
function checkTypes(): void {
  const guide = 'testing-your-client.md';
  const [program = '', ...args] = fromGuide(guide, /^npx (openapi-typescript .*)$/m).split(' ');
  run(join(root, 'node_modules/.bin', program), args);
  fs.writeFileSync(join(project, 'client.ts'), fileInGuide(guide, 'client.ts'));
  const library = join(project, 'node_modules/openapi-fetch');
  if (!fs.existsSync(library)) fs.symlinkSync(join(root, 'node_modules/openapi-fetch'), library);
  const compile = ['-p', '.', '--module'];
  for (const compiler of [join(root, 'node_modules/.bin/tsc'), join(peers, 'typescript-7/bin/tsc')])
    for (const modules of [['NodeNext'], ['ESNext', '--moduleResolution', 'Bundler']])
      run(compiler, [...compile, ...modules]);
}

/** Checks that links in the package lead to its files, and that it exports each `job-search-kit/…` that the guides name. */
function checkDocuments(): void {
  const texts = fs
    .readdirSync(installed, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'));
  const broken = texts.flatMap((name) =>
    [...fs.readFileSync(join(installed, name), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => join(dirname(name), link!))
      .filter((link) => !fs.existsSync(join(installed, link)))
      .map((link) => `${name} links to ${link}`),
  );
  if (broken.length > 0) throw new Error(`The package lacks linked files:\n${broken.join('\n')}`);
  const guides = texts.filter((name) => /^(README|docs)/.test(name));
  const all = guides.map((name) => fs.readFileSync(join(installed, name), 'utf8')).join('\n');
  const named = all.matchAll(/(?<!node_modules\/)\bjob-search-kit\/[\w./-]*\w/g);
  run(process.execPath, ['resolve.mjs', ...new Set([...named].map(([name]) => name))]);
}

/** Checks the exports with attw, except those of documents, which have no types. */
function checkExports(tarball: string): void {
  const text = fs.readFileSync(join(installed, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as { exports: Record<string, unknown> };
  const documents = Object.keys(exports).filter((name) => /\.(yaml|json)$/.test(name));
  run(join(peers, '.bin/attw'), [tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...documents]);
}

installPeers('scripts/opinions');
const packed = run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
const tarball = join(folder, packed.trim().split('\n').at(-1)!);
fs.cpSync(join(import.meta.dirname, 'consumer'), project, { recursive: true });
run('npm', ['install', '--no-audit', '--no-fund', tarball]);

const onNode: [string, (node: string) => void | Promise<void>][] = [
  ['every entry point can be imported', (node) => void run(node, ['imports.mjs'])],
  ['every entry point can be required', (node) => void run(node, ['requires.cjs'])],
  ['both programs run, and the smoke pack passes', checkPrograms],
  ["Jest runs the guide's test", checkJest],
  ["Vitest runs the guide's test of a client", checkVitest],
  ['a client that --init writes passes courses', checkCourses],
];
const ofPackage: [string, () => void | Promise<void>][] = [
  ['the package contains only product code', () => checkContents(tarball)],
  ['the types compile with TypeScript 5 and 7 for a strict consumer that installs nothing else', checkTypes],
  ['the package contains every document that its texts name', checkDocuments],
  ['the exports resolve to code and types (attw)', () => checkExports(tarball)],
  [
    'the mock starts, becomes ready and stops as in the image',
    () => checkImage(root, installed, join(folder, 'state')),
  ],
  ['the executable runs both programs and a course without Node', checkExecutable],
  [
    'the GitHub action runs the suite and writes its reports',
    () =>
      withMock([join(bin, 'job-search-mock')], process.env, (target) =>
        checkAction(root, join(folder, 'action'), { target, 'api-key': 'key_demo', flags: '--pack smoke' }),
      ),
  ],
];
for (const node of [process.execPath, join(peers, '.bin/node')]) {
  const version = run(node, ['--version']).trim();
  for (const [what, check] of onNode) {
    await check(node);
    console.log(`${version}: ${what}`);
  }
}
for (const [what, check] of ofPackage) {
  await check();
  console.log(what);
}
