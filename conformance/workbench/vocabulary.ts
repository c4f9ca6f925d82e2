/** The words that the editor of a pack completes: names that the documents define, and names of the language. */
import { INPUTS } from '../pack/language/inputs.js';
import { MATCHERS, MODIFIERS } from '../pack/language/matchers.js';
import { definedNames, extensions } from '../pack/grammar/pack-schema.js';

export interface Word {
  label: string;
  /** Such as `clause`. */
  kind: string;
  says: string;
}

export function vocabulary(): Word[] {
  return [
    ...definedNames().map(({ name: label, kind, says }) => ({
      label,
      kind,
      says: kind === 'predicate' ? `holds when ${says}` : says,
    })),
    ...[...extensions()].map(([label, says]) => ({ label, kind: 'extension', says })),
    ...INPUTS.flatMap(({ name, says }) =>
      typeof name === 'string' ? [{ label: `$inputs.${name}`, kind: 'input', says }] : [],
    ),
    ...Object.entries({ ...MATCHERS, ...MODIFIERS }).map(([label, { says }]) => ({
      label,
      kind: 'matcher',
      says,
    })),
  ];
}
