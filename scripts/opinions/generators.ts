/**
 * The opinion of four generators. Their clients must compile strictly, and then talk to a mock: a search that fails, every page
 * by its cursor, a lookup. swagger-parser must accept both documents.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { startMock, type Mock } from '../../mock-server/index.js';
import { converse, type Client, type Told } from './clients/conversation.js';
import type { Opinion } from './recorded-run.js';

const root = join(import.meta.dirname, '../..');
const peers = join(import.meta.dirname, 'node_modules/.bin');
const generated = join(import.meta.dirname, 'generated');
const contract = join(root, 'spec/openapi.yaml');

/** The command of each generator; clients/ holds a client of the same name. */
const GENERATORS: Readonly<Record<string, { program: string; flags: string[] }>> = {
  'openapi-typescript': {
    program: join(root, 'node_modules/.bin/openapi-typescript'),
    flags: [contract, '-o', join(generated, 'openapi-typescript/schema.ts'), '--default-non-nullable=false'],
  },
  'hey-api': {
    program: join(peers, 'openapi-ts'),
    flags: ['-i', contract, '-o', join(generated, 'hey-api')],
  },
  orval: { program: join(peers, 'orval'), flags: ['--config', join(generated, 'orval.config.mjs')] },
  'swagger-typescript-api': {
    program: join(peers, 'swagger-typescript-api'),
    flags: ['generate', '-p', contract, '-o', join(generated, 'swagger-typescript-api'), '-n', 'api.ts'],
  },
};

/** Two outputs: a client that uses fetch, and zod schemas. */
const ORVAL = {
  client: {
    input: contract,
    output: {
      target: join(generated, 'orval/client.ts'),
      client: 'fetch',
      override: {
        mutator: { path: join(import.meta.dirname, 'clients/orval-fetch.ts'), name: 'orvalFetch' },
      },
    },
  },
  zod: { input: contract, output: { target: join(generated, 'orval/zod.ts'), client: 'zod' } },
};

/** Fails if swagger-parser finds the document invalid. */
const VALIDATE = `import parser from '@apidevtools/swagger-parser'; await parser.validate(process.argv[1]);`;

export async function askGenerators(): Promise<Opinion> {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  writeFileSync(join(generated, 'orval.config.mjs'), `export default ${JSON.stringify(ORVAL)};\n`);
  const complaints: string[] = [];
  const run = async (what: string, program: string, args: string[]): Promise<void> => {
    await promisify(execFile)(program, args, { cwd: import.meta.dirname }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) =>
        complaints.push(`${what}: ${`${stdout}\n${stderr}`.trim().slice(0, 2_000)}`),
    );
  };
  // Some generators need a later Node than the kit does.
  const node = join(peers, 'node');
  for (const document of ['openapi.yaml', 'admin.openapi.yaml'])
    await run('swagger-parser', node, ['--input-type=module', '-e', VALIDATE, join(root, 'spec', document)]);
  for (const [name, { program, flags }] of Object.entries(GENERATORS))
    await run(name, node, [program, ...flags]);
  if (complaints.length === 0) {
    const compiler = join(root, 'node_modules/.bin/tsc');
    await run('tsc', node, [compiler, '-p', join(import.meta.dirname, 'clients/tsconfig.json')]);
  }
  if (complaints.length === 0) complaints.push(...(await talk(Object.keys(GENERATORS))));
  const clients = Object.keys(GENERATORS).length;
  return { summary: [`${clients} generated clients compile and talk to the mock`], complaints };
}

async function talk(names: readonly string[]): Promise<string[]> {
  const mock = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z' });
  try {
    const told = new Map<string, Told | string>();
    for (const name of names) told.set(name, await talkThrough(name, mock));
    const [first] = told.values();
    const complaints = [...told].flatMap(([name, each]) => {
      if (typeof each === 'string') return [`${name}: ${each}`];
      return isDeepStrictEqual(each, first)
        ? []
        : [`${name}: reads other values than ${names[0]}: ${JSON.stringify(each)}`];
    });
    if (
      typeof first === 'object' &&
      (first.pages < 3 || first.titles.length !== first.found || first.departments.length === 0)
    )
      complaints.push(`${names[0]}: too little data to read: ${JSON.stringify(first)}`);
    return complaints;
  } finally {
    await mock.close();
  }
}

/** Returns what the client received, or why it failed. */
async function talkThrough(name: string, mock: Mock): Promise<Told | string> {
  const key = await mock.accounts.create({ credits: 5_000 });
  mock.faults.add({ operation: 'searchJobs', effect: 'failed-search' });
  try {
    const { connect } = (await import(`./clients/${name}.js`)) as {
      connect(url: string, key: string): Client<unknown>;
    };
    return await converse(connect(mock.url, key));
  } catch (error) {
    return error instanceof Error ? error.message : JSON.stringify(error);
  }
}
