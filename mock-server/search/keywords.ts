import {
  AGAIN,
  EMPTY_SET,
  FAR,
  holds,
  lowerBound,
  type OrdinalSet,
  type OrdinalSets,
} from './ordinal-sets.js';
import type { KeywordNode } from './query.js';
import type { Sequences } from './sequences.js';
import { wordsOf, type Vocabulary } from './words.js';

/** The words of one field of all postings: who has which word, and in what order they stand. */
export interface TextIndex {
  vocabulary: Vocabulary;
  postings: OrdinalSets;
  texts: Sequences;
}

/** A keyword tree with its words looked up; `any` is what the index answers without reading a text. */
export type Condition =
  { kind: 'any'; sets: readonly OrdinalSet[] } | Phrase | { kind: 'and' | 'or'; parts: readonly Condition[] };

export interface Phrase {
  kind: 'phrase';
  text: TextIndex;
  codes: readonly number[];
  /** The postings of its different words, the rarest first. */
  words: readonly OrdinalSet[];
  /** Where in the phrase the rarest word stands first. */
  rareAt: number;
}

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
  const words = [...new Set(codes)].map((code) => ({ code, set: text.postings.get(code) }));
  if (codes.length === 1) return { kind: 'any', sets: [words[0]!.set] };
  words.sort((a, b) => a.set.size - b.set.size);
  return {
    kind: 'phrase',
    text,
    codes,
    words: words.map(({ set }) => set),
    rareAt: codes.indexOf(words[0]!.code),
  };
}

/**
 * Whether the phrase stands in the posting of entry `at` in the list of its rarest word. That the word's first
 * occurrence is known mostly spares reading the text: either the phrase is right there, or nowhere.
 */
export function standsAt({ text, codes, words: [rare], rareAt }: Phrase, at: number): boolean {
  const ordinal = rare!.list![at]!;
  const place = rare!.places![at]!;
  const first = place & ~AGAIN;
  if (first === FAR) return text.texts.contains(ordinal, codes);
  if (text.texts.hasAt(ordinal, codes, first - rareAt)) return true;
  return (place & AGAIN) !== 0 && text.texts.contains(ordinal, codes, Math.max(0, first - rareAt + 1));
}

function hasPhrase(phrase: Phrase, ordinal: number): boolean {
  const { list } = phrase.words[0]!;
  if (!list) {
    return (
      phrase.words.every((set) => holds(set, ordinal)) && phrase.text.texts.contains(ordinal, phrase.codes)
    );
  }
  const at = lowerBound(list, ordinal);
  return list[at] === ordinal && standsAt(phrase, at);
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
