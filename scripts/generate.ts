/**
 * `npm run generate`: writes the generated/ folders. They contain types for the compiler, the documents as JSON, which programs
 * read twenty times faster than YAML, and the loops of the search as WebAssembly.
 */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format } from 'prettier';
import { createGenerator } from 'ts-json-schema-generator';
import wabt from 'wabt';
import { parse } from 'yaml';
import { loadPacks, packPaths } from '../conformance/pack/load-packs.js';
import { FACTS } from '../conformance/pack/language/facts.js';
import { KEY_ROLES } from '../conformance/pack/language/inputs.js';
import { loadDocuments } from '../conformance/pack/model/documents.js';
import { scenariosOf } from '../conformance/run/plan/scenarios.js';
import { operationIds } from '../spec/contract.js';
import { clientRuleIds, type ClientRules } from '../spec/clients.js';
import { operationsIn, resolve, type Json, type JsonObject } from '../spec/document.js';
import { makePools } from './generate-pools.js';
import { packSchema, predicateTypes, withTables } from './pack-grammar.js';
import { parseClauses, parseClientRules } from './read-spec/parse-clauses.js';
import { namesIn, oneOf, readEntries } from './read-spec/read-yaml.js';
import { readOpenApi } from './read-spec/read-openapi.js';
import { referenceTables } from './reference.js';

const root = new URL('../', import.meta.url);

type Generate = (document: string) => string | Promise<string>;

/** By document: the files that are made from it. A name without a folder is in `generated/` beside the document. */
const GENERATORS: Readonly<Record<string, Readonly<Record<string, Generate>>>> = {
  'spec/openapi.yaml': {
    'openapi.ts': types,
    'openapi.json': jsonOf(openApi),
    'operation-ids.ts': idsOfOperations,
    'fixtures/generated/empty-job.json': jsonOf(emptyJob),
  },
  'spec/admin.openapi.yaml': { 'admin.ts': types, 'admin.json': jsonOf(openApi) },
  'spec/clauses.yaml': { 'clauses.json': jsonOf(clausesIn), 'ids.ts': ids },
  'spec/clients.yaml': { 'clients.json': jsonOf(clientRules), 'client-ids.ts': clientIds },
  'conformance/clients/courses/courses.yaml': { 'courses.json': jsonOf(courses) },
  'conformance/cli/commands.yaml': { 'commands.ts': ofYaml },
  'conformance/run/target/profile.schema.yaml': {
    'profile.ts': async (document) => types(document, await profile(document)),
    'profile.json': jsonOf(profile),
  },
  'conformance/run/survey/survey.schema.yaml': { 'survey.json': jsonOf(survey) },
  'conformance/judge/report.ts': { 'conformance/report.schema.json': reportSchema },
  'mock-server/options.schema.yaml': { 'options.ts': types, 'options.json': jsonOf(yamlOf) },
  'conformance/values/names.yaml': { 'names.ts': ofYaml },
  'conformance/wire/causes.yaml': { 'causes.ts': ofYaml },
  'conformance/pack/language/facts.yaml': { 'facts.ts': facts },
  'conformance/pack/language/inputs.yaml': { 'inputs.ts': ofYaml },
  'conformance/pack/language/matchers.yaml': { 'matchers.ts': ofYaml },
  'conformance/pack/predicates/predicates.yaml': {
    'predicates.ts': (document) => `${generatedFrom(document)}\n${predicateTypes()}`,
  },
  // The schema that validates packs.
  'conformance/pack/grammar/grammar.yaml': { 'conformance/pack.schema.json': schema },
  'conformance/reports/app/file.js': { 'conformance/reports/generated/page.js': oneScript },
  'conformance/packs/': { 'mock-server/pages/generated/scenarios.json': jsonOf(scenarios) },
  'mock-server/domain/problems.yaml': { 'problems.ts': ofYaml },
  'mock-server/admin/metrics.yaml': { 'metrics.ts': ofYaml },
  'mock-server/state/refusals.yaml': { 'refusals.ts': ofYaml },
  'mock-server/pages/examples.yaml': { 'examples.json': jsonOf(yamlOf) },
  'mock-server/search/bitmap.wat': { 'bitmap-loops.ts': wasm },
  'fixtures/data/': { 'fixtures/generated/tables.json': jsonOf(tables) },
  'scripts/generate-pools.ts': { 'fixtures/generated/pools.json': jsonOf(makePools) },
  'test/independent-service/accounts.yaml': { 'accounts.ts': ofYaml },
  'test/independent-service/body.schema.yaml': { 'body.ts': types },
  'test/independent-service/endpoints.yaml': { 'endpoints.ts': ofYaml },
  'test/independent-service/habits.yaml': { 'habits.ts': ofYaml },
  'test/independent-service/market.yaml': { 'market.ts': ofYaml },
  'test/right-service/habits.yaml': { 'habits.ts': ofYaml },
  'test/samples/samples.yaml': { 'samples.ts': ofYaml },
  'test/worlds/data/': { 'test/worlds/generated/tables.json': jsonOf(tables) },
  'conformance/INTERPRETING.md': {
    'conformance/INTERPRETING.md': async (document) => withTables(await read(document)),
  },
  'docs/reference.md': {
    'docs/reference.md': async (document) => withTables(await read(document), await referenceTables()),
  },
};
export const generatedFiles = Object.entries(GENERATORS).flatMap(([document, files]) =>
  Object.entries(files).map(([name, generate]) => {
    const file = name.includes('/') ? name : `${dirname(document)}/generated/${name}`;
    return { file, document, generate };
  }),
);

