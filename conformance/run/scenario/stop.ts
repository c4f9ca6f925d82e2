import type { ScenarioOutcome } from '../../record/facts.js';

/** Ends a scenario early. */
export class Stop extends Error {
  readonly end: ScenarioOutcome['end'];
  /** True if the scenario ends because of the data that searches found. */
  readonly onData: boolean;
  /** The data that the scenario lacks, in a few words. */
  readonly missing: string | undefined;

  constructor(end: Stop['end'], reason: string, onData = false, missing?: string) {
    super(reason);
    this.end = end;
    this.onData = onData;
    this.missing = missing;
  }
}
