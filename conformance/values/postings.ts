/** Jobs of responses, and the address that identifies one. */

export type Job = Readonly<Record<string, unknown>>;

/** The address of the posting; null if it has none. Two postings without one can be equal in all members. */
export function addressOf(job: Job): string | null {
  const address = job['Job URL'] ?? job['Apply URL'];
  return typeof address === 'string' && address !== '' ? address : null;
}
