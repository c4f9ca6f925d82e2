/** A pack as the interpreter works with it: shorthands written out, references resolved. */
import type { Criterion } from '../language/conditions.js';
import type { Place } from './source-file.js';

export interface CheckedCriterion extends Criterion {
  clauses: string[];
  place: Place;
}

export interface Assumption {
  judged: CheckedCriterion | Expectation;
  reason: string;
  otherwise: 'inconclusive' | 'not-applicable';
  place: Place;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie' | null;
  value: unknown;
  absent: boolean;
  deliberate: boolean;
  place: Place;
}

export type RawBody =
  string | { base64: string } | { repeat: string; times: number; before?: string; after?: string };

export interface RequestBody {
  contentType: string | null;
  payload: unknown;
  replacements: { target: string; value: unknown }[];
  raw: RawBody | null;
  absent: boolean;
  deliberate: boolean;
  place: Place;
}

export interface Action {
  name: string;
  type: 'end' | 'goto' | 'retry';
  stepId: string | null;
  workflowId: string | null;
  retryAfter: number;
  retryLimit: number;
  criteria: CheckedCriterion[];
  place: Place;
}

export interface Repeat {
  times: number | null;
  until: string | null;
  atMost: number;
  carry: { target: string; value: string }[];
  otherwise: 'inconclusive' | 'not-applicable' | 'fail' | 'go-on';
}

export interface Expectation {
  that: string;
  step: string | null;
  because: string | null;
  clauses: string[];
  arguments: Record<string, unknown>;
  place: Place;
}

export interface Step {
  stepId: string;
  description: string;
  operation: { source: 'contract' | 'admin'; id: string } | null;
  workflowId: string | null;
  parameters: Parameter[];
  body: RequestBody | null;
  criteria: CheckedCriterion[];
  assumptions: Assumption[];
  expectations: Expectation[];
  onSuccess: Action[];
  onFailure: Action[];
  outputs: Record<string, string>;
  clauses: string[];
  parallel: number;
  repeat: Repeat | null;
  throttle: boolean;
  /** Whether the connection is broken off as soon as the answer begins. */
  cut: boolean;
  request: { method?: string; path?: string } | null;
  place: Place;
}

export interface Workflow {
  workflowId: string;
  summary: string;
  description: string;
  inputs: Record<string, { default?: unknown }>;
  dependsOn: string[];
  steps: Step[];
  successActions: Action[];
  failureActions: Action[];
  outputs: Record<string, string>;
  parameters: Parameter[];
  /** Empty for a helper. */
  clauses: string[];
  requires: string[];
  cost: number | null;
  account: Record<string, unknown> | null;
  serial: boolean;
  /** Of a helper: whether what it found out holds for other scenarios on the same key, too. */
  once: boolean;
  throttle: boolean;
  /** The workflows that it calls, by the names that its parts use: `known-place`, or `shared.known-place` of another file. */
  calls: Map<string, Workflow>;
  /** As it stands in the expanded document, for those who write it down again. */
  raw: Readonly<Record<string, unknown>>;
  place: Place;
  /** `file:line` of one of its parts, for messages. */
  where(place: Place): string;
}

/** A document that a pack names: the contract, the admin API, or another pack. */
export interface Source {
  name: string;
  url: string;
  type: 'openapi' | 'arazzo';
  place: Place;
}

export interface Pack {
  name: string;
  file: string;
  title: string;
  summary: string;
  sources: readonly Source[];
  workflows: Workflow[];
  locate(place: Place): { line: number; column: number };
}
