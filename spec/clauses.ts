/** What a schema cannot say: numbered behaviour clauses, and the readings where the source is open. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OperationId } from './contract.js';
import type { ClauseId, ReadingChoices, ReadingId } from './generated/ids.js';
import { kitVersion } from '../common/kit-version.js';

export {
  clauseIds,
  readingChoices,
  type ClauseId,
  type ReadingChoices,
  type ReadingId,
} from './generated/ids.js';

/** `must` binds; `should` is recommended and never fails a run; `open` is only observed, by its reading. */
export type ClauseLevel = 'must' | 'should' | 'open';

/** One behaviour that a caller can observe. */
export interface Clause {
  /** Group and number, such as `IDEM-3`. */
  id: ClauseId;
  /** The group's prefix, such as `IDEM`. */
  group: string;
  level: ClauseLevel;
  /** The version of the kit that first had it, such as `0.1.0`. */
  since: string;
  /** A few words, for reports. */
  title: string;
  /** What a conforming service does, present tense. */
  text: string;
  /** Section of the source, such as `5.2`. */
  section: string;
  /** The operations that it holds for. */
  operations: readonly OperationId[];
  /** The reading whose choices all conform; exactly on `open` clauses. */
  reading?: ReadingId;
  /** Set where it is not checkable over HTTP; `why` says what hides it. */
  check?: 'none';
  why?: string;
}

/** A choice with its reading, as flags, journal and reports write it: `auth-status=401`. */
export type ReadingAssignment = { [Id in ReadingId]: `${Id}=${ReadingChoices[Id]}` }[ReadingId];

/** One place where the source is silent or says two things. */
export interface Reading<Id extends ReadingId = ReadingId> {
  /** Such as `auth-status`. */
  id: Id;
  question: string;
  section: string;
  /** Where the question arises. */
  operations: readonly OperationId[];
  /** What conforms, the default first. A single choice says what the mock does; nothing is asked of a target. */
  choices: readonly { id: ReadingChoices[Id]; text: string }[];
  /** The choice that the mock makes unless told otherwise. */
  default: ReadingChoices[Id];
  /** Whether the mock can be told otherwise (`--reading id=choice`). */
  switch: boolean;
}

/** Which clauses a run used, so that two reports can be compared. */
export interface ClauseSet {
  /** Version of the kit that they came with. */
  kit: string;
  /** How many clauses there are. */
  count: number;
  /** Of the clauses and readings, texts included; equal hashes mean equal clauses. */
  hash: string;
}

/** The whole of `clauses.yaml`, in its order. */
export interface Clauses {
  set: ClauseSet;
  clauses: readonly Clause[];
  readings: readonly Reading[];
  /** Groups of clauses in order, `id` being the prefix. */
  groups: readonly { id: string; title: string }[];
  /** Sections of the source in order. */
  sections: readonly { id: string; title: string }[];
}

/** The clauses and readings of `clauses.yaml`, as `npm run generate` last read them. */
export function loadClauses(): Clauses {
  const text = readFileSync(new URL('./generated/clauses.json', import.meta.url), 'utf8');
  const { clauses, readings, groups, sections } = JSON.parse(text) as Omit<Clauses, 'set'>;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return {
    set: { kit: kitVersion(), count: clauses.length, hash },
    clauses,
    readings,
    groups,
    sections,
  };
}
