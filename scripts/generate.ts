/**
 * Writes the generated/ folders from what is written by hand: `npm run generate`. Types for the compiler, the
 * documents as JSON, which a program reads twenty times faster than YAML, and the search's loops as WebAssembly.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { createGenerator } from 'ts-json-schema-generator';
import wabt from 'wabt';
import { parse } from 'yaml';
import { packSchema } from '../conformance/pack/grammar/pack-schema.js';
import { withTables } from '../conformance/pack/grammar/tables.js';
import { loadPacks } from '../conformance/pack/load-packs.js';
import { loadDocuments } from '../conformance/pack/model/documents.js';
import { packPaths, scenariosOf } from '../conformance/run/scenarios.js';
import { parseClauses } from '../spec/parse-clauses.js';
import { parseClientRules } from '../spec/parse-clients.js';
import type { ClientRules } from '../spec/clients.js';
import { readOpenApi } from '../spec/read-openapi.js';
import { makePools } from './generate-pools.js';

const root = new URL('../', import.meta.url);

/** The generated files: what makes each, and from which document. */
export const generatedFiles = [
  { file: 'spec/generated/openapi.ts', document: 'spec/openapi.yaml', generate: types },
  { file: 'spec/generated/openapi.json', document: 'spec/openapi.yaml', generate: openApiJson },
  { file: 'spec/generated/admin.ts', document: 'spec/admin.openapi.yaml', generate: types },
  { file: 'spec/generated/admin.json', document: 'spec/admin.openapi.yaml', generate: openApiJson },
  { file: 'spec/generated/clauses.json', document: 'spec/clauses.yaml', generate: clausesJson },
  { file: 'spec/generated/ids.ts', document: 'spec/clauses.yaml', generate: ids },
  { file: 'spec/generated/clients.json', document: 'spec/clients.yaml', generate: clientsJson },
  { file: 'spec/generated/client-ids.ts', document: 'spec/clients.yaml', generate: clientIds },
  {
    file: 'conformance/report.schema.json',
    document: 'conformance/judge/report.ts',
    generate: reportSchema,
  },
  {
    file: 'mock-server/generated/options.ts',
    document: 'mock-server/options.schema.yaml',
    generate: types,
  },
  {
    file: 'mock-server/generated/options.json',
    document: 'mock-server/options.schema.yaml',
    generate: jsonOf,
  },
  { file: 'mock-server/pages/generated/scenarios.json', document: 'conformance/packs/', generate: scenarios },
  { file: 'fixtures/generated/tables.json', document: 'fixtures/data/', generate: tables },
  { file: 'fixtures/generated/pools.json', document: 'scripts/generate-pools.ts', generate: pools },
  { file: 'test/worlds/generated/tables.json', document: 'test/worlds/data/', generate: tables },
  { file: 'conformance/pack.schema.json', document: 'conformance/pack/grammar/', generate: schema },
  { file: 'conformance/INTERPRETING.md', document: 'conformance/INTERPRETING.md', generate: tablesOf },
  {
    file: 'mock-server/search/generated/bitmap-loops.ts',
    document: 'mock-server/search/bitmap.wat',
    generate: wasm,
  },
];

async function types(document: string): Promise<string> {
  const source = astToString(await openapiTS(new URL(document, root), { defaultNonNullable: false }));
  return `${generatedFrom(document)}\n${source}`;
}

/** Throws YamlError for keywords that the loader does not understand. */
async function openApiJson(document: string): Promise<string> {
  return json(document, readOpenApi(await readFile(new URL(document, root), 'utf8'), document));
}

async function jsonOf(document: string): Promise<string> {
  return json(document, parse(await readFile(new URL(document, root), 'utf8')) as object);
}

/** Throws YamlError. */
async function clausesJson(document: string): Promise<string> {
  return json(document, parseClauses(await readFile(new URL(document, root), 'utf8'), document));
}

/** The ids of clauses, readings and choices as types, so that a misspelt one does not compile. Throws YamlError. */
async function ids(document: string): Promise<string> {
  const { groups, clauses, readings } = parseClauses(
    await readFile(new URL(document, root), 'utf8'),
    document,
  );
  const byGroup = groups.map(({ id }) => clauses.filter(({ group }) => group === id).map(quotedId));
  const choicesOf = readings.map((reading) => ({
    id: quotedId(reading),
    choices: reading.choices.map(quotedId),
  }));
  return [
    generatedFrom(document),
    'export type ClauseId =',
    byGroup.map((names) => `  | ${names.join(' | ')}`).join('\n') + ';',
    '',
    'export const clauseIds: readonly ClauseId[] = [',
    ...byGroup.map((names) => `  ${names.join(', ')},`),
    '];',
    '',
    '/** What each reading leaves to choose. */',
    'export interface ReadingChoices {',
    ...choicesOf.map(({ id, choices }) => `  ${id}: ${choices.join(' | ')};`),
    '}',
    '',
    'export type ReadingId = keyof ReadingChoices;',
    '',
    '/** The choices of each reading, the default first. */',
    'export const readingChoices: { readonly [Id in ReadingId]: readonly ReadingChoices[Id][] } = {',
    ...choicesOf.map(({ id, choices }) => `  ${id}: [${choices.join(', ')}],`),
    '};',
    '',
  ].join('\n');
}

