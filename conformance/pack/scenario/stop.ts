/** Ends a scenario without blaming the target. */
export class Stop extends Error {
  readonly end: 'not-applicable' | 'inconclusive' | 'error';
  constructor(end: Stop['end'], reason: string) {
    super(reason);
    this.end = end;
  }
}
