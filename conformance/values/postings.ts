/** Jobs as answers bring them, and which of them can be known again when they come a second time. */

export type Job = Readonly<Record<string, unknown>>;

/** Of its listing; null where it bears none: two postings without one can be alike in all that they say. */
export function addressOf(job: Job): string | null {
  const address = job['Job URL'] ?? job['Apply URL'];
  return typeof address === 'string' && address !== '' ? address : null;
}
