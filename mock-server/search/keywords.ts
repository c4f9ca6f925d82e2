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

/**
 * Resolves a keyword tree; null for a tree without terms. Resolves equal terms and groups only once, and drops repeated parts
 * of a group.
 */
export function* compile(root: KeywordNode, texts: Texts): Steps<Condition | null> {
  const known = new Map<string, Condition>();
  /** Equal conditions have the same number. */
  const numbers = new Map<Condition, number>();
  const once = (key: string, make: () => Condition): Condition => {
    let condition = known.get(key);
    if (condition === undefined) {
      condition = make();
      numbers.set(condition, known.size);
      known.set(key, condition);
    }
    return condition;
  };
  function* conditionOf(node: KeywordNode): Steps<Condition | null> {
    if ('term' in node) {
      yield;
      const text = texts[node.field];
      const codes = wordsOf(node.term).map((word) => text.vocabulary.find(word));
      if (codes.includes(-1) || codes.length === 0) return once('no match', () => NO_MATCH);
      return once(`${node.field} ${codes.join()}`, () =>
        codes.length === 1 ? { kind: 'any', sets: [text.occurrences.set(codes[0]!)] } : phraseOf(text, codes),
      );
    }
    const different = new Set<Condition>();
    for (const child of node.children) {
      const part = yield* conditionOf(child);
      if (part !== null) different.add(part);
    }
    const parts = [...different];
    if (parts.length < 2) return parts[0] ?? null;
    const key = parts.map((part) => numbers.get(part)!).sort((a, b) => a - b);
    return once(`${node.mode} ${key.join()}`, () =>
      node.mode === 'and' ? { kind: 'and', parts } : anyOf(parts),
    );
  }
  return yield* conditionOf(root);
}

/** Returns the union of the parts. It merges their plain unions, which then take one pass together. */
export function anyOf(parts: readonly Condition[]): Condition {
  const sets = parts.flatMap((part) => (part.kind === 'any' ? part.sets : []));
  const others: Condition[] = parts.filter((part) => part.kind !== 'any');
  if (sets.length > 0) others.unshift({ kind: 'any', sets });
  return others.length === 1 ? others[0]! : { kind: 'or', parts: others };
}
