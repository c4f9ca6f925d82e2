/** `compare URL-A URL-B`: sends the same story to two targets, and reports the differences. */
import { both, compare, type Compared, type Difference } from '../explore/compare.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { count } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { guardedProfile } from './explore.js';
import type { Action } from './flags.js';

/** Throws UsageError, or TargetRefuses if a target does not answer. */
export const compareTargets: Action<'compare'> = async ([a = '', b = ''], flags, context) => {
  if ((flags.adminUrl === undefined) !== (flags.adminUrlB === undefined))
    throw new UsageError('Name the admin API of both targets, or of none: --admin-url and --admin-url-b.');
  const other = { ...flags, target: b, adminUrl: flags.adminUrlB };
  const profiles = both([{ ...flags, target: a }, other], (each) => guardedProfile(each, context, 'compare'));
  using interrupts = context.interrupts();
  const parts = { redactor: context.redactor, signal: interrupts.signal };
  const compared = await compare({
    targets: both(profiles, (profile) => ({ profile, ...parts })),
    seed: flags.seed ?? Math.floor(context.clock.now() % 1_000_000),
    steps: flags.steps,
  });
  context.out(summaryOf(compared, a, b));
  if (compared.differences.length > 0) return EXIT_CODES['does-not-conform'];
  const isPart = compared.steps === 0 || compared.stopped !== null;
  return isPart ? EXIT_CODES.incomplete : EXIT_CODES.conforms;
};

function summaryOf(
  { differences, lawful, spent, steps, stopped, seed }: Compared,
  a: string,
  b: string,
): string {
  const group = (title: string, some: readonly Difference[]): string[] =>
    some.length === 0 ? [] : [title, ...some.flatMap(linesOf), ''];
  const costs = spent.map(
    ({ requests, credits }) => `${count(requests, 'request')}, ${count(credits, 'credit')}`,
  );
  return [
    ...group('They differ:', differences),
    ...group('Both choices conform (readings):', lawful),
    `${count(differences.length, 'difference')} in ${count(steps, 'step')}. --seed ${seed} repeats the choices.`,
    `A ${a}: ${costs[0]}.`,
    `B ${b}: ${costs[1]}.`,
    ...(stopped === null ? [] : [`The comparison ended early: ${stopped}.`]),
    '',
  ].join('\n');
}

function linesOf({ clause, reading, operation, facts, times }: Difference): string[] {
  return [
    `  ${clause ?? reading ?? 'unexplained'} on ${operation}${times > 1 ? `, ${times} times` : ''}`,
    `    A  ${facts[0]}`,
    `    B  ${facts[1]}`,
  ];
}
