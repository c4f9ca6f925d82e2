/** Which jobs can be known again when they come a second time. */

/** Whether a job bears the address of its listing: two postings without one can be alike in all that they say. */
export function hasAddress(job: Readonly<Record<string, unknown>>): boolean {
  const address = job['Job URL'] ?? job['Apply URL'];
  return typeof address === 'string' && address !== '';
}
