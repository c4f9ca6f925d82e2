/** Ends a scenario without blaming the target. */
export class Stop extends Error {
  readonly end: 'not-applicable' | 'inconclusive' | 'error';
  /** True where it is what searches found that ends it. */
  readonly onData: boolean;
  /** What the data lacks, in a few words, where that is why. */
  readonly missing: string | undefined;

  constructor(end: Stop['end'], reason: string, onData = false, missing?: string) {
    super(reason);
    this.end = end;
    this.onData = onData;
    this.missing = missing;
  }
}
