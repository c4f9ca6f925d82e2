/** Runs of a client in a course, for tests of the rules. */
import { attemptsOf } from '../../conformance/clients/rules/attempt.js';
import { applyRules } from '../../conformance/clients/rules/index.js';
import type { CourseSeen, RunSeen } from '../../conformance/clients/rules/situation.js';
import type { ClientJudgement } from '../../conformance/record/judgement.js';
import { courses } from '../../conformance/clients/courses/index.js';
import type { ClientRuleId } from '../../spec/clients.js';
import { contract, historyOf } from './client-history.js';

/** A run in the named course with this history and result, whose client ended by its own decision. */
export function seenIn(
  name: string,
  history: ReturnType<typeof historyOf>,
  result: RunSeen['result'] = null,
): { run: RunSeen; seen: CourseSeen } {
  const course = courses.find((each) => each.name === name)!;
  const attempts = attemptsOf(history.exchanges, contract);
  const plain = { end: 'itself', declined: false, remark: null, notes: '', resultAt: null } as const;
  const run: RunSeen = { ...plain, result, attempts };
  return { run, seen: { course, runs: [run], history, attempts, isMet: true, lag: 0 } };
}

type Seen = ReturnType<typeof seenIn>;

export function judgementsOn({ run, seen }: Seen, ...rules: ClientRuleId[]): ClientJudgement[] {
  const part = { ...seen.history, contract, askedOnce: true, seen, run, attempts: run.attempts };
  return applyRules([part]).judgements.filter(({ rule }) => rules.includes(rule));
}

/** The judgements as texts, such as `CLI-37 fail`. */
export function verdictsOn(seen: Seen, ...rules: ClientRuleId[]): string[] {
  return judgementsOn(seen, ...rules).map(({ rule, verdict }) => `${rule} ${verdict}`);
}
