/** Clauses that no mutant turns red, and why none can or need. */
export const unturned: readonly { clause: string; why: string }[] = [];
