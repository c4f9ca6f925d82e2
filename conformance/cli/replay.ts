/** `replay FILE…`: sends the packs of findings again, and reports for each whether it is fixed. */
import { replayFiles, type Replayed } from '../explore/send-again.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { count } from '../values/text.js';
import { guardedProfile } from './explore.js';
import type { Action } from './flags.js';

/** Throws PackError, UsageError and TargetRefuses. */
export const replay: Action<'replay'> = async (files, flags, context) => {
  const profile = guardedProfile(flags, context, 'replay');
  using interrupts = context.interrupts();
  const { redactor } = context;
  const found = await replayFiles(files, { profile, redactor, signal: interrupts.signal });
  for (const { id, state, words } of found.replayed)
    context.out(`${state}: ${id}${words === '' ? '' : `: ${words}`}\n`);
  const { replayed, requests, credits } = found;
  context.out(
    `${count(replayed.length, 'story')}, ${count(requests, 'request')}, ${count(credits, 'credit')}.\n`,
  );
  const has = (state: Replayed['state']): boolean => replayed.some((each) => each.state === state);
  if (has('still broken')) return EXIT_CODES['does-not-conform'];
  return has('cannot be replayed') ? EXIT_CODES.incomplete : EXIT_CODES.conforms;
};
