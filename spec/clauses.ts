/** What a schema cannot say: numbered behaviour clauses, and the readings where the source is open. */
import { readFileSync } from 'node:fs';
import type { OperationId } from './contract.js';

/** `must` binds; `should` is recommended and never fails a run; `open` is only observed, by its reading. */
export type ClauseLevel = 'must' | 'should' | 'open';

/** One behaviour that a caller can observe. */
export interface Clause {
  /** Group and number, such as `IDEM-3`. */
  id: string;
  /** The group's prefix, such as `IDEM`. */
  group: string;
  level: ClauseLevel;
  /** A few words, for reports. */
  title: string;
  /** What a conforming service does, present tense. */
  text: string;
  /** Section of the source, such as `5.2`. */
  section: string;
  /** The operations that it holds for. */
  operations: readonly OperationId[];
  /** The reading whose choices all conform; exactly on `open` clauses. */
  reading?: string;
  /** Set where nobody can find out from outside; `why` says what hides it. */
  check?: 'none';
  why?: string;
}

/** One place where the source is silent or says two things. */
export interface Reading {
  /** Such as `auth-status`. */
  id: string;
  question: string;
  section: string;
  /** Where the question arises. */
  operations: readonly OperationId[];
  /** What conforms, the default first. A single choice says what the mock does; nothing is asked of a target. */
  choices: readonly { id: string; text: string }[];
  /** The choice that the mock makes unless told otherwise. */
  default: string;
  /** Whether the mock can be told otherwise (`--reading id=choice`). */
  switch: boolean;
}

/** The whole of `clauses.yaml`, in its order. */
export interface Clauses {
  clauses: readonly Clause[];
  readings: readonly Reading[];
  /** Groups of clauses in order, `id` being the prefix. */
  groups: readonly { id: string; title: string }[];
  /** Sections of the source in order. */
  sections: readonly { id: string; title: string }[];
}

/** The clauses and readings of `clauses.yaml`, as `npm run generate` last read them. */
export function loadClauses(): Clauses {
  return JSON.parse(readFileSync(new URL('./generated/clauses.json', import.meta.url), 'utf8')) as Clauses;
}
