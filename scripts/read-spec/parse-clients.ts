/** Parses clients.yaml. */
import type { ClientRule, ClientRules } from '../../spec/clients.js';
import { namesIn, oneOf, readEntries, readSchema } from './read-yaml.js';

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
  return { rules: rules.map(inOrder), groups };
}

/** Puts the members into the order of stored reports. */
function inOrder({
  id,
  group,
  level,
  since = '1.0.0',
  section,
  courses,
  traffic,
  note,
  ...texts
}: ClientRule): ClientRule {
  return { id, group, level, since, section, ...texts, courses, traffic, ...(note && { note }) };
}
