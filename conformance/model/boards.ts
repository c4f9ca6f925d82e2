/** The job boards of a target, by the names that its lookup lists (§2.4, §4.7). */
import { fields } from '../values/fields.js';

/** By the value and the label of each board, in lower case: its value, or null if several boards share the name. */
export type BoardNames = ReadonlyMap<string, string | null>;

/** `listed`: items of the job-boards lookup. */
export function boardNames(listed: readonly unknown[]): BoardNames {
  const names = new Map<string, string | null>();
  for (const item of listed) {
    const { label, value } = fields(item) ?? {};
    if (typeof label !== 'string' || typeof value !== 'string') continue;
    const board = names.get(value.toLowerCase()) ?? value;
    for (const name of [value.toLowerCase(), label.toLowerCase()])
      names.set(name, !names.has(name) || names.get(name) === board ? board : null);
  }
  return names;
}