/** Throws YamlError, also for a section that the source does not have. */
async function clientRules(document: string): Promise<ClientRules> {
  const [rules, clauses] = await Promise.all(
    [document, 'spec/clauses.yaml'].map((file) => readFile(new URL(file, root), 'utf8')),
  );
  return parseClientRules(rules!, parseClauses(clauses!).sections, document);
}

async function clientsJson(document: string): Promise<string> {
  return json(document, await clientRules(document));
}

async function clientIds(document: string): Promise<string> {
  const { rules, groups } = await clientRules(document);
  const byGroup = groups.map(({ id }) => rules.filter(({ group }) => group === id).map(quotedId));
  return [
    generatedFrom(document),
    'export type ClientRuleId =',
    byGroup.map((names) => `  | ${names.join(' | ')}`).join('\n') + ';',
    '',
    'export const clientRuleIds: readonly ClientRuleId[] = [',
    ...byGroup.map((names) => `  ${names.join(', ')},`),
    '];',
    '',
  ].join('\n');
}

/** What looks at each clause, for the mock's pages: the mock itself reads no packs. */
async function scenarios(document: string): Promise<string> {
  const documents = loadDocuments();
  const told = scenariosOf(loadPacks(packPaths([]), documents), documents);
  return json(document, {
    scenarios: told.map(({ id, facts: { title, clauses } }) => ({ id, title, clauses })),
  });
}

function quotedId({ id }: { id: string }): string {
  return `'${id}'`;
}

/** The YAML files of a folder, by name. */
async function tables(folder: string): Promise<string> {
  const files = (await readdir(new URL(folder, root))).filter((file) => file.endsWith('.yaml')).sort();
  const contents = await Promise.all(
    files.map(async (file) => [
      file.replace(/\.yaml$/, ''),
      parse(await readFile(new URL(folder + file, root), 'utf8')) as object,
    ]),
  );
  return json(folder, Object.fromEntries(contents) as object);
}

function pools(document: string): Promise<string> {
  return Promise.resolve(json(document, makePools()));
}

/** The grammar of packs for editors. */
function schema(document: string): Promise<string> {
  return readableJson({ 'x-generated': generatedBy(document), ...packSchema(loadDocuments()) });
}

/** The page as it stands, with its tables written again. */
async function tablesOf(document: string): Promise<string> {
  return withTables(await readFile(new URL(document, root), 'utf8'));
}

/** A WebAssembly program as text, because the published package has code and documents, and this is code. */
async function wasm(document: string): Promise<string> {
  const { parseWat } = await wabt();
  const program = parseWat(document, await readFile(new URL(document, root), 'utf8'), { threads: true });
  const bytes = Buffer.from(program.toBinary({}).buffer).toString('base64');
  return `${generatedFrom(document)}\nexport const loops =\n  '${bytes}';\n`;
}

function generatedFrom(document: string): string {
  return `// Generated from ${document} by \`npm run generate\`; do not edit.\n`;
}

/** The JSON report as a schema, from its types. */
function reportSchema(document: string): Promise<string> {
  const generator = createGenerator({
    path: fileURLToPath(new URL(document, root)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', root)),
    skipTypeCheck: true,
    additionalProperties: true,
    encodeRefs: false,
  });
  const { definitions = {} } = generator.createSchema('RunReport');
  // Parsed bodies are not written, and a later kit may know more clauses and readings.
  for (const name of ['RecordedRequest', 'RecordedResponse']) {
    const { properties, required } = definitions[name] as { properties: object; required: string[] };
    Reflect.deleteProperty(properties, 'body');
    required.splice(required.indexOf('body'), 1);
  }
  definitions['ClauseId'] = { type: 'string', pattern: '^[A-Z]+-[0-9]+$' };
  definitions['ReadingId'] = { type: 'string' };
  return readableJson({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: generatedBy(document),
    $ref: '#/definitions/RunReport',
    definitions,
  });
}

/** JSON that people read. */
async function readableJson(value: object): Promise<string> {
  return format(JSON.stringify(value), { parser: 'json', printWidth: 110 });
}

function generatedBy(document: string): string {
  return `Generated from ${document} by npm run generate; do not edit.`;
}

function json(document: string, value: object): string {
  return `{"x-generated":"${generatedBy(document)}",\n${JSON.stringify(value).slice(1)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const { file, document, generate } of generatedFiles)
    await writeFile(new URL(file, root), await generate(document));
}
