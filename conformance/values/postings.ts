/** Jobs as answers bring them, and which of them can be known again when they come a second time. */

export type Job = Readonly<Record<string, unknown>>;

/** Whether a job bears the address of its listing: two postings without one can be alike in all that they say. */
export function hasAddress(job: Job): boolean {
  const address = job['Job URL'] ?? job['Apply URL'];
  return typeof address === 'string' && address !== '';
}
