import { hasBit, type Words } from './bitmap.js';
import type { Condition } from './keywords.js';
import { holds, type OrdinalSet } from './ordinal-sets.js';
import { isUnlisted, type TextIndex } from './phrase.js';
import { PhraseTrie } from './phrase-trie.js';
import type { Steps } from './steps.js';

/** True if texts must be read for a condition, because the words of a phrase are too common for lists of places. */
export function mustBeRead(condition: Condition): boolean {
  switch (condition.kind) {
    case 'any':
      return false;
    case 'phrase':
      return isUnlisted(condition);
    default:
      return condition.parts.some(mustBeRead);
  }
}

type Test = (ordinal: number) => boolean;

/** With more sets than this, a bitmap of their union is faster than testing each set. */
const MOST_SETS_TESTED = 8;

/** Tests conditions for single postings. Reads each text once for all phrases, so a thousand take little longer than one. */
export class TextMatcher {
  readonly #unite: (sets: readonly OrdinalSet[]) => Steps<Words>;
  readonly #tries = new Map<TextIndex, PhraseTrie>();
  #leaves = 0;

  /** `unite` returns a bitmap of the union of the sets. */
  constructor(unite: (sets: readonly OrdinalSet[]) => Steps<Words>) {
    this.#unite = unite;
  }

  /** Returns a test of postings. Make all tests before you use any of them, because they share the tries. */
  *testOf(condition: Condition): Steps<Test> {
    yield;
    this.#leaves += 1;
    switch (condition.kind) {
      case 'any': {
        const { sets } = condition;
        if (sets.length <= MOST_SETS_TESTED) return (ordinal) => sets.some((set) => holds(set, ordinal));
        const words = yield* this.#unite(sets);
        return (ordinal) => hasBit(words, ordinal);
      }
      case 'phrase': {
        const { text, codes } = condition;
        let trie = this.#tries.get(text);
        if (!trie) this.#tries.set(text, (trie = new PhraseTrie(text.texts, text.vocabulary.size)));
        return trie.add(codes);
      }
      default: {
        const tests: Test[] = [];
        for (const part of condition.parts) tests.push(yield* this.testOf(part));
        return condition.kind === 'and'
          ? (ordinal) => tests.every((test) => test(ordinal))
          : (ordinal) => tests.some((test) => test(ordinal));
      }
    }
  }

  /** Returns the approximate cost of testing a posting, in words to read. */
  costOf(ordinal: number): number {
    let cost = this.#leaves;
    for (const { texts } of this.#tries.keys()) cost += texts.lengthOf(ordinal);
    return cost;
  }
}
