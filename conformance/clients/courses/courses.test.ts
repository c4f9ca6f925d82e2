import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFile } from '../../../test/support/temporary-folder.js';
import { loadClientRules } from '../../../spec/clients.js';
import { courseLine } from '../../cli/clients.js';
import { clientView } from '../../reports/client-view.js';
import { writeTerminal } from '../../reports/terminal.js';
import { functionClient } from './client.js';
import { commandClient } from './command.js';
import type { CourseReport } from './report.js';
import { holdCourses } from './hold-courses.js';
import { courses, WORLD_HASH } from './index.js';
import { compiledProgram } from '../../../test/support/program.js';
import { startCourseMock } from './mock.js';
import { LANGUAGES, templateFor } from './templates.js';
import { casesOf } from '../../../test/support/cases.js';

const cases = casesOf<{ programs: [what: string, script: string, reason: string][] }>(import.meta.filename);

const mock = await startCourseMock([compiledProgram('mock-server/main')]);
afterAll(() => mock.close());

function hold(
  names: readonly string[],
  command: readonly string[],
  more: Partial<Parameters<typeof holdCourses>[0]> = {},
): Promise<CourseReport> {
  return holdCourses({
    courses: courses.filter(({ name }) => names.includes(name)),
    start: commandClient(command, process.env),
    concurrency: 4,
    livesOn: false,
    patience: 20,
    mock,
    ...more,
  });
}

/** A command that runs the script with Node. */
const node = (script: string): string[] => [process.execPath, '-e', script];

/** The command of the JavaScript template, after these replacements in its source. */
function changed(...changes: [from: string, to: string][]): string[] {
  let source = readFileSync(templateFor('typescript').source, 'utf8');
  for (const [from, to] of changes) {
    expect(source).toContain(from);
    source = source.replace(from, () => to);
  }
  return [process.execPath, temporaryFile('client.mjs', source)];
}
const HEADERS = "{ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...more }";

/** Ids of broken rules or, with `not-followed`, of recommendations that the client did not follow. */
function broken({ rules }: CourseReport, verdict: 'fail' | 'not-followed' = 'fail'): string[] {
  return rules.filter((each) => each.verdict === verdict).map(({ rule }) => rule.id);
}

it('a mock with the postings of the courses reports `WORLD_HASH` as their hash', async () => {
  expect(await (await fetch(`${mock.url}/__admin/dataset`)).json()).toMatchObject({ hash: WORLD_HASH });
});

it('the courses cover every rule with `courses: true`', () => {
  const covered = new Set(courses.flatMap(({ rules }) => rules));
  const { rules } = loadClientRules();
  expect(rules.filter((rule) => rule.courses && !covered.has(rule.id)).map(({ id }) => id)).toEqual([]);
});

