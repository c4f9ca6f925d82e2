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
    steps: [{ stepId: place, operationId: listDepartments, outputs: { country: $statusCode } }]
    outputs: { country: $steps.place.outputs.country, city: $steps.place.outputs.country }
`;
const withoutSources = head.replace(/sourceDescriptions:\n(?: .*\n)+/, '');
const four = ['country-direct', 'remote-direct', 'country-legacy', 'remote-legacy'];
const inHead = (workflows: string): string => `${head}workflows:\n${workflows}`;

it.each([
  ['a pack that can be run', whole!, ['second-search-is-free']],
  ['a table that expands to two', inHead(table + knownPlace), ['location-by-country', 'location-by-city']],
  ['lists whose combinations are four', inHead(lists!), four],
  ['a call of a building block', withoutSources + blocks!, ['old-jobs']],
])('INTERPRETING.md shows %s', (_what, text, ids) => {
  expect(scenarios(text)).toEqual(ids);
});
