/** Writes spec/generated/*.ts from the OpenAPI documents: `npm run generate`. */
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const root = new URL('../', import.meta.url);

/** The generated files: from which document, to which file. */
export const generatedFiles = [
  { document: 'spec/openapi.yaml', types: 'spec/generated/openapi.ts' },
  { document: 'spec/admin.openapi.yaml', types: 'spec/generated/admin.ts' },
];

/** The types of one document as TypeScript source. */
export async function generateTypes(document: string): Promise<string> {
  const source = astToString(await openapiTS(new URL(document, root), { alphabetize: false }));
  return `// Generated from ${document} by \`npm run generate\`; do not edit.\n\n${source}`;
}

if (process.argv[1] === import.meta.filename) {
  for (const { document, types } of generatedFiles)
    await writeFile(new URL(types, root), await generateTypes(document));
}