describe('a client in a course', () => {
  it('that makes no mistake conforms, and pays only what the postings cost', async () => {
    const command = [process.execPath, templateFor('typescript').source.pathname];
    const report = await hold(['pages', 'lost-first-page', 'poll', 'unaffordable', 'restart'], command);
    expect([report.headline, broken(report)]).toEqual([
      expect.stringMatching(
        /^5 courses of 5 passed\. \d+ rules kept; not exercised: CLI-.*\. Paid 130 credits\.$/,
      ),
      [],
    ]);
    expect(report).toMatchObject({ verdict: 'conforms', exitCode: 0, wasted: 0 });
  });

  it('that never gets a page breaks one rule, with its last request, and no rule about later steps', async () => {
    const names = ['pages', 'company', 'poll', 'lost-first-page'];
    const report = await hold(names, changed(['/api/v1/', '/api/v2/']));
    expect([report.verdict, broken(report)]).toEqual(['does-not-conform', ['CLI-39']]);
    expect(report.headline).toMatch(
      /^the client never got a page; the last was POST \/api\/v2\/\S+ with \S+: 404; 0 courses of 4 passed/,
    );
    const verdicts = report.courses.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['fail', 'inconclusive', 'inconclusive', 'inconclusive']);
  });

  it('that stops because it broke a rule breaks no other rule', async () => {
    const names = ['pages', 'enough', 'nulls', 'two-processes', 'again'];
    expect(
      broken(await hold(names, changed(["`${isPoll ? n : ''} ${JSON.stringify(body)}`", "'all pages'"]))),
    ).toEqual(['CLI-5']);
    const keeping = changed(['if (result.isFinal) rmSync', 'if (false) rmSync']);
    expect(broken(await hold(['pages', 'again'], keeping))).toEqual(['CLI-6']);
  });

  it('that retries under a new key each time breaks CLI-2, and does not count as giving up', async () => {
    const newKeys = changed(
      ["'Idempotency-Key': key }", "get 'Idempotency-Key'() { return `use_v1_${randomUUID()}`; } }"],
      [`const headers = ${HEADERS};`, ''],
      ["body ? 'POST' : 'GET', headers,", `body ? 'POST' : 'GET', headers: ${HEADERS},`],
    );
    const report = await hold(['always-unavailable', 'always-limited'], newKeys);
    expect([broken(report), broken(report, 'not-followed')]).toEqual([['CLI-2'], []]);
  });

  it('that repeats a lost search without a key does not conform if that costs credits', async () => {
    const names = ['lost-first-page', 'unavailable'];
    const report = await hold(names, changed(["{ 'Idempotency-Key': key }", '{}']));
    const found = [broken(report), broken(report, 'not-followed'), report.wasted];
    expect(found).toEqual([['CLI-40'], ['CLI-1'], 2]);
  });

  it('that retries under a new key does not conform, and the report shows the cost', async () => {
    const own = changed(
      [
        `${HEADERS};`,
        `${HEADERS};\n  const fresh = () => more && (headers['Idempotency-Key'] = \`use_v1_\${randomUUID()}\`);`,
      ],
      ['    try {\n', '    fresh();\n    try {\n'],
    );
    const report = await hold(['lost-first-page', 'pages'], own);
    expect(report).toMatchObject({
      verdict: 'does-not-conform',
      exitCode: 1,
      wasted: 2,
      headline:
        '1 course of 2 passed. Broken: CLI-2, CLI-40. Paid 68 credits for a task worth 66: CLI-2 (2).',
    });
    const [finding] = report.rules.find(({ rule }) => rule.id === 'CLI-2')!.judgements;
    expect(finding).toMatchObject({ verdict: 'fail', course: 'lost-first-page', credits: 2 });
    expect(finding!.exchanges.map((id) => report.lines[id])).toHaveLength(2);
  });

  it('that gives up after the first failure conforms, and its line shows the recommendation to retry', async () => {
    const lines: string[] = [];
    const onCourse = (judged: Parameters<typeof courseLine>[0]) => void lines.push(courseLine(judged, '1/1'));
    const command = changed(['[4, 4000, 5]', '[1, 4000, 5]']);
    const report = await hold(['lost-twice', 'unavailable'], command, { onCourse });
    expect([report.verdict, broken(report, 'not-followed')]).toEqual(['conforms', ['CLI-17']]);
    expect(lines).toContainEqual(expect.stringMatching(/^△ 1\/1 unavailable [\d.]+ s {2}CLI-17$/));
  });

  it('that sends no operation keys conforms, and the report shows the cost', async () => {
    const report = await hold(['restart', 'rate-limited'], changed(["{ 'Idempotency-Key': key }", '{}']));
    expect(report).toMatchObject({ verdict: 'conforms', wasted: 2 });
    expect(broken(report, 'not-followed')).toEqual(['CLI-1']);
    expect(report.headline).toContain(': CLI-1 (2).');
  });

  it('that forgets its key when it is killed does not follow CLI-10, and the report shows the cost', async () => {
    const report = await hold(['restart'], changed(['existsSync(keyFile) ?', 'false ?']));
    expect(report).toMatchObject({ verdict: 'conforms', wasted: 2 });
    const { verdict, credits } = report.rules.find(({ rule }) => rule.id === 'CLI-10')!;
    expect([verdict, credits]).toEqual(['not-followed', 2]);
  });

  it('that stores only the key of its first page does not follow CLI-10', async () => {
    const once = changed(['    writeFileSync(keyFile,', '    existsSync(keyFile) || writeFileSync(keyFile,']);
    const report = await hold(['restart', 'restart-later'], once);
    expect(broken(report, 'not-followed')).toEqual(['CLI-10']);
    const [finding] = report.rules.find(({ rule }) => rule.id === 'CLI-10')!.judgements;
    expect(finding).toMatchObject({ course: 'restart-later' });
  });
});

