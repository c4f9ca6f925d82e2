/**
 * The opinion of four generators, whose clients must compile strictly. Two of the clients then send requests to a mock: a search
 * that fails, a search with all pages, a lookup. swagger-parser must accept both documents.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { startMock, type Mock } from '../../mock-server/index.js';
import { converse, type Client, type Received } from './clients/conversation.js';
import type { Opinion } from './recorded-run.js';

const generated = join(import.meta.dirname, 'generated');
const contract = join(import.meta.dirname, '../../spec/openapi.yaml');
const VALIDATE = `import parser from '@apidevtools/swagger-parser';
for (const name of ['openapi', 'admin.openapi']) await parser.validate('../../spec/' + name + '.yaml');
`;

/** By tool: arguments for `node` in this folder. */
const COMMANDS = {
  'swagger-parser': 'generated/validate.mjs',
  'openapi-typescript':
    '../../node_modules/.bin/openapi-typescript ../../spec/openapi.yaml -o generated/openapi-typescript/schema.ts --default-non-nullable=false',
  'hey-api': 'node_modules/.bin/openapi-ts -i ../../spec/openapi.yaml -o generated/hey-api',
  orval: 'node_modules/.bin/orval --config generated/orval.config.mjs',
  'swagger-typescript-api':
    'node_modules/.bin/swagger-typescript-api generate -p ../../spec/openapi.yaml -o generated/swagger-typescript-api -n api.ts',
  tsc: '../../node_modules/.bin/tsc -p clients/tsconfig.json',
};
/** The generators with a client in clients/. */
const TALKING = ['openapi-typescript', 'orval'];

export async function askGenerators(): Promise<Opinion> {
  await using mock = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z' });
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  const outputOf = (client: string, file: string, more = {}): object => ({
    input: contract,
    output: { target: join(generated, 'orval', file), client, ...more },
  });
  const orval = {
    client: outputOf('fetch', 'client.ts', { baseUrl: mock.url }),
    zod: outputOf('zod', 'zod.ts'),
  };
  writeFileSync(join(generated, 'validate.mjs'), VALIDATE);
  writeFileSync(join(generated, 'orval.config.mjs'), `export default ${JSON.stringify(orval)};\n`);
  const summary = [`clients of four generators compile, and two of them talk to the mock`];
  for (const [tool, args] of Object.entries(COMMANDS))
    try {
      // Some generators need a later Node than the kit.
      await promisify(execFile)('node_modules/.bin/node', args.split(' '), { cwd: import.meta.dirname });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return { summary, complaints: [`${tool}: ${`${stdout}\n${stderr}`.trim().slice(0, 2_000)}`] };
    }
  const complaints: string[] = [];
  let first: Received | null = null;
  for (const name of TALKING)
    try {
      const received = await talkThrough(name, mock);
      first ??= received;
      if (!isDeepStrictEqual(received, first))
        complaints.push(`${name}: received other values than ${TALKING[0]}: ${JSON.stringify(received)}`);
    } catch (error) {
      complaints.push(`${name}: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    }
  if (first && (first.pages < 3 || first.titles.length !== first.found || first.departments.length === 0))
    complaints.push(`The clients received too little data: ${JSON.stringify(first)}`);
  return { summary, complaints };
}

async function talkThrough(name: string, mock: Mock): Promise<Received> {
  const key = await mock.accounts.create({ credits: 5_000 });
  await mock.faults.add({ operation: 'searchJobs', effect: 'failed-search' });
  const { connect } = (await import(`./clients/${name}.js`)) as {
    connect(url: string, key: string): Client<unknown>;
  };
  return converse(connect(mock.url, key));
}
