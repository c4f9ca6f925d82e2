import { pick } from '../../conformance/values/fields.js';
import type { Clause, Clauses, Reading } from '../../spec/clauses.js';
import type { ClientRule, ClientRules } from '../../spec/clients.js';
import { operationIds, type OperationId } from '../../spec/contract.js';
import { namesIn, oneOf, readEntries, readSchema } from './read-yaml.js';

/** Members with a default are optional in the file. */
interface ClausesFile extends Pick<Clauses, 'groups' | 'sections'> {
  sets: Record<string, OperationId[]>;
  clauses: (Omit<Clause, 'group' | 'since' | 'operations'> & { since?: string; operations?: string[] })[];
  readings: (Omit<Reading, 'default' | 'switch' | 'operations'> & {
    switch?: boolean;
    operations?: string[];
  })[];
}

/** Parses and checks the text. `file` is its name in errors. Throws YamlError if it is invalid. */
export function parseClauses(text: string, file = 'clauses.yaml'): Omit<Clauses, 'set'> {
  const source = readEntries(text, file);
  const schema = readSchema('clauses');
  const known = schema['$defs'] as Record<'Section' | 'ClauseId', object>;
  const { sections, groups, sets, readings } = source.value;
  source.check(schema, {
    Section: { ...known.Section, ...oneOf(namesIn(sections)) },
    ClauseId: { ...known.ClauseId, pattern: `^(${namesIn(groups).join('|')})-[1-9]\\d*$` },
    Operation: oneOf(operationIds),
    OperationOrSet: oneOf([...operationIds, ...namesIn(sets)]),
    ReadingId: oneOf(namesIn(readings)),
  });
  return clausesOf(source.value as unknown as ClausesFile);
}

/** Members in the order of the generated JSON. */
const OF_CLAUSES = 'id group level since title text section operations reading check why'.split(
  ' ',
) as (keyof Clause)[];
const OF_READINGS = 'id choices default switch question section operations'.split(' ') as (keyof Reading)[];

function clausesOf({ clauses, readings, groups, sections, sets }: ClausesFile): Omit<Clauses, 'set'> {
  const operationsOf = ({ operations: named }: { operations?: string[] }): OperationId[] => {
    const spelledOut = named?.flatMap((name) => sets[name] ?? name);
    return operationIds.filter((id) => spelledOut?.includes(id) ?? true);
  };
  return {
    clauses: clauses.map((clause) => {
      const group = clause.id.slice(0, clause.id.indexOf('-'));
      return pick({ since: '1.0.0', ...clause, group, operations: operationsOf(clause) }, ...OF_CLAUSES);
    }),
    readings: readings.map((reading) => {
      const first = reading.choices[0]!.id;
      const whole = { switch: false, ...reading, default: first, operations: operationsOf(reading) };
      return pick(whole, ...OF_READINGS);
    }),
    groups,
    sections,
  };
}

/** The members of a rule, in the order of stored reports. */
const ORDER = 'id group level since section title text why instead courses traffic note'.split(
  ' ',
) as (keyof ClientRule)[];

/** Parses and checks the text. `sections` are those of the source; `file` is the text's name in errors. Throws YamlError. */
export function parseClientRules(
  text: string,
  sections: readonly { id: string }[],
  file = 'clients.yaml',
): ClientRules {
  const source = readEntries(text, file);
  const schema = readSchema('clients');
  const { Section } = schema['$defs'] as Record<'Section', object>;
  source.check(schema, {
    Section: { ...Section, ...oneOf(sections.map(({ id }) => id)) },
    Group: oneOf(namesIn(source.value['groups'])),
  });
  const { rules, groups } = source.value as unknown as ClientRules;
  return { rules: rules.map((rule) => pick({ ...rule, since: rule.since ?? '1.0.0' }, ...ORDER)), groups };
}
