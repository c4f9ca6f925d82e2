/**
 * Writes the generated/ folders from what is written by hand: `npm run generate`. Types for the compiler, the
 * documents as JSON, which a program reads twenty times faster than YAML, and the search's loops as WebAssembly.
 */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import wabt from 'wabt';
import { parse } from 'yaml';
import { parseClauses } from '../spec/parse-clauses.js';
import { checkDocument, type JsonObject } from '../spec/document.js';

const root = new URL('../', import.meta.url);

/** The generated files: what makes each, and from which document. */
export const generatedFiles = [
  { file: 'spec/generated/openapi.ts', document: 'spec/openapi.yaml', generate: types },
  { file: 'spec/generated/openapi.json', document: 'spec/openapi.yaml', generate: openApiJson },
  { file: 'spec/generated/admin.ts', document: 'spec/admin.openapi.yaml', generate: types },
  { file: 'spec/generated/admin.json', document: 'spec/admin.openapi.yaml', generate: openApiJson },
  { file: 'spec/generated/clauses.json', document: 'spec/clauses.yaml', generate: clausesJson },
  { file: 'spec/generated/ids.ts', document: 'spec/clauses.yaml', generate: ids },
  { file: 'fixtures/generated/accounts.json', document: 'fixtures/accounts.yaml', generate: asJson },
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

/** Throws DocumentError for a keyword that the loader does not understand. */
async function openApiJson(document: string): Promise<string> {
  const parsed = parse(await readFile(new URL(document, root), 'utf8')) as JsonObject;
  checkDocument(parsed);
  return json(document, parsed);
}

/** Throws ClausesError for the first thing that is wrong. */
async function clausesJson(document: string): Promise<string> {
  return json(document, parseClauses(await readFile(new URL(document, root), 'utf8'), document));
}

/** The ids of clauses, readings and choices as types, so that a misspelt one does not compile. Throws ClausesError. */
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

function quotedId({ id }: { id: string }): string {
  return `'${id}'`;
}

async function asJson(document: string): Promise<string> {
  return json(document, parse(await readFile(new URL(document, root), 'utf8')) as object);
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

function json(document: string, value: object): string {
  return `{"x-generated":"Generated from ${document} by npm run generate; do not edit.",\n${JSON.stringify(value).slice(1)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const { file, document, generate } of generatedFiles)
    await writeFile(new URL(file, root), await generate(document));
}