function read(document: string): Promise<string> {
  return readFile(new URL(document, root), 'utf8');
}

async function types(document: string, content: object = new URL(document, root)): Promise<string> {
  const source = astToString(await openapiTS(content as OpenAPI3, { defaultNonNullable: false }));
  return `${generatedFrom(document)}\n${source}`;
}

/** Throws YamlError for keywords that the loader does not support. */
async function openApi(document: string): Promise<object> {
  return readOpenApi(await read(document), document);
}

async function yamlOf(document: string): Promise<object> {
  return parse(await read(document)) as object;
}

/** Throws YamlError. */
async function clausesIn(document: string): Promise<ReturnType<typeof parseClauses>> {
  return parseClauses(await read(document), document);
}

/** The schemas of a profile, with the names of keys, operations and readings. */
async function profile(document: string): Promise<object> {
  const { readings } = await clausesIn('spec/clauses.yaml');
  return withNames(document, 'Profile', {
    keys: KEY_ROLES.map((role) => [role, reference('Secret')]),
    rateLimits: operationIds.map((id) => [id, reference('RateLimit')]),
    readings: readings.map(({ id, choices }) => [id, { enum: choices.map((each) => each.id) }]),
  });
}

function survey(document: string): Promise<object> {
  return withNames(document, 'Survey', { facts: [...FACTS.keys()].map((name) => [name, reference('Fact')]) });
}

/** Returns the document with additional properties in some schemas, from `names`. */
async function withNames(
  document: string,
  schema: string,
  names: Record<string, [name: string, schema: Json][]>,
): Promise<object> {
  const whole = (await yamlOf(document)) as JsonObject;
  const members = resolve(whole, reference(schema))['properties'] as Record<string, JsonObject>;
  for (const [name, parts] of Object.entries(names)) members[name]!['properties'] = Object.fromEntries(parts);
  return whole;
}

