import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { ClauseResult, RunReport } from '../judge/report.js';
import type { Verdict } from '../judge/verdicts.js';
import { readRecord } from '../record/stored-record.js';
import { unpackedLines } from '../record/packed-lines.js';
import { markdown, xml } from './escape.js';
import { FILE_KINDS, readJsonReport, reportPieces, writeReport, type ReportKind } from './index.js';
import { runView } from './run-view.js';
import type { ReportOptions } from './terminal.js';
import type { ExchangeBodies } from './view.js';
import { responseOf, sampleExchange, sampleJudgement, sampleReport } from '../../test/samples/report.js';

const KINDS: readonly ReportKind[] = ['terminal', ...FILE_KINDS];

/** A report with this text wherever a target or a pack supplies a text. */
function reportSaying(text: string) {
  const report = sampleReport({ headline: text, notes: [text] });
  for (const result of report.clauses) {
    result.reason = text;
    result.clause = { ...result.clause, text };
    result.evidence = [sampleJudgement({ clauses: [result.clause.id], expected: text, actual: text })];
  }
  for (const scenario of report.scenarios) {
    scenario.reason = text;
    scenario.title = text;
  }
  report.target.server = text;
  report.exchanges = [1, 2, 3].map((id) =>
    sampleExchange(id, { response: responseOf(200, { [text]: text }) }),
  );
  return report;
}

it('the view of a run contains no active or invisible characters from any source', () => {
  const acting = ['\u001b', '\u202e', '\u200b'];
  const texts = JSON.stringify(runView(reportSaying(`red ${acting.join('')}`)));
  expect(texts).toContain('red ');
  // Unescaped, or in one JSON escape; escaped text has a second backslash in JSON.
  for (const each of acting)
    for (const form of [each, JSON.stringify(each).slice(1, -1)])
      expect(texts.replaceAll('\\\\u', '')).not.toContain(form);
});

it('the view of traffic has whole milliseconds, no scenarios, and no date if the source does not know it', () => {
  const { sentAt } = sampleExchange(1);
  const ends = [sentAt + 40.6, Number.MAX_SAFE_INTEGER];
  const report = sampleReport({ scenarios: [] });
  report.exchanges = ends.map((receivedAt, i) => sampleExchange(i + 1, { scenario: 'traffic', receivedAt }));
  report.target.url = '';
  const read = { source: 'mock', from: 'history.json' } as const;
  report.traffic = { ...read, alone: false, requests: 2, aside: {}, callers: [] };
  const { exchanges, target, startedAt, facts } = runView(report).page;
  expect(exchanges.map(({ scenario, note, ms }) => [scenario, note, ms])).toEqual([
    ['', '', 41],
    ['', '', null],
  ]);
  expect([target, startedAt]).toEqual(['history.json', '']);
  expect(facts.map(([name]) => name)).not.toContain('Started');
});

