/** `replay FILE…`: sends the packs of findings again, and says for each whether it is fixed. */
import { EXIT_CODES } from '../judge/verdicts.js';
import type { RunReport } from '../judge/report.js';
import { oracles } from '../judge/oracles/index.js';
import { run } from '../run/run.js';
import type { Guarded } from '../command-context.js';
import { count } from '../values/text.js';
import { guardedProfile } from './explore.js';
import type { Flags } from './flags.js';

/** What came of one scenario. */
interface Replayed {
  id: string;
  state: 'fixed' | 'still broken' | 'cannot be replayed';
  words: string;
}

/** Returns the exit status. Throws PackError, UsageError and TargetRefuses. */
export async function replay(files: readonly string[], flags: Flags, around: Guarded): Promise<number> {
  const profile = guardedProfile(flags, around, 'replay');
  const interrupts = around.interrupts();
  try {
    const report = await run({
      profile,
      oracles,
      packs: files,
      concurrency: 1,
      redactor: around.redactor,
      signal: interrupts.signal,
    });
    const replayed = replaysIn(report);
    for (const { id, state, words } of replayed)
      around.out(`${state}: ${id}${words === '' ? '' : `: ${words}`}\n`);
    const { requests, creditsUsed } = report.budget;
    around.out(
      `${count(replayed.length, 'finding')}, ${count(requests, 'request')}, ${count(creditsUsed, 'credit')}.\n`,
    );
    const has = (state: Replayed['state']): boolean => replayed.some((each) => each.state === state);
    if (has('still broken')) return EXIT_CODES['does-not-conform'];
    return has('cannot be replayed') ? EXIT_CODES.incomplete : EXIT_CODES.conforms;
  } finally {
    interrupts.release();
  }
}

/** A finding is fixed only if an oracle saw its clause hold: a story that shows nothing proves nothing. */
export function replaysIn({ scenarios, clauses }: RunReport): Replayed[] {
  return scenarios.map(({ id, clauses: cited, verdict, reason, exchanges }): Replayed => {
    const own = new Set(exchanges);
    const evidence = clauses
      .filter(({ clause }) => cited.includes(clause.id))
      .flatMap((each) => each.evidence)
      .filter(({ by, exchanges: ids }) => by !== 'scenario' && ids.some((each) => own.has(each)));
    const against = evidence.find((each) => each.verdict === 'fail');
    if (against !== undefined)
      return { id, state: 'still broken', words: `expected ${against.expected}; ${against.actual}` };
    if (verdict !== 'pass') return { id, state: 'cannot be replayed', words: reason };
    if (evidence.length > 0) return { id, state: 'fixed', words: '' };
    return { id, state: 'cannot be replayed', words: `its answers do not show ${cited.join(', ')} any more` };
  });
}
