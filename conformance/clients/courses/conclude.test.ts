import { expect, it } from 'vitest';
import { loadClientRules, type ClientRuleId } from '../../../spec/clients.js';
import { historyOf } from '../../../test/samples/client-history.js';
import { courseReport, type Judged } from './conclude.js';
import { courses } from './index.js';

/** A course of two requests, on these connections, so many seconds apart, with one judgement on both. */
function course(
  name: string,
  rule: ClientRuleId,
  verdict: 'pass' | 'fail',
  connections: [string, string],
  after = 0.1,
): Judged {
  const history = historyOf(connections.map((connection) => ({ connection, after })));
  const told = { account: 'one', expected: '', actual: '', credits: 0 };
  return {
    seen: {
      course: courses.find((each) => each.name === name)!,
      runs: [],
      history,
      attempts: [],
      isMet: true,
      lag: 0,
    },
    judgements: [{ side: 'client', rule, verdict, exchanges: [1, 2], ...told }],
    verdict,
    open: null,
    unfinished: [],
    isUnfinished: false,
    paid: 0,
    wasted: 0,
    seconds: 1,
  };
}

function verdictOn(...judged: Judged[]): string {
  const { rules } = loadClientRules();
  return courseReport(judged, rules, { kitVersion: '0.0.0', isInterrupted: false }).verdict;
}

const copies = course('slow', 'CLI-12', 'pass', ['1', '2']);

it('holds nothing against a copy on a connection of its own, by a client that sends copies', () => {
  const early = course('rate-limited', 'CLI-19', 'fail', ['1', '2']);
  expect([verdictOn(copies, early), verdictOn(early)]).toEqual(['conforms', 'does-not-conform']);
});

it('holds an early attempt against it that comes too late for a copy', () => {
  const early = course('rate-limited', 'CLI-19', 'fail', ['1', '2'], 0.5);
  expect(verdictOn(copies, early)).toBe('does-not-conform');
});

it('holds an early attempt against it that it sent with the refusal read', () => {
  const early = course('rate-limited', 'CLI-19', 'fail', ['1', '1']);
  expect(verdictOn(copies, early)).toBe('does-not-conform');
});

it('tells once what keeps a client from the end of any search, whatever runs a course has', () => {
  const unfinished = (name: string, ...rules: ClientRuleId[]): Judged => {
    const judged = rules.map((rule) => course(name, rule, 'fail', ['1', '1']));
    const own = judged.flatMap(({ judgements }) => judgements);
    return { ...judged[0]!, judgements: own, unfinished: own, isUnfinished: true };
  };
  const { rules } = loadClientRules();
  const plain = courses
    .filter((each) => each.rules[0] === 'CLI-39')
    .map(({ name }) => unfinished(name, 'CLI-39'));
  // In one of them another rule told already what kept it from the end.
  plain[1] = { ...course(plain[1]!.seen.course.name, 'CLI-42', 'pass', ['1', '1']), isUnfinished: true };
  const report = courseReport([...plain, unfinished('again', 'CLI-6', 'CLI-6')], rules, {
    kitVersion: '0.0.0',
    isInterrupted: false,
  });
  const broken = report.rules.filter(({ verdict }) => verdict === 'fail');
  expect(broken.map(({ rule, judgements }) => [rule.id, judgements.length])).toEqual([['CLI-39', 1]]);
});
