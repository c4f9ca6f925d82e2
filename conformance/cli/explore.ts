/** `explore`: searches a target, within a ceiling, for faults that no scenario describes. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  explore,
  planOfExploration,
  verdictOf,
  type Explored,
  type ExploreProgress,
  type Finding,
} from '../explore/explore.js';
import { makeFolder } from '../../common/make-folder.js';
import { isLoopbackHost } from '../../common/browser/guard.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { loadDocuments } from '../pack/model/documents.js';
import { requireKey, type Profile } from '../run/target/profile.js';
import type { Guarded } from '../command-context.js';
import { count, shellQuoted, thousands } from '../values/text.js';
import { orUsageError, UsageError } from '../values/usage-error.js';
import { commandOf, profileOf, type Action, type Flags } from './flags.js';
import { progressLine } from './progress.js';

/** Throws UsageError, or TargetRefuses if the target does not answer. */
export const exploreTarget: Action<'explore'> = async (_none, flags, context) => {
  const profile = guardedProfile(flags, context, 'explore');
  const seed = flags.seed ?? Math.floor(context.clock.now() % 1_000_000);
  if (flags.plan === true) {
    context.out(planOfExploration(profile, loadDocuments(), { seed, steps: flags.steps }));
    return EXIT_CODES.conforms;
  }
  const { packs } = flags;
  if (packs !== undefined)
    orUsageError(
      () => makeFolder(packs),
      (why) => `--packs ${packs} cannot be used: ${why}`,
    );
  using interrupts = context.interrupts();
  using progress = flags.quiet === true ? null : progressLine(context);
  const explored = await explore({
    profile,
    seed,
    steps: flags.steps,
    ledger: flags.ledger,
    redactor: context.redactor,
    signal: interrupts.signal,
    onProgress: (now) => progress?.show(progressOf(now)),
  });
  progress?.[Symbol.dispose]();
  context.out(summaryOf(explored));
  if (packs !== undefined) savePacks(explored.findings, packs, flags, context);
  else if (explored.findings.length > 0) context.err('Pass --packs FOLDER to keep each finding as a pack.\n');
  return EXIT_CODES[verdictOf(explored)];
};

/** The profile for a command whose cost cannot be announced. Throws UsageError if the target is remote and has no ceiling. */
export function guardedProfile(flags: Flags, context: Guarded, command: string): Profile {
  const profile = profileOf(flags, context);
  requireKey(profile);
  if (profile.budget.credits === null && !isLoopbackHost(new URL(profile.target).host))
    throw new UsageError(
      `${command} chooses its requests while it runs, so it needs a ceiling for a remote target: pass --max-credits N.`,
    );
  return profile;
}

function progressOf({ requests, credits, pairs, combinations, findings }: ExploreProgress): string {
  return `${count(requests, 'request')}, ${count(credits, 'credit')}, ${thousands(pairs)} pairs of clause and operation, ${thousands(combinations)} combinations, ${count(findings, 'finding')}`;
}

function summaryOf({ findings, progress, stopped, notes, seed }: Explored): string {
  const { requests, credits, pairs, combinations } = progress;
  const broken = findings.filter(({ state }) => state === 'broken').length;
  const once = findings.length - broken;
  return [
    ...findings.flatMap((finding) => [...linesOf(finding), '']),
    `${count(broken, 'finding')} broken, ${once} seen once. ${count(requests, 'request')}, ${count(credits, 'credit')}; ` +
      `${thousands(pairs)} pairs of clause and operation shown by ${thousands(combinations)} combinations. --seed ${seed} repeats the choices.`,
    ...(stopped === null ? [] : [`The exploration ended early: ${stopped}.`]),
    ...notes,
    '',
  ].join('\n');
}

function linesOf({ violation, state, reason, story, name }: Finding): string[] {
  const { clause, operation, judgement } = violation;
  const steps = story.map(({ step }) => step.operation ?? step.call!.helper).join(', ');
  return [
    `${state === 'broken' ? '✗' : '?'} ${clause.id} on ${operation}: ${clause.title} (${name})`,
    `    expected  ${judgement.expected}`,
    `    found     ${judgement.actual}`,
    `    story     ${count(story.length, 'step')}: ${steps}`,
    ...(state === 'broken'
      ? ['    state     broken: failed twice more, under fresh keys']
      : [`    state     seen once: ${reason}`]),
  ];
}

/** Writes a pack for each finding under a free name; it never overwrites a file. */
function savePacks(findings: readonly Finding[], folder: string, flags: Flags, context: Guarded): void {
  const files = findings.map(({ name, pack }) => {
    let file = join(folder, `${name}.yaml`);
    for (let n = 2; existsSync(file); n += 1) file = join(folder, `${name}-${n}.yaml`);
    writeFileSync(file, context.redactor.text(pack));
    return file;
  });
  if (files.length > 0)
    context.err(
      `${count(files.length, 'pack')} written. Send them again: ${commandOf('replay', flags, context)} ${files.map(shellQuoted).join(' ')}\n`,
    );
}
