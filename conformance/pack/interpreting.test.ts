import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadDocuments } from './model/documents.js';
import { checkPack } from './check-pack.js';
import { loadPacks } from './load-packs.js';
import { parsePackText } from './model/source-file.js';

const documents = loadDocuments();
const page = readFileSync(new URL('../INTERPRETING.md', import.meta.url), 'utf8');
const probes = fileURLToPath(new URL('../packs/shared/probes.yaml', import.meta.url));
const [whole, table, lists, blocks] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
const [shared] = loadPacks([probes], documents);

/** Returns the ids of the scenarios in a pack from the page. */
function scenarios(text: string): string[] {
  return checkPack(parsePackText('example.yaml', text), documents, () => shared!).workflows.flatMap(
    ({ workflowId, clauses }) => (clauses.length > 0 ? [workflowId] : []),
  );
}

const head = whole!.replace(/workflows:[^]*/, '');
const knownPlace = `  - workflowId: known-place
    steps: [{ stepId: place, operationId: listDepartments }]
    outputs: { country: $steps.place.outputs.country, city: $steps.place.outputs.country }
`;

it('INTERPRETING.md shows a pack that can be run', () => {
  expect(scenarios(whole!)).toEqual(['second-search-is-free']);
});

it('INTERPRETING.md shows a table that expands to two scenarios', () => {
  const place = knownPlace.replace(
    'listDepartments }',
    'listDepartments, outputs: { country: $statusCode } }',
  );
  expect(scenarios(`${head}workflows:\n${table}${place}`)).toEqual([
    'location-by-country',
    'location-by-city',
  ]);
});

it('INTERPRETING.md shows lists whose combinations are four scenarios', () => {
  expect(scenarios(`${head}workflows:\n${lists}`)).toEqual([
    'country-direct',
    'remote-direct',
    'country-legacy',
    'remote-legacy',
  ]);
});

it('INTERPRETING.md shows how a building block is called', () => {
  const withoutSources = head.replace(/sourceDescriptions:\n(?: .*\n)+/, '');
  expect(scenarios(withoutSources + blocks!)).toEqual(['old-jobs']);
});
