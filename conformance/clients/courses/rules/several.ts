/** Operation keys over several searches, runs and processes (§5.2). */
import type { Attempt } from '../../rules/attempt.js';
import { named, type Say } from '../../rules/judge.js';
import type { CourseSeen, RunSeen } from '../model/seen.js';
import { isDelivered, slotOf, type RunJudge } from './judge.js';

/** CLI-6 in a poll: as many operations as searches that were asked for; CLI-27: no more. */
export const judgePoll: RunJudge = ({ attempts, result }, say, { course }) => {
  const { task } = course;
  if (task.task !== 'poll' || result?.outcome !== 'done') return;
  const answered = attempts.filter((each) => each.isSearch && isDelivered(each));
  const operations = new Set(answered.map(slotOf));
  const expected = `${task.times} searches, each with a key of its own`;
  const areKeyed = answered.every(({ key }) => typeof key === 'string');
  if (operations.size > task.times && areKeyed)
    return say(
      'CLI-27',
      'fail',
      answered.slice(-1),
      expected,
      `${operations.size} searches`,
      answered.at(-1)!.credits,
    );
  if (operations.size >= task.times) return say('CLI-6', 'pass', answered, expected, 'just that');
  const again = answered.find((each, i) =>
    answered.slice(0, i).some((other) => slotOf(other) === slotOf(each)),
  );
  const actual =
    again === undefined
      ? `${answered.length} searches`
      : `the key of an earlier search, which gave its stored answer again`;
  say('CLI-6', 'fail', again === undefined ? answered.slice(-1) : [answered[0]!, again], expected, actual);
};

/** Judges runs of a client that have to do with one another. */
export function judgeRuns({ course, runs }: CourseSeen, say: Say): void {
  const [first, second] = runs;
  if (first === undefined || second === undefined) return;
  if (course.runs === 'two-at-once') judgeProcesses(first, second, say);
  else if (course.runs === 'again') judgeAgain(first, second, say);
  else if (course.runs === 'restarted') judgeRestart(first, second, say);
}

const keysOf = (attempts: readonly Attempt[]): Set<string> =>
  new Set(attempts.flatMap(({ isKeyed, key }) => (isKeyed && typeof key === 'string' ? [key] : [])));

/** CLI-8. */
function judgeProcesses(first: RunSeen, second: RunSeen, say: Say): void {
  const keys = keysOf(first.attempts);
  if (keys.size === 0) return;
  const shared = second.attempts.find(({ key }) => typeof key === 'string' && keys.has(key));
  const expected = 'operation keys that the other process does not make';
  if (shared === undefined) return say('CLI-8', 'pass', [first.attempts[0]!], expected, 'other keys');
  const other = first.attempts.find(({ key }) => key === shared.key)!;
  say('CLI-8', 'fail', [other, shared], expected, `the key of ${named(other)}, from the other process`);
}

/** CLI-6 after a run that was done. */
function judgeAgain(first: RunSeen, second: RunSeen, say: Say): void {
  const keys = keysOf(first.attempts);
  if (keys.size === 0 || first.result?.outcome !== 'done') return;
  const old = second.attempts.find(({ key }) => typeof key === 'string' && keys.has(key));
  const expected = 'new keys for a new search';
  if (old === undefined) return say('CLI-6', 'pass', second.attempts.slice(0, 1), expected, 'new ones');
  const other = first.attempts.find(({ key }) => key === old.key)!;
  say('CLI-6', 'fail', [other, old], expected, `the key of ${named(other)}, whose search was done`);
}

/** The search that a run left open: its answer did not come, nor a refusal, and no copy under its key was answered either. */
export function openSearch({ attempts }: RunSeen): Attempt | undefined {
  const isAnswered = ({ key, identity }: Attempt): boolean =>
    typeof key === 'string' &&
    attempts.some((each) => isDelivered(each) && each.key === key && each.identity === identity);
  const isRefused = ({ fate }: Attempt): boolean => typeof fate === 'number' && fate !== 200 && fate < 429;
  return attempts.findLast(
    (each) => each.isKeyed && !isDelivered(each) && !isRefused(each) && !isAnswered(each),
  );
}

/** CLI-10 after a run that was ended while a search was open; CLI-1 where that one had no key to go on with. */
function judgeRestart(first: RunSeen, second: RunSeen, say: Say): void {
  const open = openSearch(first);
  const next = second.attempts.find(({ identity }) => identity !== null && identity === open?.identity);
  if (open === undefined || next === undefined) return;
  if (typeof open.key !== 'string')
    return say('CLI-1', 'fail', [open, next], 'a key from the first attempt on', 'none', next.credits);
  const goesOn = second.attempts.some(({ key }) => key === open.key);
  const expected = `the key of ${named(open)}, whose outcome is open`;
  const actual = goesOn ? 'the same key' : 'another key';
  say('CLI-10', goesOn ? 'pass' : 'fail', [open, next], expected, actual, goesOn ? 0 : next.credits);
}
