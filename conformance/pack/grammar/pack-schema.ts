/** The JSON Schema of packs, which `npm run generate` makes from `grammar.yaml`, the documents and the predicates. */
import { readFileSync } from 'node:fs';

interface Schema {
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  else?: { items: Schema };
}

type PackSchema = Schema & { $defs: Readonly<Record<string, Schema>> };

let schema: PackSchema | undefined;

export function packSchema(): PackSchema {
  const url = new URL('../../pack.schema.json', import.meta.url);
  return (schema ??= JSON.parse(readFileSync(url, 'utf8')) as PackSchema);
}

/** Returns the members of a row of `x-kit-each` that replace members of its workflow or step. Its other members are values. */
export function rowMembers(of: 'workflow' | 'step'): string[] {
  return Object.keys(rowsOf(packSchema().$defs[of]?.properties));
}

/** Returns the extensions of packs with their descriptions. */
export function extensions(): ReadonlyMap<string, string> {
  const { properties = {}, $defs } = packSchema();
  const holders = [properties, ...Object.values($defs).map((each) => each.properties ?? {})];
  const members = holders.flatMap((each) => Object.entries({ ...each, ...rowsOf(each) }));
  return new Map(
    members.flatMap(([name, { description }]) =>
      /^x-kit-/.test(name) && description !== undefined ? [[name, description]] : [],
    ),
  );
}

function rowsOf(properties: Schema['properties']): NonNullable<Schema['properties']> {
  return properties?.['x-kit-each']?.else?.items.properties ?? {};
}
