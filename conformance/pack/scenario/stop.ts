/** Ends a scenario without blaming the target. */
export class Stop extends Error {
  readonly end: 'not-applicable' | 'inconclusive' | 'error';
  /** True where it is what searches found that ends it. */
  readonly onData: boolean;
  constructor(end: Stop['end'], reason: string, onData = false) {
    super(reason);
    this.end = end;
    this.onData = onData;
  }
}
