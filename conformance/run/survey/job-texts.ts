/** Texts of jobs, and the jobs that have each of them. */
import { follow } from '../../values/pointers.js';
import type { Job } from '../../values/postings.js';

/** A longer text is not a name or an address. */
const MOST_CHARACTERS = 300;

/** Returns a member if it is a text of reasonable length that is not blank, else null. */
export function textAt(value: unknown, member: string): string | null {
  const text = follow(value, [member]);
  return typeof text === 'string' && text.trim() !== '' && text.length <= MOST_CHARACTERS ? text : null;
}

/** Returns the text of a field of a job as a list, empty if there is none. */
export const texts =
  (field: string) =>
  (job: Job): string[] => {
    const text = textAt(job, field);
    return text === null ? [] : [text];
  };

/** The items that have each value. Values with the same name are merged, and spelled as in the first item. */
export function holdersOf<Item>(
  items: Iterable<Item>,
  valuesOf: (item: Item) => readonly string[],
  nameOf: (value: string) => string,
): [value: string, items: ReadonlySet<Item>][] {
  const found = new Map<string, [value: string, items: Set<Item>]>();
  for (const item of items)
    for (const value of valuesOf(item)) {
      const entry = found.get(nameOf(value)) ?? [value, new Set()];
      entry[1].add(item);
      found.set(nameOf(value), entry);
    }
  return [...found.values()];
}
