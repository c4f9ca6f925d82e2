/** The price of a search (§8): each job that is new in the billing cycle costs credits. A page is charged whole or not at all. */

/** Returns how many of these jobs are not in `paid`. */
export function countNewJobs(jobs: ArrayLike<number>, paid: Pick<ReadonlySet<number>, 'has'>): number {
  let fresh = 0;
  for (let i = 0; i < jobs.length; i += 1) if (!paid.has(jobs[i]!)) fresh += 1;
  return fresh;
}

/**
 * Returns the price of a page, in credits, and whether the balance covers it. A page without new jobs is free, even if the
 * balance is negative. On a historical search, 10 jobs of which 4 are new cost 8 credits, and a balance of 7 buys none.
 */
export function decidePrice(balance: number, newJobs: number, creditCost: number) {
  const credits = newJobs * creditCost;
  return { affordable: newJobs === 0 || credits <= balance, credits, newJobs };
}