describe('every report', () => {
  it('rounds to whole seconds before it splits off minutes, so that it never shows 60 s', () => {
    const report = sampleReport();
    report.run.durationMs = 119_700;
    expect(writeReport('markdown', report)).toContain('2 min 0 s');
    report.run.durationMs = 59_970;
    expect(writeReport('markdown', report)).toContain('1 min 0 s');
  });

  it.each(KINDS)('%s says what changed since an earlier run, if there was one', (kind) => {
    const run = { id: 'a1b2', startedAt: '2026-02-03T00:00:00.000Z' };
    const none = { newlyFailing: [], newlyPassing: [], noLongerLookedAt: [] };
    const changes = {
      ...none,
      since: { ...run, target: 'https://old.example', clauseSet: 'x' },
      newlyFailing: ['IDEM-77'],
      newlyPassing: ['ENV-88 on searchJobs'],
    };
    // Markdown escapes its special characters.
    const text = writeReport(kind, sampleReport({ changes })).replaceAll('\\', '');
    for (const part of ['a1b2', 'IDEM-77', 'ENV-88 on searchJobs', 'https://old.example'])
      expect(text).toContain(part);
    if (kind !== 'json') expect(text).toContain('another set of clauses');
    expect(writeReport(kind, sampleReport())).not.toMatch(/a1b2|Changed since|"changes"/);
    const same = sampleReport();
    same.changes = {
      ...none,
      since: { ...run, target: same.target.url, clauseSet: same.clauseSet.hash },
    };
    if (kind !== 'json') expect(writeReport(kind, same)).toContain('Nothing');
    expect(writeReport(kind, same)).not.toContain('That run');
  });

  describe.each(['terminal', 'markdown'] as const)('as %s', (kind) => {
    it('shows the credits that answers state, and the most that it can be', () => {
      const report = sampleReport();
      expect(writeReport(kind, report)).toContain('40 of 1,240 announced');
      report.budget.creditsTold = 0;
      expect(writeReport(kind, report)).toContain('0 according to answers, 40 at most, of 1,240 announced');
    });

    it('counts repeated requests beyond the announced ones', () => {
      const report = sampleReport();
      report.budget.requests = report.budget.requestsAnnounced + 1;
      expect(writeReport(kind, report)).toMatch(/Requests: \d+, with repetitions, of \d+ announced/);
    });

    it('says why an open clause can be broken', () => {
      const report = sampleReport();
      for (const { clause } of report.clauses) clause.level = 'open';
      expect(writeReport(kind, report)).toContain('several choices; the target made none of them');
    });
  });

  it.each(KINDS)(
    '%s names each failing clause with the command that shows it, and each clause that was not checked',
    (kind) => {
      const text = writeReport(kind, sampleReport());
      for (const part of [
        'IDEM-5',
        'ENV-2',
        'status 200 with 10 jobs, 10 credits used',
        'BILL-4',
        'needs an account with few credits, and the profile names none',
        'the ceiling of --max-requests was reached',
        'oracle lookups broke: TypeError',
      ])
        expect(text.replaceAll('\\', '')).toContain(part);
      expect(text).toMatch(/expected|Expected/);
      expect(text.endsWith('\n')).toBe(true);
      expect(writeReport(kind, sampleReport())).toBe(text);
      if (kind === 'json') return;
      expect(text).toContain('--seed 7 --only operation-keys/reused-key-with-another-body');
    },
  );

  it.each(['terminal', 'html', 'markdown'] as const)(
    '%s says for which reading no choice was observed',
    (kind) => expect(writeReport(kind, sampleReport())).toMatch(/order.*none of its choices/),
  );

  it.each(KINDS)('%s shows a clause that is inconclusive on one operation only', (kind) => {
    const report = sampleReport();
    const counts = { passes: 1, failures: 0 };
    const passing = { operation: 'searchCompanyJobs', verdict: 'pass', reason: '', ...counts } as const;
    report.clauses.find(({ clause }) => clause.id === 'RATE-1')!.pairs.push(passing);
    expect(writeReport(kind, report)).toMatch(
      kind === 'json' ? '"operation":"searchCompanyJobs","verdict":"pass"' : /RATE-1 on searchJobs\b(?!,)/,
    );
  });

  it.each(['terminal', 'markdown', 'html'] as const)('%s counts the pairs of each operation', (kind) => {
    const report = sampleReport();
    for (const { pairs } of report.clauses) pairs[0]!.operation = 'listLocations';
    const text = writeReport(kind, report);
    expect(text).toContain('Pairs of clause and operation');
    const between = kind === 'terminal' ? '  ' : ' | ';
    expect(text).toContain(
      `listLocations${between}1 pass, 1 not applicable, 1 inconclusive, 1 error, 2 fail`,
    );
  });

  it.each(KINDS)('%s contains no control character from a target', (kind) => {
    const text = writeReport(kind, reportSaying('a\u001b[31mred\u0000\u202e\u009bend'));
    // eslint-disable-next-line no-control-regex -- the test looks for control characters
    const [inJson, elsewhere] = [/[\u0000-\u0009\u000b-\u001f]/, /[\u0000-\u0009\u000b-\u001f\u009b\u202e]/];
    expect(text).not.toMatch(kind === 'json' ? inJson : elsewhere);
  });

  it.each(KINDS)('%s can report a run in which nothing happened', (kind) => {
    const none = { clauses: [], scenarios: [], readings: [], oracles: [], notes: [], exchanges: [] };
    const empty = sampleReport({ verdict: 'incomplete', headline: 'Nothing was executed.', ...none });
    expect(writeReport(kind, empty)).toContain(kind === 'junit' ? 'tests="0"' : 'Nothing was executed.');
  });
});

