/** What a run may spend: hard ceilings on credits and requests, reserved before a scenario starts. */

export interface Budget {
  /** Sets the most a scenario can spend aside; says why not when the ceiling leaves no room for it. */
  reserve(scenario: string, credits: number): string | null;
  /** Counts a request; says why not when the ceiling on requests is met. */
  countRequests(count: number): string | null;
  /** Counts credits that an answer says were used. */
  spend(scenario: string, credits: number): void;
  /** Says why the scenario must stop, when it spent more than was set aside for it. */
  overspent(scenario: string): string | null;
  /** Ends the scenario: what it set aside and did not spend is free again. */
  release(scenario: string): void;
  spentBy(scenario: string): number;
  readonly creditsUsed: number;
  readonly requests: number;
}

export interface Ceilings {
  credits: number | null;
  requests: number | null;
}

export function createBudget(ceilings: Ceilings): Budget {
  const open = new Map<string, { reserved: number; spent: number }>();
  const spent = new Map<string, number>();
  let creditsUsed = 0;
  let requests = 0;
  const setAside = (): number =>
    [...open.values()].reduce((sum, each) => sum + Math.max(0, each.reserved - each.spent), 0);

  return {
    reserve(scenario, credits) {
      if (ceilings.credits !== null && credits > 0 && creditsUsed + setAside() + credits > ceilings.credits)
        return `can cost ${credits} credits, and of --max-credits ${ceilings.credits} only ${Math.max(0, ceilings.credits - creditsUsed - setAside())} are left`;
      open.set(scenario, { reserved: credits, spent: 0 });
      return null;
    },
    countRequests(count) {
      if (ceilings.requests !== null && requests + count > ceilings.requests)
        return `--max-requests ${ceilings.requests} is used up`;
      requests += count;
      return null;
    },
    spend(scenario, credits) {
      creditsUsed += credits;
      spent.set(scenario, (spent.get(scenario) ?? 0) + credits);
      const mine = open.get(scenario);
      if (mine !== undefined) mine.spent += credits;
    },
    overspent(scenario) {
      const mine = open.get(scenario);
      return mine !== undefined && mine.spent > mine.reserved
        ? `the target charged ${mine.spent} credits where at most ${mine.reserved} were announced`
        : null;
    },
    release: (scenario) => void open.delete(scenario),
    spentBy: (scenario) => spent.get(scenario) ?? 0,
    get creditsUsed() {
      return creditsUsed;
    },
    get requests() {
      return requests;
    },
  };
}
