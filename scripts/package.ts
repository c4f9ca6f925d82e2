/**
 * `npm run package`: the package as users get it. Packs the tarball, installs it in an empty project, and under this Node
 * and a current LTS starts both programs, runs the smoke pack and imports every entry point; then checks the types.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPeers } from './install-peers.js';

const root = join(import.meta.dirname, '..');
const peers = join(root, 'scripts/opinions/node_modules/.bin');
const project = mkdtempSync(join(tmpdir(), 'job-search-kit-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

/** What a user imports, and what must be there. */
const imports = `
import { createApp, startMock } from 'job-search-kit/mock-server';
import { runConformance, writeReport } from 'job-search-kit/conformance';
import { loadClauses, loadContract, operationIds } from 'job-search-kit/spec';
for (const each of [createApp, startMock, runConformance, writeReport, loadClauses, loadContract])
  if (typeof each !== 'function') throw new Error('an entry point lacks a function');
await (await startMock()).close();
if (loadContract().operations.length !== operationIds.length) throw new Error('operations are missing');
`;

installPeers('scripts/opinions');
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
  cwd: root,
  encoding: 'utf8',
});
const tarball = join(project, packed.trim().split('\n').at(-1)!);
writeFileSync(join(project, 'package.json'), '{ "name": "a-user", "private": true, "type": "module" }\n');
writeFileSync(join(project, 'imports.mjs'), imports);
execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball], {
  cwd: project,
  stdio: 'inherit',
});

for (const node of [process.execPath, join(peers, 'node')]) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  execFileSync(node, ['imports.mjs'], { cwd: project, stdio: 'inherit' });
  console.log(`${version}: every entry point can be imported`);
  await smoke(node);
  console.log(`${version}: both programs run, and the smoke pack passes`);
}
// The two documents are exported for tools that read YAML; they have no types.
const documents = ['./spec/openapi.yaml', './spec/admin.openapi.yaml'];
execFileSync(join(peers, 'attw'), [tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...documents], {
  stdio: 'inherit',
});

async function smoke(node: string): Promise<void> {
  const bin = join(project, 'node_modules/.bin');
  const mock = spawn(node, [join(bin, 'job-search-mock'), '--port', '0', '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(mock.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    execFileSync(node, [join(bin, 'job-search-conformance'), '--target', url, '--pack', 'smoke', '--quiet'], {
      env: { ...process.env, JOB_SEARCH_API_KEY: 'key_demo' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    mock.kill();
  }
}
