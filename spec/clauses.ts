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

/** What each reading leaves to choose. */
export type ReadingChoices = { -readonly [Id in ReadingId]: (typeof readingChoices)[Id][number] };

/** `counts`: a failure counts against a target. `binds`: a target conforms only if the clause was checked or does not apply. */
export const CLAUSE_LEVELS = {
  must: { counts: true, binds: true },
  should: { counts: false, binds: false },
  open: { counts: true, binds: false },
} as const;

/** `must` binds; `should` is recommended and never fails a run; `open` is only observed, by its reading. */
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
  /** The operations that it holds for. */
  operations: readonly OperationId[];
  /** The reading whose choices all conform; only `open` clauses have one. */
  reading?: ReadingId;
  /** `none` if nothing can check it over HTTP; `why` gives the reason. */
  check?: 'none';
  why?: string;
}

/** A choice with its reading, as flags, journal and reports write it: `auth-status=401`. */
export type ReadingAssignment = { [Id in ReadingId]: `${Id}=${ReadingChoices[Id]}` }[ReadingId];

/** One question that the source leaves open or answers in two ways. */
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
  /** Whether `--reading id=choice` can set another choice. */
  switch: boolean;
}

/** Identifies the clauses of a run, to compare reports. */
export interface ClauseSet {
  /** Version of the kit that has them. */
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
  /** Groups of clauses in order. `id` is the prefix, `why` says why a violation matters to a caller. */
  groups: readonly { id: string; title: string; why: string }[];
  /** Sections of the source in order. */
  sections: readonly { id: string; title: string }[];
}

export function loadClauses(): Clauses {
  const text = readFileSync(new URL('./generated/clauses.json', import.meta.url), 'utf8');
  const { clauses, readings, groups, sections } = JSON.parse(text) as Omit<Clauses, 'set'>;
  // The reasons of groups change no verdict, so the hash ignores them.
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

/** Clauses whose ids the contract has under a keyword, and open clauses whose readings it has there. */
export function clausesInContract(keyword: 'x-kit-clause' | 'x-kit-refused' | 'x-kit-accepted'): ClauseId[] {
  const stated = statedIn(readDocument(new URL('./generated/openapi.json', import.meta.url)), keyword);
  return loadClauses().clauses.flatMap(({ id, reading }) =>
    stated.has(id) || (reading !== undefined && stated.has(reading)) ? [id] : [],
  );
}
