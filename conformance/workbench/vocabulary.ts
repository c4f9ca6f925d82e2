/** What an editor completes in a pack: names that the documents define, and those of the language. */
import { names } from '../pack/grammar/names.js';
import { EXTENSIONS } from '../pack/grammar/extensions.js';
import { INPUTS } from '../pack/language/inputs.js';
import { MATCHERS, MODIFIERS } from '../pack/language/matchers.js';
import type { Documents } from '../pack/model/documents.js';
import { PREDICATES } from '../pack/predicates/index.js';

export interface Word {
  label: string;
  /** What it names, such as `clause`. */
  kind: string;
  says: string;
}

export function vocabulary(documents: Documents): Word[] {
  const defined = Object.values(names(documents)).flatMap((schema) => {
    const { title, anyOf } = schema as {
      title?: string;
      anyOf?: { enum?: string[]; enumDescriptions?: string[] }[];
    };
    const [first] = anyOf ?? [];
    return (first?.enum ?? []).map((label, i) => ({
      label,
      kind: title ?? 'name',
      says: first?.enumDescriptions?.[i] ?? '',
    }));
  });
  return [
    ...defined,
    ...EXTENSIONS.map(({ name, says }) => ({ label: name, kind: 'extension', says })),
    ...Object.values(PREDICATES).map(({ name, holdsWhen }) => ({
      label: name,
      kind: 'predicate',
      says: `holds when ${holdsWhen}`,
    })),
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
