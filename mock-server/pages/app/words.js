/** Words and facts that several views use. */
import { createStore } from '../../../common/browser/ui.js';

/** The contract as a page needs it, once it is loaded: operations by id, clauses by id. */
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

/** Each effect, as the document lists it: `` `a` and `b` do this · `c` does that``. */
export function effectWords({ description, enum: names }) {
  const rows = description.replaceAll('\n', ' ').slice(description.indexOf('`')).split(' · ');
  return Object.fromEntries(
    names.map((name) => {
      const row = rows.find((each) => each.split(/` (?!and `)/)[0].includes(`\`${name}`)) ?? '';
      return [
        name,
        row
          .replace(/^(`[\w-]+`( and )?)+/, '')
          .trim()
          .replace(/\.$/, ''),
      ];
    }),
  );
}
