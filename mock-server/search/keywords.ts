import { EMPTY_SET, type OrdinalSet } from './ordinal-sets.js';
import { phraseOf, type Phrase } from './phrase.js';
import type { KeywordNode } from './query.js';
import type { Steps } from './steps.js';
import type { Texts } from './texts.js';
import { wordsOf } from './words.js';

/** A keyword tree whose words are resolved to sets. Only `any` never needs reading of texts. */
export type Condition =
  { kind: 'any'; sets: readonly OrdinalSet[] } | Phrase | { kind: 'and' | 'or'; parts: readonly Condition[] };

const NO_MATCH: Condition = { kind: 'any', sets: [EMPTY_SET] };

/** Resolves keyword trees: equal terms and groups only once, and without repeated parts of a group. */
export class KeywordCompiler {
  readonly #texts: Texts;
  readonly #known = new Map<string, Condition>();
  /** Equal conditions have the same number. */
  readonly #numbers = new Map<Condition, number>();

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  /** Returns the condition of a tree; null for a tree without terms. */
  *compile(node: KeywordNode): Steps<Condition | null> {
    if ('term' in node) {
      yield;
      return this.#term(node.field, node.term);
    }
    const different = new Set<Condition>();
    for (const child of node.children) {
      const part = yield* this.compile(child);
      if (part !== null) different.add(part);
    }
    const parts = [...different];
    if (parts.length < 2) return parts[0] ?? null;
    const numbers = parts.map((part) => this.#numbers.get(part)!).sort((a, b) => a - b);
    return this.#once(`${node.mode} ${numbers.join()}`, () =>
      node.mode === 'and' ? { kind: 'and', parts } : anyOf(parts),
    );
  }

  #term(field: keyof Texts, term: string): Condition {
    const text = this.#texts[field];
    const codes = wordsOf(term).map((word) => text.vocabulary.find(word));
    if (codes.includes(-1) || codes.length === 0) return this.#once('no match', () => NO_MATCH);
    return this.#once(`${field} ${codes.join()}`, () =>
      codes.length === 1 ? { kind: 'any', sets: [text.occurrences.set(codes[0]!)] } : phraseOf(text, codes),
    );
  }

  #once(key: string, make: () => Condition): Condition {
    let condition = this.#known.get(key);
    if (condition === undefined) {
      condition = make();
      this.#numbers.set(condition, this.#known.size);
      this.#known.set(key, condition);
    }
    return condition;
  }
}

/** Returns the union of the parts. It merges their plain unions, which then take one pass together. */
export function anyOf(parts: readonly Condition[]): Condition {
  const sets = parts.flatMap((part) => (part.kind === 'any' ? part.sets : []));
  const others: Condition[] = parts.filter((part) => part.kind !== 'any');
  if (sets.length > 0) others.unshift({ kind: 'any', sets });
  return others.length === 1 ? others[0]! : { kind: 'or', parts: others };
}
