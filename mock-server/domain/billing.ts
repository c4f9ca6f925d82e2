/** The price of a search (§8): one credit for each job that is new in the billing cycle. A page is sold whole or not at all. */

/** How many of these jobs are not paid for yet. */
export function countNewJobs(jobs: ArrayLike<number>, paid: Pick<ReadonlySet<number>, 'has'>): number {
  let fresh = 0;
  for (let i = 0; i < jobs.length; i += 1) if (!paid.has(jobs[i]!)) fresh += 1;
  return fresh;
}

/**
 * The price of a page, in credits, and whether the balance covers all of it. Without new jobs it is free, at a zero
 * or negative balance too: 10 jobs of which 4 are new cost 8 on a historical search, and a balance of 7 buys none.
 */
export function decidePrice(balance: number, newJobs: number, creditCost: number) {
  const credits = newJobs * creditCost;
  return { affordable: newJobs === 0 || credits <= balance, credits, newJobs };
}