function reference(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` };
}

/** The ids of clauses, and of readings with their choices, the default first. Throws YamlError. */
async function ids(document: string): Promise<string> {
  const { clauses, readings } = await clausesIn(document);
  const choices = readings.map((each) => [each.id, each.choices.map(idOf)]);
  return constants(document, { clauseIds: clauses.map(idOf), readingChoices: Object.fromEntries(choices) });
}

async function clientIds(document: string): Promise<string> {
  const { rules } = await clientRules(document);
  return constants(document, { clientRuleIds: rules.map(idOf) });
}

/** Throws YamlError, also for a section that the source does not contain. */
async function clientRules(document: string): Promise<ClientRules> {
  const { sections } = await clausesIn('spec/clauses.yaml');
  return parseClientRules(await read(document), sections, document);
}

/** Throws YamlError for a course that does not match the schema in its folder. */
async function courses(document: string): Promise<object> {
  const source = readEntries(await read(document), document);
  const schema = (await yamlOf(document.replace('.yaml', '.schema.yaml'))) as JsonObject;
  const { components } = (await openApi('spec/admin.openapi.yaml')) as Record<
    string,
    Record<string, JsonObject>
  >;
  const { NewFault, ...others } = components!['schemas'] as Record<string, JsonObject>;
  const onRetry = { const: true };
  source.check(schema, {
    ...others,
    Fault: { ...NewFault!, properties: { ...(NewFault!['properties'] as JsonObject), onRetry } },
    Postings: oneOf(namesIn(source.value['postings'])),
    Search: oneOf(namesIn(source.value['searches'])),
    Rule: oneOf(clientRuleIds),
  });
  return source.value;
}

/** The ids of the operations, in the order of the source. */
async function idsOfOperations(document: string): Promise<string> {
  const found = operationsIn((await openApi(document)) as JsonObject);
  return constants(document, { operationIds: found.map(({ operation }) => operation['operationId']) });
}

const idOf = ({ id }: { id: string }): string => id;

/** The scenarios of each clause, for pages of the mock, which cannot read packs. */
function scenarios(): object {
  const documents = loadDocuments();
  const all = scenariosOf(loadPacks(packPaths([]), documents), documents);
  return { scenarios: all.map(({ id, facts: { title, clauses } }) => ({ id, title, clauses })) };
}

async function ofYaml(document: string): Promise<string> {
  const members = Object.entries(await yamlOf(document));
  return constants(document, Object.fromEntries(members.map(([name, value]) => [name.toUpperCase(), value])));
}

/** Constants with literal types, so that a misspelt value does not compile. A list `clauseIds` also gets the type `ClauseId`. */
function constants(document: string, members: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(members).map(([name, value]) => {
    const type = /^[a-z]/.test(name) && Array.isArray(value) && name[0]!.toUpperCase() + name.slice(1, -1);
    const text = `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
    return type ? `${text}\nexport type ${type} = (typeof ${name})[number];\n` : text;
  });
  return [generatedFrom(document), ...texts].join('\n');
}

/** A posting without content, with every field of the contract. */
async function emptyJob(document: string): Promise<object> {
  const contract = (await openApi(document)) as JsonObject;
  const { properties } = resolve(contract, reference('Job'));
  return { job: Object.fromEntries(Object.keys(properties as JsonObject).map((name) => [name, null])) };
}

/** Returns the contents of the YAML files of a folder, by name. */
async function tables(folder: string): Promise<object> {
  const contents: Record<string, unknown> = {};
  for (const file of (await readdir(new URL(folder, root))).sort())
    if (file.endsWith('.yaml')) contents[file.replace(/\.yaml$/, '')] = parse(await read(folder + file));
  return contents;
}

/** The names of facts, each with its meaning, and with the reason if the data does not have it. */
async function facts(document: string): Promise<string> {
  interface Groups {
    slice: { lacks: string; facts: Record<string, string> }[];
    target: Groups['slice'];
    optional: string[];
  }
  const { slice, target, optional } = (await yamlOf(document)) as Groups;
  const [ofSlice, ofTarget] = [slice, target].map((groups) =>
    groups.flatMap(({ lacks, facts: names }) =>
      Object.entries(names).map(([name, says]): [string, object] => [name, { says, lacks }]),
    ),
  );
  const [SLICE_FACTS, TARGET_FACTS] = [Object.fromEntries(ofSlice!), Object.fromEntries(ofTarget!)];
  return constants(document, { SLICE_FACTS, TARGET_FACTS, OPTIONAL_FACTS: optional });
}

