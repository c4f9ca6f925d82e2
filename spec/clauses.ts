/** Behavior that a schema cannot express: numbered clauses, and readings for questions that the source leaves open. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OperationId } from './contract.js';
import { readDocument } from './document.js';
import { readingChoices, type ClauseId } from './generated/ids.js';
import { statedIn } from './schema-clauses.js';
import { kitVersion } from '../common/kit-version.js';

export { clauseIds, readingChoices, type ClauseId } from './generated/ids.js';

export type ReadingId = keyof typeof readingChoices;

/** The type of each reading's choices. */
export type ReadingChoices = { -readonly [Id in ReadingId]: (typeof readingChoices)[Id][number] };

/** `counts`: a violation fails a run. `binds`: a target conforms only if the clause was checked or does not apply. */
export const CLAUSE_LEVELS = {
  must: { counts: true, binds: true },
  should: { counts: false, binds: false },
  open: { counts: true, binds: false },
} as const;

/** `must` is required; `should` is recommended and never fails a run; `open` accepts all choices of its reading. */
export type ClauseLevel = keyof typeof CLAUSE_LEVELS;

export const counts = ({ level }: { level: ClauseLevel }): boolean => CLAUSE_LEVELS[level].counts;

export const binds = ({ level }: { level: ClauseLevel }): boolean => CLAUSE_LEVELS[level].binds;

/** One behavior that a caller can observe. */
export interface Clause {
  /** Group and number, such as `IDEM-3`. */
  id: ClauseId;
  /** The group's prefix, such as `IDEM`. */
  group: string;
  level: ClauseLevel;
  /** The version of the kit that first had it, such as `1.0.0`. */
  since: string;
  /** A few words, for reports. */
  title: string;
  /** The behavior of a conforming service, in present tense. */
  text: string;
  /** Section of the source, such as `5.2`. */
  section: string;
  /** The operations to which it applies. */
  operations: readonly OperationId[];
  /** The reading whose choices all conform. Only `open` clauses have one. */
  reading?: ReadingId;
  /** `none` if it cannot be checked over HTTP; `why` is the reason. */
  check?: 'none';
  why?: string;
}

/** A reading and a choice, as in flags, journal and reports: `auth-status=401`. */
export type ReadingAssignment = { [Id in ReadingId]: `${Id}=${ReadingChoices[Id]}` }[ReadingId];

/** A question that the source leaves open or answers in two ways. */
export interface Reading<Id extends ReadingId = ReadingId> {
  /** Such as `auth-status`. */
  id: Id;
  question: string;
  section: string;
  /** The operations that the question is about. */
  operations: readonly OperationId[];
  /** The conforming choices, the default first. A single choice describes the mock; targets are not checked for it. */
  choices: readonly { id: ReadingChoices[Id]; text: string }[];
  /** The choice of the mock if no option sets another. */
  default: ReadingChoices[Id];
  /** Whether `--reading id=choice` can change the choice. */
  switch: boolean;
}

/** Identifies the clauses of a run, to compare reports. */
export interface ClauseSet {
  /** Version of the kit. */
  kit: string;
  /** Number of clauses. */
  count: number;
  /** Hash of the clauses and readings, including their texts. Equal hashes mean equal clauses. */
  hash: string;
}

/** The content of `clauses.yaml`, in its order. */
export interface Clauses {
  set: ClauseSet;
  clauses: readonly Clause[];
  readings: readonly Reading[];
  /** Groups of clauses in order. `id` is the prefix; `why` is the effect of a violation on callers. */
  groups: readonly { id: string; title: string; why: string }[];
  /** Sections of the source in order. */
  sections: readonly { id: string; title: string }[];
}

export function loadClauses(): Clauses {
  const text = readFileSync(new URL('./generated/clauses.json', import.meta.url), 'utf8');
  const { clauses, readings, groups, sections } = JSON.parse(text) as Omit<Clauses, 'set'>;
  // The hash ignores `why` of groups, because it does not affect verdicts.
  const titles = groups.map(({ id, title }) => ({ id, title }));
  const hashed = text.replace(JSON.stringify(groups), () => JSON.stringify(titles));
  const hash = createHash('sha256').update(hashed).digest('hex').slice(0, 12);
  return {
    set: { kit: kitVersion(), count: clauses.length, hash },
    clauses,
    readings,
    groups,
    sections,
  };
}

/** Returns the clauses that the contract lists under a keyword, by their ids or by the ids of their readings. */
export function clausesInContract(keyword: 'x-kit-clause' | 'x-kit-refused' | 'x-kit-accepted'): ClauseId[] {
  const stated = statedIn(readDocument(new URL('./generated/openapi.json', import.meta.url)), keyword);
  return loadClauses().clauses.flatMap(({ id, reading }) =>
    stated.has(id) || (reading !== undefined && stated.has(reading)) ? [id] : [],
  );
}
