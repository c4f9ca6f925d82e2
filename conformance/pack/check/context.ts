/** The input of each check of a workflow. */
import type { Documents } from '../model/documents.js';
import type { Pack, Step, Workflow } from '../model/pack.js';
import type { Place } from '../model/source-file.js';

export interface CheckContext {
  pack: Pack;
  workflow: Workflow;
  /** The step whose parts are checked; null for parts of the workflow itself. */
  step: Step | null;
  documents: Documents;
  report(place: Place, message: string): void;
}

/** Reports repeated ids. */
export function distinct<Id extends string>(
  id: Id,
  parts: readonly ({ place: Place } & Record<Id, string>)[],
  report: CheckContext['report'],
): void {
  const seen = new Set<string>();
  for (const { place, [id]: name } of parts) {
    if (seen.has(name)) report([...place, id], `"${name}" is used twice; ids must be unique`);
    seen.add(name);
  }
}