describe('the terminal report', () => {
  it('begins with the verdict, and uses colors only on request', () => {
    const plain = writeReport('terminal', sampleReport());
    expect(plain.split('\n')[0]).toBe('Does not conform: 2 of 6 clauses fail: IDEM-5, ENV-2.');
    expect(plain).not.toContain('\u001b');
    expect(writeReport('terminal', sampleReport(), { color: true })).toContain(
      '\u001b[1;31mDoes not conform\u001b[0m',
    );
  });

  it('shows requirement, expected, actual, replay', () => {
    expect(writeReport('terminal', sampleReport())).toContain(
      [
        'IDEM-5  must, §5.2  changed request gets 409, always.',
        '  found     1 time; held 3 times',
        '  expected  status 409 and a body {detail: string}',
        '  actual    status 200 with 10 jobs, 10 credits used',
        '  why       Operation keys are the only way to recover a lost response without paying twice.',
        '  by        scenario operation-keys/reused-key-with-another-body, step reuse',
        '  requests  #1 POST /api/v1/jobs-search/search → 200',
        '            #2 POST /api/v1/jobs-search/search → 200',
        '  again     job-search-conformance --target http://127.0.0.1:4010 --seed 7 --only operation-keys/reused-key-with-another-body',
      ].join('\n'),
    );
  });
});

describe('how much the terminal report prints', () => {
  const linesOf = (report: RunReport, detail: ReportOptions['detail']): string[] =>
    writeReport('terminal', report, { detail }).trimEnd().split('\n');

  const needOf = (i: number): string =>
    ['an admin API', `thing ${i}`, `up to ${i} credits; 1 of the 9 allowed (--max-credits) remain`][i % 3]!;

  it('is at most 25 lines for a conforming run, with one line for each remedy and one for the credits', () => {
    const report = sampleReport({
      verdict: 'conforms',
      headline: '365 of 385 clauses checked, none broken.',
    });
    const [passed] = report.clauses.filter(({ verdict }) => verdict === 'pass');
    const open = Array.from({ length: 300 }, (_, i) => {
      const result = structuredClone(passed!);
      judgeAs(result, 'not-applicable', `pack/scenario-${i}: needs ${needOf(i)}`);
      Object.assign(result.clause, { id: `RATE-${i}` });
      return result;
    });
    const many = { ...report, clauses: [passed!, ...open], scenarios: [], oracles: [] };
    const lines = linesOf(many, 'normal');
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines[0]).toBe('Conforms: 365 of 385 clauses checked, none broken.');
    expect(lines.join('\n')).toMatch(/^ {2}100 clauses +needs an admin API$/m);
    expect(lines.join('\n')).toMatch(
      /^ {2}100 clauses +too few of the credits allowed \(--max-credits\) remain$/m,
    );
    expect(lines.join('\n')).toMatch(/^ {2}Credits: 40 of 1,240 announced/m);
    expect(linesOf(many, 'verbose').join('\n')).toMatch(/needs an admin API: RATE-0; .*; … and 75 more$/m);
  });

  it('is only the verdict and the failures with --quiet', () => {
    const text = linesOf(sampleReport(), 'quiet').join('\n');
    expect(text).toMatch(/^Does not conform: [^]*ENV-2 [^]*IDEM-5 [^]*expected {2}status 409/);
    expect(text).not.toMatch(/Not checked|Credits|by section/);
    expect(linesOf(sampleReport(), 'verbose').length).toBeGreaterThan(2 * text.split('\n').length);
  });
});

