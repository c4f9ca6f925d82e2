import { EMPTY_SET, type OrdinalSet } from './ordinal-sets.js';
import { phraseOf, type Phrase } from './phrase.js';
import type { KeywordNode } from './query.js';
import type { Steps } from './steps.js';
import type { Texts } from './texts.js';
import { wordsOf } from './words.js';

/** A keyword tree whose words are resolved to sets. Only `any` never needs reading of texts. */
export type Condition =
  { kind: 'any'; sets: readonly OrdinalSet[] } | Phrase | { kind: 'and' | 'or'; parts: readonly Condition[] };

/** Resolves a keyword tree; null for a tree without terms. */
export function* compile(node: KeywordNode, texts: Texts): Steps<Condition | null> {
  return (yield* new Compiler(texts).compile(node))?.condition ?? null;
}

/** A condition and its number. Equal conditions have the same number. */
interface Compiled {
  number: number;
  condition: Condition;
}

const NO_MATCH: Condition = { kind: 'any', sets: [EMPTY_SET] };

/** Resolves equal terms and groups only once, and drops repeated parts of a group. */
class Compiler {
  readonly #texts: Texts;
  readonly #known = new Map<string, Compiled>();

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  *compile(node: KeywordNode): Steps<Compiled | null> {
    if ('term' in node) {
      yield;
      return this.#term(node.field, node.term);
    }
    const parts = new Map<number, Condition>();
    for (const child of node.children) {
      const part = yield* this.compile(child);
      if (part !== null) parts.set(part.number, part.condition);
    }
    if (parts.size === 0) return null;
    const numbers = [...parts.keys()].sort((a, b) => a - b);
    if (numbers.length === 1) return { number: numbers[0]!, condition: parts.get(numbers[0]!)! };
    return this.#numbered(`${node.mode} ${numbers.join()}`, () => {
      const conditions = [...parts.values()];
      return node.mode === 'and' ? { kind: 'and', parts: conditions } : anyOf(conditions);
    });
  }

  #term(field: keyof Texts, term: string): Compiled {
    const text = this.#texts[field];
    const codes = wordsOf(term).map((word) => text.vocabulary.find(word));
    if (codes.includes(-1) || codes.length === 0) return this.#numbered('no match', () => NO_MATCH);
    return this.#numbered(`${field} ${codes.join()}`, () =>
      codes.length === 1 ? { kind: 'any', sets: [text.occurrences.set(codes[0]!)] } : phraseOf(text, codes),
    );
  }

  #numbered(key: string, make: () => Condition): Compiled {
    let known = this.#known.get(key);
    if (known === undefined) {
      known = { number: this.#known.size, condition: make() };
      this.#known.set(key, known);
    }
    return known;
  }
}

/** Returns the union of the parts. It merges their plain unions, which then take one pass together. */
export function anyOf(parts: readonly Condition[]): Condition {
  const sets = parts.flatMap((part) => (part.kind === 'any' ? part.sets : []));
  const others: Condition[] = parts.filter((part) => part.kind !== 'any');
  if (sets.length > 0) others.unshift({ kind: 'any', sets });
  return others.length === 1 ? others[0]! : { kind: 'or', parts: others };
}
