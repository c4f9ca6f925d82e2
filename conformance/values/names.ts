/** Compares names of companies. A company may have several names. */
import { COMMON_WORDS } from './generated/names.js';
import { withoutCase } from './text.js';

const COMMON: ReadonlySet<string> = new Set(COMMON_WORDS);

/** Whether two names share a word or a spelling, or one has the initials of the other. */
export function alike(a: string, b: string): boolean {
  const [one, other] = [squeezed(a), squeezed(b)];
  if (one === '' || other === '') return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const [words, others] = [coreOf(a), coreOf(b)];
  return (
    one === other ||
    (short.length >= 3 && long.includes(short)) ||
    (words.length > 0 && words.join('') === others.join('')) ||
    words.some((word) => [...word].length > 2 && others.includes(word)) ||
    initials(a) === other ||
    initials(b) === one ||
    nearly(one, other)
  );
}

function coreOf(name: string): string[] {
  return withoutCase(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !COMMON.has(word));
}

function initials(name: string): string {
  const words = withoutCase(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 2 ? '' : words.map((word) => [...word][0]).join('');
}

/** Whether two names are probably spellings of one name, because at least half of the shorter one is a common start. */
function nearly(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= 4 && same >= Math.min(a.length, b.length) / 2;
}

/** Returns only the letters and digits of a name, in lower case and without accents. */
export function squeezed(name: string): string {
  return withoutCase(name).replace(/[^\p{L}\p{N}]+/gu, '');
}
