import { pick } from '../../conformance/values/fields.js';
import type { ClientRule, ClientRules } from '../../spec/clients.js';
import { namesIn, oneOf, readEntries, readSchema } from './read-yaml.js';

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