describe('failures', () => {
  /** Two faults: 422 answers have no request id, which breaks two clauses, and a filter has no effect. */
  function twoFaults(): RunReport {
    const report = sampleReport({ scenarios: [] });
    report.exchanges = [422, 422, 422, 403, 200, 200].map((status, i) =>
      sampleExchange(i + 1, { response: responseOf(status, {}) }),
    );
    const broken = (id: string, exchanges: number[], actual: string, good: number[] = []): ClauseResult => {
      const judged = (verdict: 'pass' | 'fail') => (exchange: number) =>
        sampleJudgement({ clauses: [id], verdict, scenario: '', exchanges: [exchange], actual });
      const result = structuredClone(report.clauses[0]!);
      Object.assign(result.clause, { id, title: `title of ${id}` });
      judgeAs(result, 'fail');
      const evidence = [...exchanges.map(judged('fail')), ...good.map(judged('pass'))];
      return { ...result, failures: exchanges.length, passes: good.length, evidence };
    };
    report.clauses = [
      broken('FILT-8', [5, 6], 'Is Remote null'),
      broken('REQ-3', [3], 'it is missing'),
      broken('REQ-2', [1, 2, 3], 'it is missing', [4]),
    ];
    return report;
  }

  it('are grouped by cause, with the difference between broken and correct answers', () => {
    const causes = runView(twoFaults()).page.failures.flatMap((each) => each.causes);
    expect(causes.map(({ common, broken }) => [broken.map(({ id }) => id), common])).toEqual([
      [['REQ-2', 'REQ-3'], '3 times, all with status 422; held with status 403'],
      [['FILT-8'], '2 times'],
    ]);
    const lines = writeReport('terminal', twoFaults(), { detail: 'normal' }).split('\n');
    const first = lines.slice(0, 25).join('\n');
    expect(first).toMatch(/^REQ-2 [^]*^ {2}probably the same cause: REQ-3 title of REQ-3$[^]*^FILT-8 /m);
  });

  it('of different causes stay separate, even if a fault in every answer shares requests with all', () => {
    const report = twoFaults();
    const everywhere = structuredClone(report.clauses[0]!);
    Object.assign(everywhere.clause, { id: 'ENV-2' });
    everywhere.evidence = Array.from({ length: 40 }, (_, i) => ({
      ...everywhere.evidence[0]!,
      actual: 'wrong',
      exchanges: [i + 1],
    }));
    everywhere.failures = 40;
    report.clauses.push(everywhere);
    const causes = runView(report).page.failures.flatMap((each) => each.causes);
    const apart = [['ENV-2'], ['REQ-2', 'REQ-3'], ['FILT-8']];
    expect(causes.map(({ broken }) => broken.map(({ id }) => id))).toEqual(apart);
  });
});

it('the timeline has the requests, the answers with 429 and the credits of a run', () => {
  const report = sampleReport();
  report.exchanges[1]!.response!.status = 429;
  const { requests, refused, credits, sliceMs } = runView(report).page.timeline!;
  const sum = (values: number[]): number => values.reduce((total, each) => total + each, 0);
  const used = sum(report.scenarios.map(({ creditsUsed }) => creditsUsed)) + (report.survey?.credits ?? 0);
  expect([sum(requests), sum(refused), credits.at(-1)]).toEqual([report.exchanges.length, 1, used]);
  expect(sliceMs * requests.length).toBeGreaterThan(1_900);
  expect(runView({ ...report, exchanges: [] }).page.timeline).toBeNull();
});

