/**
 * Runs the fenced blocks of README.md and docs/ as pasted, with a separate folder and mock for each document.
 *
 * A block of `sh` must exit with 0, or with N if its info string contains `exit=N`. With `file=NAME`, the block is first written
 * to that file. `not-run: REASON` skips a block. Servers are stopped as soon as they are ready; runs of the whole suite use only the
 * smoke pack, and runs of courses only one course.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolderOfFile } from '../test/support/temporary-folder.js';
import { prepareData, startMock } from '../mock-server/index.js';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const documents = ['README.md', ...guides.map((name) => `docs/${name}`)];

interface Block {
  /** The document and line, such as `docs/mock.md:42`. */
  at: string;
  language: string;
  /** The rest of the info string, after the language. */
  info: string;
  text: string;
}

function blocksOf(name: string): Block[] {
  const text = read(name);
  return [...text.matchAll(/^```(\w*) ?(.*)\n([^]*?)^```$/gm)].map((found) => ({
    at: `${name}:${text.slice(0, found.index).split('\n').length}`,
    language: found[1]!,
    info: found[2]!,
    text: found[3]!,
  }));
}

const programs = inject('programs');
const place = temporaryFolderOfFile();

/** Replacements for npx and npm, which run the compiled programs, and for curl, which fails if the mock refuses a request. */
const BINARIES = {
  npx: `case $1 in
  job-search-mock) shift; exec node ${place}/until-ready.mjs ${programs}/mock-server/main.js "$@" --port 0 ;;
  job-search-conformance) shift; exec ${place}/bin/suite ${programs}/conformance/main.js "$@" ;;
  vitest) shift; exec node ${root}/node_modules/vitest/vitest.mjs "$@" --testTimeout 60000 ;;
  *) exec ${root}/node_modules/.bin/"$@" ;;
esac`,
  npm: `case "$1 $2" in
  start*) shift; [ "$1" = -- ] && shift; exec "$(dirname "$0")/npx" job-search-mock "$@" ;;
  'run workbench') shift 2; [ "$1" = -- ] && shift; exec node ${place}/until-ready.mjs ${programs}/scripts/conformance.js workbench "$@" --port 0 ;;
  'run conformance') shift 2; [ "$1" = -- ] && shift; exec ${place}/bin/suite ${programs}/scripts/conformance.js "$@" ;;
  'run fixtures') shift 2; [ "$1" = -- ] && shift; exec node ${programs}/scripts/fixtures.js "$@" ;;
  *) echo "npm $* is not known here" >&2; exit 99 ;;
esac`,
  suite: `program=$1; shift
case " $* " in
  *' watch '* | *' workbench '*) exec node ${place}/until-ready.mjs $program "$@" --port 0 ;;
  ' explore '*) exec node $program "$@" --steps 40 ;;
  ' clients -- '*) shift; exec node $program clients --course pages "$@" ;;
  *' clients '* | *' judge '* | *' --pack '* | *' --only '* | *' --list '* | *' --help '* | *' --version '*) exec node $program "$@" ;;
  *) exec node $program --pack smoke "$@" ;;
esac`,
  curl: `PATH=\${PATH#*:} exec curl --fail-with-body "$@"`,
};

/** Starts a program, and stops it as soon as it prints its address. */
const UNTIL_READY = `import { spawn } from 'node:child_process';
const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'pipe', 'pipe'] });
let isReady = false;
for (const [from, to] of [[child.stdout, process.stdout], [child.stderr, process.stderr]])
  from.on('data', (text) => {
    to.write(text);
    if (isReady || !/(?<!A mock listens on )http:\\/\\/[\\w.]+:\\d/.test(text)) return;
    isReady = true;
    child.kill();
  });
child.on('close', (status) => process.exit(isReady ? 0 : (status ?? 1)));
`;

function makeTools(): void {
  mkdirSync(join(place, 'bin'));
  for (const [name, script] of Object.entries(BINARIES))
    writeFileSync(join(place, 'bin', name), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  writeFileSync(join(place, 'until-ready.mjs'), UNTIL_READY);
  // The package as published, without types. Copied, since Vitest transforms each module of a dist/ that is a link.
  const kit = join(place, 'node_modules/job-search-kit');
  for (const folder of ['spec', 'fixtures', 'common', 'mock-server', 'conformance'])
    cpSync(join(programs, folder), join(kit, 'dist', folder), { recursive: true });
  writeFileSync(join(kit, 'package.json'), read('package.json'));
  for (const folder of ['spec', 'docs', 'conformance', 'deploy'])
    symlinkSync(join(root, folder), join(kit, folder));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
}

const run = promisify(execFile);

/** The environment of commands: that of a reader, without the variables that Vitest sets in its workers. */
function environment(url: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH: `${join(place, 'bin')}:${PATH}`,
    HOME,
    no_proxy: '*',
    TARGET: url,
    JOB_SEARCH_API_KEY: 'key_demo',
    MOCK: url,
    TOKEN: 'token-of-the-team',
  };
}

/** Runs the blocks of a document in order. Throws if one does not exit with the stated status. */
async function runBlocks(name: string, url: string): Promise<void> {
  const folder = join(place, name.replace(/\W/g, '-'));
  mkdirSync(folder);
  symlinkSync(join(place, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  for (const { at, language, info, text } of blocksOf(name)) {
    if (info.startsWith('not-run: ')) continue;
    const [, file] = /\bfile=(\S+)/.exec(info) ?? [];
    const here = text
      .replaceAll('http://127.0.0.1:4010', url)
      .replaceAll('https://api.your-deployment.example', url);
    if (file !== undefined) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), here);
    } else if (language === 'json') JSON.parse(text);
    else if (language === 'yaml') await runJobs(at, parse(here), folder, url);
    else if (language === 'sh')
      await runScript(at, here, Number(/exit=(\d+)/.exec(info)?.[1] ?? 0), folder, url);
    else if (language !== 'text')
      throw new Error(`${at}: a block of "${language}" needs file=NAME or not-run: REASON`);
  }
}

async function runScript(
  at: string,
  script: string,
  status: number,
  cwd: string,
  url: string,
): Promise<void> {
  const ended = await run('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    env: environment(url),
    timeout: 300_000,
    maxBuffer: 64 << 20,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  if (ended.code !== status)
    throw new Error(
      `${at} exited with ${ended.code}, not ${status}:\n${script}\n${ended.stdout}\n${ended.stderr}`,
    );
}

/** Runs the commands in a CI workflow that use the suite. */
async function runJobs(at: string, value: unknown, folder: string, url: string): Promise<void> {
  if (typeof value === 'string' && value.includes('npx job-search-conformance '))
    await runScript(at, value, 0, folder, url);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) await runJobs(at, each, folder, url);
}

// Long, so that a loaded machine does not fail them.
describe('the documents', { timeout: 600_000 }, () => {
  makeTools();
  const data = prepareData({});

  it.concurrent.each(documents)('%s has only commands that run as pasted', async (name) => {
    await using mock = await startMock({ shared: await data });
    await runBlocks(name, mock.url);
  });

  it.each(documents)('%s gives a reason for each block that does not run', (name) => {
    const silent = blocksOf(name).filter(({ info }) => /^not-run(?!: \S+ \S+)/.test(info));
    expect(silent.map(({ at }) => at)).toEqual([]);
  });
});
