/** Answers of the reference lookups (§4.7 to §4.9). */

import type { LocationOption, Option } from '../../spec/index.js';

/** Returns the options whose label contains `q`, in alphabetical order. Ignores case and white space around both. */
export function matchOptions<T extends Pick<Option, 'label'>>(options: readonly T[], q: string): T[] {
  const part = fold(q);
  return options
    .filter((option) => fold(option.label).includes(part))
    .sort((a, b) => compare(fold(a.label), fold(b.label)) || compare(a.label, b.label));
}

/**
 * Returns places that match `q`, best first: names equal to `q`, names that start with it, names with a word that
 * starts with it, then other names that contain it. Among these, broader places come first, then they are in
 * alphabetical order.
 */
export function suggestLocations(
  locations: readonly LocationOption[],
  q: string,
  limit: number,
): LocationOption[] {
  const part = fold(q);
  const found: { option: LocationOption; rank: number; breadth: number; label: string }[] = [];
  for (const option of locations) {
    const rank = rankOf(option, part);
    if (rank === null) continue;
    const { state, city } = option.value;
    const breadth = city !== null ? 2 : state !== null ? 1 : 0;
    found.push({ option, rank, breadth, label: fold(option.label) });
  }
  found.sort((a, b) => a.rank - b.rank || a.breadth - b.breadth || compare(a.label, b.label));
  return found.slice(0, limit).map(({ option }) => option);
}

function rankOf(option: LocationOption, part: string): number | null {
  const { country, state, city } = option.value;
  const name = fold(city ?? state ?? country);
  const label = fold(option.label);
  if (name === part || label === part) return 0;
  if (label.startsWith(part)) return 1;
  const at = label.indexOf(part);
  if (at < 0) return null;
  // If a letter or digit precedes every occurrence, no word begins with the part.
  for (let i = at; i >= 0; i = label.indexOf(part, i + 1)) if (!/[\p{L}\p{N}]/u.test(label[i - 1]!)) return 2;
  return 3;
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

/** Compares code units, so that the order does not depend on the machine's locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
