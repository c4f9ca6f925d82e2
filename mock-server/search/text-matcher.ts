import { hasBit, type Words } from './bitmap.js';
import type { Condition } from './keywords.js';
import { holds, type OrdinalSet } from './ordinal-sets.js';
import { isUnlisted, type Phrase, type TextIndex } from './phrase.js';
import { PhraseTrie } from './phrase-trie.js';
import type { Steps } from './steps.js';

/** True if a condition has phrases of words that are too common for lists of places. */
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

/** A union of more sets than this is made once; of fewer, each is asked. */
const MOST_SETS_ASKED = 8;

/**
 * Tests conditions posting by posting, by reading the text of each at most once for all their phrases together: what a
 * thousand phrases of common words cost is then about what one does.
 */
export class TextMatcher {
  readonly #unite: (sets: readonly OrdinalSet[]) => Steps<Words>;
  readonly #texts = new Map<TextIndex, TextReader>();
  #leaves = 0;

  /** `unite` makes a bitmap of all who are in any of the sets. */
  constructor(unite: (sets: readonly OrdinalSet[]) => Steps<Words>) {
    this.#unite = unite;
  }

  /** Whether a posting fulfils the condition. All tests must be made before the first is used. */
  *testOf(condition: Condition): Steps<Test> {
    yield;
    this.#leaves += 1;
    switch (condition.kind) {
      case 'any': {
        const { sets } = condition;
        if (sets.length <= MOST_SETS_ASKED) return (ordinal) => sets.some((set) => holds(set, ordinal));
        const words = yield* this.#unite(sets);
        return (ordinal) => hasBit(words, ordinal);
      }
      case 'phrase':
        return this.#phraseTest(condition);
      default: {
        const tests: Test[] = [];
        for (const part of condition.parts) tests.push(yield* this.testOf(part));
        return condition.kind === 'and'
          ? (ordinal) => tests.every((test) => test(ordinal))
          : (ordinal) => tests.some((test) => test(ordinal));
      }
    }
  }

  #phraseTest({ text, codes }: Phrase): Test {
    let reader = this.#texts.get(text);
    if (reader === undefined) this.#texts.set(text, (reader = new TextReader(text)));
    return reader.test(codes);
  }

  /** About what testing a posting costs, in words read. */
  costOf(ordinal: number): number {
    let cost = this.#leaves;
    for (const { texts } of this.#texts.keys()) cost += texts.lengthOf(ordinal);
    return cost;
  }
}

/** The text of one posting, and the phrases in it. */
class TextReader {
  readonly #text: TextIndex;
  readonly #trie: PhraseTrie;
  /** For each phrase, the last posting that contains it. */
  readonly #found: number[] = [];
  #read = -1;

  constructor(text: TextIndex) {
    this.#text = text;
    this.#trie = new PhraseTrie(text.vocabulary.size);
  }

  test(codes: readonly number[]): Test {
    const phrase = this.#trie.add(codes);
    this.#found[phrase] = -1;
    return (ordinal) => {
      if (this.#read !== ordinal) this.#readText(ordinal);
      return this.#found[phrase] === ordinal;
    };
  }

  #readText(ordinal: number): void {
    this.#read = ordinal;
    this.#trie.markAll(this.#text.texts.codes(ordinal), this.#found, ordinal);
  }
}