describe('a command', () => {
  it('that does not exist is an error with its name', async () => {
    await expect(hold(['pages'], ['no-such-client'])).rejects.toThrow(
      'The command "no-such-client" cannot be run: there is no such program.',
    );
  });

  it('in quotes, as one word, is an error that says to pass separate words', async () => {
    await expect(hold(['pages'], ['node client.mjs'])).rejects.toThrow(
      'The command "node client.mjs" cannot be run: there is no such program. Program and arguments are words of their own',
    );
  });

  it.each(cases.programs)('that %s is an error of the run', async (_, script, reason) => {
    const report = await hold(['pages'], node(script));
    expect(report).toMatchObject({ verdict: 'error', exitCode: 4 });
    expect(report.courses[0]!.reason).toMatch(reason);
  });

  it('may print CRLF and a byte order mark', async () => {
    const script =
      "process.stdout.write('\\ufeff' + JSON.stringify({ outcome: 'done', balance: -25 }) + '\\r\\n')";
    const asking =
      "await fetch(process.env.JOB_SEARCH_URL + '/api/v1/credits/balance', { headers: { Authorization: 'Bearer ' + process.env.JOB_SEARCH_API_KEY } })";
    const report = await hold(['balance'], node(`(async () => { ${asking}; ${script} })()`));
    expect([report.verdict, report.courses[0]!.remarks]).toEqual(['conforms', []]);
  });

  it('with an exit status that contradicts its result gets a remark', async () => {
    const report = await hold(['pages'], node('console.log(\'{"outcome":"failed","message":"no"}\')'));
    expect(report.courses[0]!.remarks).toEqual(['it printed the result "failed", but ended with status 0']);
    expect(writeTerminal(clientView(report, ''))).toContain(
      '\nRemarks\n  it printed the result "failed", but ended with status 0 (pages)\n',
    );
  });

  it('that prints many results causes only one request to the mock at a time', async () => {
    let asked = 0;
    const traffic = (account: string) => {
      asked += 1;
      return mock.traffic(account);
    };
    const script = `process.stdout.write('{"outcome":"started"}\\n'.repeat(200_000))`;
    await hold(['pages'], node(script), { mock: { ...mock, traffic } });
    // One after the other while it prints, and not one for each of the 200,000 lines.
    expect(asked).toBeLessThan(2_000);
  });

  it('that prints its key gets a remark, and the report contains no key', async () => {
    const key = 'process.env.JOB_SEARCH_API_KEY';
    const report = await hold(
      ['pages'],
      node(`console.error('I use ' + ${key});
        console.log(JSON.stringify({ outcome: 'failed', message: 'refused: ' + ${key}, requestId: ${key} }))`),
    );
    expect(report.courses.map(({ notes }) => notes.map((text) => text.trim()))).toEqual([['I use [key]']]);
    expect(JSON.stringify(report)).toContain('refused: [key]');
    expect(report.courses[0]!.remarks).toEqual([
      expect.stringMatching(/ended with status 0; its output contains its API key$/),
    ]);
  });

  it('that never ends is killed, with its child processes', async () => {
    const child = "require('child_process').spawn('sleep', ['987654'])";
    const report = await hold(['pages'], node(`${child}; setInterval(() => {}, 1000)`), { patience: 1 });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
    expect(report.courses[0]!.reason).toContain('it did not end in time and printed nothing');
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 987654');
  });

  it('that leaves processes running gets a remark, and they are killed', async () => {
    const script = `require('child_process').spawn('sleep', ['987653'], { stdio: 'ignore' }).unref();
      console.log('{"outcome":"failed","message":"no"}'); process.exitCode = 1`;
    const report = await hold(['pages'], node(script));
    expect(report.courses[0]!.remarks).toEqual(['it left processes behind, which were ended']);
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 987653');
  });

  it('can take many courses concurrently without a warning from Node', async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', hear);
    const start = functionClient(() => Promise.resolve(null));
    const report = await holdCourses({ courses, start, concurrency: 12, livesOn: false, mock });
    process.off('warning', hear);
    expect([report.verdict, warnings]).toEqual(['nothing-judged', []]);
  });

  it('that declines every task is not judged', async () => {
    const report = await hold(['pages', 'poll'], node('process.exit(127)'));
    expect(report).toMatchObject({ verdict: 'nothing-judged', exitCode: 5 });
  });
});

it.each(LANGUAGES)('the templates in %s have at most 60 lines', (language) => {
  expect(readFileSync(templateFor(language).source, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(60);
});