describe('the JUnit report', () => {
  it('has one failure for each broken clause and operation, and an error for each that could not be checked', () => {
    const text = writeReport('junit', sampleReport());
    for (const part of [
      '<testsuite name="pack operation-keys" tests="4" failures="0" errors="0" skipped="3"',
      '<testsuite name="clauses" tests="6" failures="2" errors="2" skipped="1"',
      '<testsuites name="job-search-conformance" tests="10" failures="2" errors="2" skipped="4"',
      '<error type="inconclusive" message="the ceiling of --max-requests was reached"/>',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/<skipped message="[^"]*: see IDEM-5"\/>/);
  });

  it('states a clause once for all of its failures', () => {
    const report = sampleReport();
    const { clause, evidence } = report.clauses.find(({ verdict }) => verdict === 'fail')!;
    const failure = evidence.find(({ verdict }) => verdict === 'fail')!;
    evidence.push({ ...failure, actual: 'something else' });
    const cases = writeReport('junit', report).split('<testcase');
    const both = cases.find((each) => each.includes('actual   something else'));
    expect(both?.split(xml(`${clause.id} ${clause.text}`))).toHaveLength(2);
  });

  it('has neither failures nor errors if the exit status is 0, because the run conforms or may be incomplete', () => {
    const report = sampleReport();
    for (const result of report.clauses.filter(({ verdict }) => verdict === 'fail')) judgeAs(result, 'pass');
    expect(writeReport('junit', { ...report, verdict: 'incomplete' })).toMatch(/ failures="0" errors="[1-9]/);
    const conforming = writeReport('junit', { ...report, verdict: 'conforms' });
    expect(conforming).not.toMatch(/<(failure|error)/);
    expect(conforming).toContain(
      '<skipped message="inconclusive: the ceiling of --max-requests was reached"/>',
    );
    const tolerant = { ...runView({ ...report, verdict: 'incomplete' }), allowsIncomplete: true };
    expect([...reportPieces('junit', tolerant)].join('')).not.toMatch(/<(failure|error)/);
  });

  it('has no failure for recommendations and known failures, so that a build passes', () => {
    const text = writeReport('junit', recommended());
    expect(text).not.toContain('<failure');
    expect(text).toContain('<skipped message="not as recommended: ');
    const known = sampleReport();
    for (const result of known.clauses.filter(({ verdict }) => verdict === 'fail')) {
      judgeAs(result, 'known', 'known, named in the baseline');
      for (const failure of result.evidence) failure.known = 'ticket 1';
    }
    expect(writeReport('junit', { ...known, scenarios: [] })).not.toContain('<failure');
    expect(writeReport('junit', known)).toContain('<skipped message="known: known, named in the baseline"/>');
    const html = writeReport('html', known);
    for (const part of ['known failures', '"known":"ticket 1"']) expect(html).toContain(part);
  });

  it('is well-formed, whatever the target sends', () => {
    const text = writeReport('junit', reportSaying(`]]> <x y='"'> & \u0000 \ud800 \uffff`));
    const withoutTags = text
      .replace(/<\?xml [^<>]*\?>/, '')
      .replace(
        /<\/?(testsuites?|testcase|failure|skipped|error|properties|property)(\s[a-z]+="[^"<>]*")*\s*\/?>/g,
        '',
      );
    expect(withoutTags).not.toMatch(/[<>\ud800\uffff]/);
    expect(withoutTags.replace(/&(amp|lt|gt|quot|#39|#10);/g, '')).not.toContain('&');
  });
});

/** Changes the verdict of a clause and its pairs. */
function judgeAs(result: ClauseResult, verdict: Verdict, reason = ''): void {
  Object.assign(result, { verdict, reason });
  for (const pair of result.pairs) Object.assign(pair, { verdict, reason });
}

/** The sample report, with every failing clause changed to a recommendation. */
function recommended(): RunReport {
  const report = sampleReport();
  for (const result of report.clauses) {
    if (result.verdict !== 'fail') continue;
    result.clause.level = 'should';
    judgeAs(result, 'not-followed');
  }
  for (const scenario of report.scenarios) if (scenario.verdict === 'fail') scenario.verdict = 'not-followed';
  return report;
}

it.each(['terminal', 'markdown', 'html'] as const)(
  'an unfollowed recommendation is separate from the failures in %s',
  (kind) => {
    const text = writeReport(kind, recommended()).split('<script')[0]!;
    expect(text).toContain('Recommended, not followed');
    expect(text).not.toMatch(/^(### |.*>)?Failures/m);
    expect(text).not.toMatch(/\b[1-9]\d* fail\b/);
  },
);

describe('the JSON report', () => {
  it('contains the whole run, and reads back unchanged', () => {
    const report = sampleReport();
    expect(readJsonReport(writeReport('json', report))).toEqual(report);
  });

  it('is read in pieces of any size, and rejected if it is truncated or followed by more', () => {
    const report = sampleReport();
    const bytes = Buffer.from(writeReport('json', report));
    const pieces = (all: Buffer): Buffer[] =>
      Array.from({ length: Math.ceil(all.length / 7) }, (_, i) => all.subarray(7 * i, 7 * i + 7));
    expect(readRecord(pieces(bytes))).toEqual(report);
    expect(() => readRecord(pieces(bytes.subarray(0, -3)))).toThrow('It is not JSON');
    expect(() => readRecord(pieces(Buffer.concat([bytes, Buffer.from('{}')])))).toThrow('It is not JSON');
  });

  it('matches the schema in the package', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../report.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv({ allErrors: true }).compile(schema);
    const stored = JSON.parse(writeReport('json', sampleReport())) as Record<string, string[]>;
    validate(stored);
    expect(validate.errors).toBeNull();
    validate({ ...stored, verdict: 'splendid' });
    expect(validate.errors?.[0]?.instancePath).toBe('/verdict');
    for (const [list, type] of [
      ['outcomes', 'ScenarioOutcome'],
      ['exchanges', 'Exchange'],
    ] as const) {
      const ofItem = new Ajv().compile({ ...schema, $ref: `#/definitions/${type}` });
      const lines = stored[list]!.flatMap((block) => [...unpackedLines(block)]);
      expect(lines).toHaveLength(sampleReport()[list === 'outcomes' ? 'scenarios' : list].length);
      for (const line of lines) expect(ofItem(JSON.parse(line)) || ofItem.errors).toBe(true);
      expect(ofItem({})).toBe(false);
    }
  });

  it('names its format and version first', () => {
    expect(Object.keys(JSON.parse(writeReport('json', sampleReport())) as object).slice(0, 2)).toEqual([
      'format',
      'version',
    ]);
  });

  it('has every member described in the README', () => {
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    for (const member of Object.keys(sampleReport())) expect(readme).toContain(`\`${member}\``);
  });

  it('reads a report of version 3, which has no packed lists', () => {
    const report = sampleReport();
    expect(readJsonReport(JSON.stringify({ ...report, version: 3 }))).toEqual(report);
  });

  it('rejects a report with a damaged block or with missing outcomes', () => {
    const text = writeReport('json', sampleReport());
    expect(() => readJsonReport(text.replace(/(?<="exchanges": \[\n {4}")..../, 'AAAA'))).toThrow(
      'Its packed lists are damaged',
    );
    expect(() => readJsonReport(text.replace(/(?<="outcomes": \[)[^\]]+/, ''))).toThrow('0 outcomes');
  });

  it('rejects another version', () => {
    const text = writeReport('json', sampleReport()).replace('"version": 4', '"version": 2');
    expect(() => readJsonReport(text)).toThrow('version 2');
  });
});

describe('the Markdown report', () => {
  it('keeps table cells and fences intact, whatever the target sends', () => {
    const text = writeReport('markdown', reportSaying('a | b\n```` <b>x</b> [l](http://e) @all'));
    for (const line of text.split('\n').filter((one) => one.startsWith('| ')))
      expect(line.match(/(?<!\\)\|/g)).toHaveLength(3);
    const outside = text.replace(/(`{3,})[^\n]*\n[\s\S]*?\n\1(?=\n)/g, '');
    expect(outside).not.toMatch(/[^\\]\[l\\?\]\(/);
    expect(outside).not.toContain('```');
    expect(outside).not.toContain('<b>');
  });

  it('escapes only characters with a meaning in Markdown', () => {
    const plain = ['the `X-Request-ID` header, `a_b`', '5.6 s', 'needs --allow-throttling'];
    expect(plain.map((text) => markdown(text))).toEqual(plain);
    expect(['1. x', '- x', 'a_b'].map((text) => markdown(text))).toEqual(['1\\. x', '\\- x', 'a\\_b']);
  });

  it('stays far below the limit of a CI summary', () => {
    const report = reportSaying('x'.repeat(100_000));
    report.clauses = Array.from({ length: 200 }, () => report.clauses[0]!);
    expect(Buffer.byteLength(writeReport('markdown', report))).toBeLessThan(1024 * 1024);
  });
});

describe('the HTML report', () => {
  const saying = `"><img src=x onerror='alert(1)'></pre></script><script>alert(1)</script><!--&amp;`;

  it('loads nothing from elsewhere, and runs only its own script', () => {
    const text = writeReport('html', sampleReport());
    expect(text).not.toMatch(/<link|<img|<iframe|@import|url\(|<script[^>]*src/i);
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; /);
    const scripts = [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
    const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
    expect(hashes.map((hash) => policy.includes(`script-src 'sha256-${hash}'`))).toEqual([true]);
  });

  it('contains a valid script, which bundles its modules', () => {
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(writeReport('html', sampleReport())) ?? [];
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/^(import|export)\b/m);
  });

  it('shows texts from the target as text, in the summary and in its data', () => {
    const text = writeReport('html', reportSaying(saying));
    expect(text).not.toContain('<img');
    expect(text.match(/<script/g)).toHaveLength(
      writeReport('html', sampleReport()).match(/<script/g)!.length,
    );
    const [, data = ''] = /id="view">([^]*?)<\/script>/.exec(text) ?? [];
    expect(data).not.toContain('<');
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(saying).slice(1, -1));
  });

  it('contains every request and answer of the run in full', () => {
    const report = sampleReport();
    const bodies = [...writeReport('html', report).matchAll(/data-from="\d+">([^<]*)</g)].flatMap(
      ([, piece = '']) => JSON.parse(gunzipSync(Buffer.from(piece, 'base64')).toString()) as ExchangeBodies[],
    );
    expect(bodies.map(({ id }) => id)).toEqual(report.exchanges.map(({ id }) => id));
    expect(bodies.map(({ response }) => response?.bodyText)).toEqual(
      report.exchanges.map(({ response }) => response?.bodyText),
    );
  });

  it.each([
    ['the page of the mock', ['common/browser', 'mock-server/pages/app']],
    ['the workbench', ['common/browser', 'conformance/reports/app', 'conformance/workbench/app']],
  ])('is as small as all pages: %s loads at most 60 kB of our files, compressed', (_page, folders) => {
    const own = folders.flatMap((folder) =>
      readdirSync(new URL(`../../${folder}/`, import.meta.url))
        .filter((name) => /\.(js|css)$/.test(name) && !name.endsWith('.test.js'))
        .map((name) => readFileSync(new URL(`../../${folder}/${name}`, import.meta.url))),
    );
    expect(own.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0)).toBeLessThan(60_000);
  });
});
