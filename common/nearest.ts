/**
 * Returns the candidate with the smallest edit distance to `name`, or the first of several, ignoring letter case. A candidate
 * that differs only in punctuation is nearest. Returns undefined if none is near: a third of the name's letters may differ, but
 * at least one and at most `most`.
 */
export function nearest(name: string, candidates: Iterable<string>, most = 4): string | undefined {
  const wanted = name.toLowerCase();
  let smallest = Math.min(most, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  const list = [...candidates];
  const letters = lettersOf(wanted);
  let found = list.find((each) => lettersOf(each) === letters);
  if (found !== undefined) return found;
  for (const candidate of list) {
    if (Math.abs(candidate.length - wanted.length) >= smallest) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance >= smallest) continue;
    smallest = distance;
    found = candidate;
  }
  return found;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns ` Did you mean "IDEM-3"?` to append to an error about an unknown name; empty if no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? '' : ` Did you mean "${found}"?`;
}

/** The number of letters to insert, delete, replace or swap with their neighbor (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length]!;
}
