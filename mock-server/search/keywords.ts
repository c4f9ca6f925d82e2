import { EMPTY_SET, type OrdinalSet } from './ordinal-sets.js';
import { phraseOf, type Phrase } from './phrase.js';
import type { KeywordNode } from './query.js';
import type { Steps } from './steps.js';
import type { Texts } from './texts.js';
import { wordsOf } from './words.js';

/** A keyword tree with its words looked up; `any` is what the index answers without reading a text. */
export type Condition =
  { kind: 'any'; sets: readonly OrdinalSet[] } | Phrase | { kind: 'and' | 'or'; parts: readonly Condition[] };

/** Null for a tree that says nothing. */
export function* compile(node: KeywordNode, texts: Texts): Steps<Condition | null> {
  return (yield* new Compiler(texts).compile(node))?.condition ?? null;
}

/** A condition, numbered; equal ones have one number. */
interface Compiled {
  number: number;
  condition: Condition;
}

const NOBODY: Condition = { kind: 'any', sets: [EMPTY_SET] };

/** Looks up equal terms and groups only once, and drops repetitions side by side. */
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
    if (codes.includes(-1) || codes.length === 0) return this.#numbered('nobody', () => NOBODY);
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

/** Fulfilled by any of the parts. Their plain unions become one, which takes one pass instead of one for each. */
export function anyOf(parts: readonly Condition[]): Condition {
  const sets = parts.flatMap((part) => (part.kind === 'any' ? part.sets : []));
  const others: Condition[] = parts.filter((part) => part.kind !== 'any');
  if (sets.length > 0) others.unshift({ kind: 'any', sets });
  return others.length === 1 ? others[0]! : { kind: 'or', parts: others };
}
