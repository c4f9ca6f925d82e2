/** What the checks of one workflow work with. */
import type { Documents } from '../model/documents.js';
import type { Pack, Step, Workflow } from '../model/pack.js';
import type { Place } from '../model/source-file.js';

export interface CheckContext {
  pack: Pack;
  workflow: Workflow;
  /** The step whose parts are looked at; null for those of the workflow. */
  step: Step | null;
  documents: Documents;
  report(place: Place, message: string): void;
}

/** Reports ids that come twice. */
export function distinct(names: [string, Place][], report: CheckContext['report']): void {
  const seen = new Set<string>();
  for (const [name, place] of names) {
    if (seen.has(name)) report(place, `"${name}" is taken; ids are unique`);
    seen.add(name);
  }
}