/** The JSON Schema of packs, for editors. */
function schema(document: string): Promise<string> {
  return readableJson({ 'x-generated': generatedBy(document), ...packSchema() });
}

/** Returns a module with a WebAssembly program as a text, because the published package has only code and documents. */
async function wasm(document: string): Promise<string> {
  const { parseWat } = await wabt();
  const program = parseWat(document, await read(document), { threads: true });
  const bytes = Buffer.from(program.toBinary({}).buffer).toString('base64');
  return `${generatedFrom(document)}\nexport const loops =\n  '${bytes}';\n`;
}

/** Returns a module with all its imports, because a page that is a single file loads no modules. */
async function oneScript(document: string): Promise<string> {
  const options = { bundle: true, minify: true, format: 'iife', write: false } as const;
  const banner = { js: generatedFrom(document) };
  const entryPoints = [fileURLToPath(new URL(document, root))];
  const { outputFiles } = await build({ ...options, banner, entryPoints });
  // Reports contain no control characters.
  return outputFiles[0]!.text.replaceAll('\t', '\\t');
}

/** Returns a JSON Schema of the JSON report, made from its types. */
function reportSchema(document: string): Promise<string> {
  const generator = createGenerator({
    path: fileURLToPath(new URL(document, root)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', root)),
    skipTypeCheck: true,
    additionalProperties: true,
    encodeRefs: false,
  });
  const { definitions = {} } = generator.createSchema('RunReport');
  const membersOf = (name: string): ObjectSchema => definitions[name] as ObjectSchema;
  // Reports lack parsed bodies, pack outcomes and exchanges, and a later kit may have more clauses and readings.
  const moved = { RecordedRequest: 'body', RecordedResponse: 'body', ScenarioResult: 'outcome' };
  for (const [name, member] of Object.entries(moved)) {
    const { properties, required } = membersOf(name);
    Reflect.deleteProperty(properties, member);
    required.splice(required.indexOf(member), 1);
  }
  const { properties, required } = membersOf('RunReport');
  properties['outcomes'] = packed('The `ScenarioOutcome` of each of `scenarios`');
  properties['exchanges'] = packed('Each `Exchange` in the order of sending, without secrets');
  required.push('outcomes');
  definitions['ClauseId'] = { type: 'string', pattern: '^[A-Z]+-[0-9]+$' };
  definitions['ReadingId'] = { type: 'string' };
  return readableJson({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: generatedBy(document),
    $ref: '#/definitions/RunReport',
    definitions,
  });
}

interface ObjectSchema {
  properties: Record<string, object>;
  required: string[];
}

function packed(items: string): object {
  const description = `${items}. Each string is the base64 of lines that brotli compressed; each line is the JSON of one item.`;
  return { type: 'array', items: { type: 'string', contentEncoding: 'base64' }, description };
}

function readableJson(value: object): Promise<string> {
  return format(JSON.stringify(value), { parser: 'json', printWidth: 110 });
}

function generatedFrom(document: string): string {
  return `// Generated from ${document} by \`npm run generate\`; do not edit.\n`;
}

function generatedBy(document: string): string {
  return `Generated from ${document} by npm run generate; do not edit.`;
}

function jsonOf(make: (document: string) => object | Promise<object>): (document: string) => Promise<string> {
  return async (document) => {
    const text = JSON.stringify(await make(document));
    return `{"x-generated":"${generatedBy(document)}",\n${text.slice(1)}\n`;
  };
}

if (process.argv[1] === import.meta.filename) {
  let hasChanged = false;
  try {
    for (const { file, document, generate } of generatedFiles) {
      const place = new URL(file, root);
      const text = await generate(document);
      if (text === (await readFile(place, 'utf8').catch(() => null))) continue;
      await writeFile(place, text);
      hasChanged = true;
    }
  } catch (error) {
    // A pack may need a contract value that this process has just generated.
    if (!hasChanged) throw error;
  }
  // Generators import generated files, so changes reach other files only in a new process.
  const again = [...process.execArgv, ...process.argv.slice(1)];
  if (hasChanged) process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1;
}
