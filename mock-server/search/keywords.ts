import { EMPTY_SET, holds, type OrdinalSet } from './ordinal-sets.js';
import { hasPhrase, phraseOf, type Phrase, type TextIndex } from './phrase.js';
import type { KeywordNode } from './query.js';
import { wordsOf } from './words.js';

/** A keyword tree with its words looked up; `any` is what the index answers without reading a text. */
export type Condition =
  { kind: 'any'; sets: readonly OrdinalSet[] } | Phrase | { kind: 'and' | 'or'; parts: readonly Condition[] };

/** Null for a tree that says nothing. */
export function compile(
  node: KeywordNode,
  texts: Record<'title' | 'description', TextIndex>,
): Condition | null {
  if ('term' in node) return compileTerm(node.term, texts[node.field]);
  const parts = node.children.map((child) => compile(child, texts)).filter((part) => part !== null);
  if (parts.length <= 1) return parts[0] ?? null;
  if (node.mode === 'and') return { kind: 'and', parts };
  // Words side by side under an `or` are one union, which is one pass instead of one for each.
  const sets = parts.flatMap((part) => (part.kind === 'any' ? part.sets : []));
  const others: Condition[] = parts.filter((part) => part.kind !== 'any');
  if (sets.length > 0) others.unshift({ kind: 'any', sets });
  return others.length === 1 ? others[0]! : { kind: 'or', parts: others };
}

function compileTerm(term: string, text: TextIndex): Condition {
  const codes = wordsOf(term).map((word) => text.vocabulary.find(word));
  if (codes.includes(-1) || codes.length === 0) return { kind: 'any', sets: [EMPTY_SET] };
  return codes.length === 1
    ? { kind: 'any', sets: [text.occurrences.set(codes[0]!)] }
    : phraseOf(text, codes);
}

/** Whether one posting fulfils a condition. */
export function fulfils(condition: Condition, ordinal: number): boolean {
  switch (condition.kind) {
    case 'any':
      return condition.sets.some((set) => holds(set, ordinal));
    case 'phrase':
      return hasPhrase(condition, ordinal);
    case 'and':
      return condition.parts.every((part) => fulfils(part, ordinal));
    case 'or':
      return condition.parts.some((part) => fulfils(part, ordinal));
  }
}
