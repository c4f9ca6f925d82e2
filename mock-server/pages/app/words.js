/** Facts from the contract and the admin document that several views use. */
import { createStore } from '../../../common/browser/ui.js';

/** Operations and clauses by id, texts of effects by name, and schemas of the admin document. Empty until loaded. */
export const facts = createStore({ operations: {}, clauses: {}, effects: {}, schemas: {} });

export async function loadFacts() {
  const read = async (path) => (await fetch(path)).json();
  const [contract, clauses, admin] = await Promise.all([
    read('/openapi.json'),
    read('/docs/clauses.json'),
    read('/admin.openapi.json'),
  ]);
  const listed = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const operations = Object.fromEntries(
    listed.flatMap(({ operationId: id, 'x-search-window': window }) => (id ? [[id, { id, window }]] : [])),
  );
  const { schemas } = admin.components;
  facts.change({ operations, clauses, schemas, effects: effectWords(schemas.Effect) });
}

/** Returns the text of each effect, from a description such as `` `a` and `b` do this · `c` does that.`` */
export function effectWords({ description, enum: names }) {
  const line = description.replaceAll('\n', ' ');
  return Object.fromEntries(
    names.map((name) => {
      const row = new RegExp(`\`${name}\` (?:and \`[\\w-]+\` )*(.*?)\\.?\\s*(?: · |$)`);
      return [name, row.exec(line)?.[1] ?? ''];
    }),
  );
}
