import { isDeepStrictEqual } from 'node:util';
import { Script } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Exchange } from '../../record/exchange.js';
import { loadDocuments } from '../../pack/model/documents.js';
import { scenariosOf } from '../plan/scenarios.js';
import type { Outgoing, Wire } from '../../wire/wire.js';
import { exchange } from '../../../test/servers/servers.js';
import { casesOf } from '../../../test/support/cases.js';
import { parsedJson } from '../../values/json.js';
import { checkPack } from '../../pack/check-pack.js';
import { parsePackText } from '../../pack/model/source-file.js';
import type { ScenarioOutcome } from '../../record/facts.js';
import type { ScenarioContext } from './scenario-context.js';
import { runScenario } from './run-scenario.js';

const documents = loadDocuments();

interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  lost?: NonNullable<Exchange['failure']>['kind'];
}

type Answering = (body: unknown, nth: number) => Answer;

/** Answers the nth request with the nth answer, and further ones with the last. */
const inTurn =
  (...answers: Answer[]): Answering =>
  (_body, nth) =>
    answers[nth - 1] ?? answers.at(-1)!;

interface Ran extends ScenarioOutcome {
  sent: { text: string; headers: Record<string, string>; method: string; path: string; request: Outgoing }[];
  slept: number[];
  history: readonly Exchange[];
}

/** Runs the first scenario of a pack whose workflows are `workflows`, against `answer`. */
async function perform(
  workflows: string,
  answer: Answering = () => ({}),
  host: Partial<ScenarioContext> & {
    history?: readonly Exchange[];
    shares?: boolean;
    balance?: number | null;
  } = {},
): Promise<Ran> {
  const text = `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions:
  - { name: contract, type: openapi, url: spec/openapi.yaml }
  - { name: admin, type: openapi, url: spec/admin.openapi.yaml }
x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }
workflows:
${workflows.replace(/^(?=.)/gm, '  ')}`;
  const pack = checkPack(parsePackText('p.yaml', text), documents);
  const [scenario] = scenariosOf([pack], documents);
  if (scenario === undefined) throw new Error('no scenario');
  const sent: Ran['sent'] = [];
  const slept: number[] = [];
  const history: Exchange[] = [...(host.history ?? [])];
  const wire = {
    history,
    balanceOf: () => host.balance ?? null,
    send: (requests) => {
      const exchanges = requests.map((request) => {
        const bodyText = request.body?.toString('utf8') ?? null;
        const headers = Object.fromEntries(request.headers);
        sent.push({ text: bodyText ?? '', headers, method: request.method, path: request.path, request });
        const body = parsedJson(bodyText ?? '');
        const { status = 200, lost, ...answered } = answer(body, sent.length);
        const made = exchange({
          ...request,
          id: sent.length,
          account: host.shares === true ? 'active' : 'own',
          // As the wire records them.
          request: {
            bodyText,
            body,
            headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
          },
          response: lost === undefined ? { status, body: {}, headers: {}, ...answered } : null,
          failure: lost === undefined ? null : { kind: lost, message: `it was ${lost}` },
        });
        history.push(made);
        return made;
      });
      return Promise.resolve(exchanges);
    },
  } as Partial<Wire> as Wire;
  const lent: ScenarioContext = {
    contract: documents.contract,
    admin: documents.admin,
    wire,
    scenario: scenario.id,
    named: scenario.named,
    advised: new Set(['ERR-12']),
    time: { now: () => 1000, sleep: (ms) => Promise.resolve(void slept.push(ms)) },
    bind: (name) =>
      ({ activeKey: 'key', operationKey: 'use_v1_k', accountId: 'acc_1', unlikelyWord: 'nosuchword' })[name],
    balancePointer: null,
    sources: Object.fromEntries(pack.sources.map(({ name, url }) => [name, url])),
    maxWaitMs: 60_000,
    needsKeys: () => false,
    overspent: () => null,
    adopt: () => undefined,
    hasTurned: () => false,
    freshContext: () => Promise.resolve(lent),
    holdBack: () => undefined,
    exhausted: new Map(),
    handedOn: null,
    clock: { now: 1000, at: 1000, frozen: false },
    ...host,
  };
  return { ...(await runScenario(scenario.workflow, lent)), sent, slept, history };
}

const scenario = (steps: string, more = ''): string => `- workflowId: w
  summary: s
  x-kit-clauses: [REQ-1]
  x-kit-cost: 1
  inputs: { properties: { activeKey: {}, operationKey: {}, accountId: {} } }
${more}  steps:
${steps.replace(/^(?=.)/gm, '    ')}
`;
const ask = (more: string, criterion = '$statusCode == 200', stepId = 'ask'): string => `- stepId: ${stepId}
  operationId: $sourceDescriptions.contract.searchJobs
  successCriteria: [{ condition: ${criterion} }]
${more.replace(/^(?=.)/gm, '  ')}
`;
const NEXT = ask('', '$statusCode == 200', 'next');

interface Case {
  it: string;
  clauses?: string[];
  steps: object[];
  more?: object;
  helpers?: object[];
  answers?: (Answer & { bytes?: number })[];
  host?: { shares?: boolean; balance?: number };
  expect: Record<string, unknown>;
}

const { groups, moved } = casesOf<{
  groups: { about: string; cases: Case[] }[];
  moved: [it: string, is: string, totals: number[], end: string][];
}>(import.meta.filename);

/** A page with a job whose description has `bytes` bytes, or the answer itself. */
const answerOf = ({ bytes, ...answer }: Answer & { bytes?: number }): Answer =>
  bytes === undefined ? answer : { body: { data: { jobs: [{ 'Job Description': 'x'.repeat(bytes) }] } } };

/** Reduces each of `all` to the members that its counterpart in `stated` has. */
const picked = (all: readonly object[], stated: unknown): object[] =>
  all.map((each, i) => {
    const names = Object.keys((stated as object[])[i] ?? {});
    return Object.fromEntries(names.map((name) => [name, Reflect.get(each, name) as unknown]));
  });

/** Returns the results of a scenario under the names in `expect`. */
function shown(ran: Ran, expected: Case['expect']): object {
  const sent = ran.sent.map(({ request, ...each }) => ({
    ...request,
    ...each,
    key: each.headers['Idempotency-Key'],
  }));
  const all = {
    ...ran,
    missing: ran.missing ?? null,
    requests: ran.sent.length,
    pauses: ran.slept.length,
    repeats: isDeepStrictEqual(ran.sent[0], ran.sent[1]),
    verdicts: ran.judgements.flatMap(({ clauses, verdict }) =>
      clauses.length === 0 ? [] : `${clauses.join()} ${verdict}`,
    ),
    sent: picked(sent, expected['sent'] ?? []),
    judgements: picked(ran.judgements, expected['judgements'] ?? []),
  };
  return picked([all], [expected])[0]!;
}

describe.each(groups)('$about', ({ cases }) => {
  it.each(cases)(
    '$it',
    async ({ clauses = ['REQ-1'], steps, more, helpers = [], answers = [{}], ...rest }) => {
      const inputs = { properties: { activeKey: {}, operationKey: {}, accountId: {} } };
      const own = { workflowId: 'w', summary: 's', 'x-kit-clauses': clauses, 'x-kit-cost': 1, inputs };
      const workflows = stringify([{ ...own, ...more, steps }, ...helpers], { aliasDuplicateObjects: false });
      const ran = await perform(workflows, inTurn(...answers.map(answerOf)), rest.host);
      const [, pattern] = /^\/(.*)\/$/.exec(String(rest.expect['reason'])) ?? [];
      const reason =
        pattern === undefined ? {} : { reason: expect.stringMatching(new RegExp(pattern)) as unknown };
      expect(shown(ran, rest.expect)).toEqual({ ...rest.expect, ...reason });
    },
  );
});

const inconclusive = { end: 'inconclusive', reason: 'too much', sent: [{}] };
it.each([
  ['fails if the charged answer is itself wrong', ask('', '$statusCode == 422'), { end: 'failed' }],
  ['gets no further request, and the scenario is inconclusive', ask('') + NEXT, inconclusive],
  ['is detected on the last step, too', ask(''), inconclusive],
])('a target that charges more than was announced %s', async (_what, steps, expected) => {
  let overspent: string | null = null;
  const answer = (): Answer => {
    overspent = 'too much';
    return {};
  };
  expect(await perform(scenario(steps), answer, { overspent: () => overspent })).toMatchObject(expected);
});

describe('a helper that runs once', () => {
  const twice = `${scenario(`- { stepId: one, workflowId: knock, successCriteria: [{ condition: $steps.one.outputs.found == 3 }] }
- { stepId: two, workflowId: knock, successCriteria: [{ condition: $steps.two.outputs.found == 3 }] }
`)}- workflowId: knock
  summary: s
  x-kit-once: true
  steps:
${ask('outputs: { found: $response.body#/data/total_jobs_found }').replace(/^(?=.)/gm, '    ')}
  outputs: { found: $steps.ask.outputs.found }
`;
  const answer = (): Answer => ({ body: { data: { total_jobs_found: 3 } } });

  it('is sent once on a key that scenarios share, and its outputs are kept', async () => {
    const handedOn = new Map();
    expect(await perform(twice, answer, { handedOn })).toMatchObject({ end: 'completed', sent: [{}] });
    expect([...handedOn.values()]).toEqual([{ found: 3 }]);
  });

  it('is sent each time on an account of the scenario’s own', async () => {
    expect(await perform(twice, answer)).toMatchObject({ end: 'completed', sent: [{}, {}] });
  });

  it('is sent again if it did not complete', async () => {
    const handedOn = new Map();
    await perform(twice, () => ({ status: 404 }), { handedOn });
    expect(handedOn.size).toBe(0);
  });
});

describe('a target that refuses without details', () => {
  const steps = scenario(ask('requestBody: { payload: { limit: 2, industry: [Music] } }'));
  const refusal = { status: 422, body: { detail: [{ msg: 'zu klein', type: 'value_error' }] } };

  it.each([
    ['accepts no small limit, whatever its errors say', (limit: number) => limit < 10, 'not-applicable'],
    ['accepts the small limit elsewhere', (_: number, isProbe: boolean) => !isProbe, 'failed'],
    ['refuses every limit', () => true, 'failed'],
  ])('gets two probes if it %s', async (_what, refuses, end) => {
    const ran = await perform(steps, (body) => {
      const { limit, industry } = body as { limit: number; industry?: string[] };
      const isRefused = refuses(limit, industry === undefined);
      return isRefused ? refusal : { body: { success: true, data: { jobs: [] } } };
    });
    expect(ran).toMatchObject({ end });
    expect(ran.sent.map(({ text }) => text).slice(1)).toEqual([
      '{"job_keywords":{"title":["nosuchword"]},"limit":2}',
      '{"job_keywords":{"title":["nosuchword"]},"limit":10}',
    ]);
  });

  it('is not probed again in the same run if it refuses every limit', async () => {
    const once = await perform(steps, () => refusal);
    const again = await perform(steps, () => refusal, { history: once.history });
    expect([once.sent.length, again.sent.length]).toEqual([3, 1]);
  });
});

describe('data that changes during a scenario', () => {
  const results = (total: number, used?: number, jobs: unknown[] = []): Answer => ({
    body: { success: true, data: { jobs, total_jobs_found: total, credits_used: used } },
  });
  const MOVED = 'the data moved while it was being compared';
  const compared = scenario(
    `${ask('')}- stepId: more
  operationId: searchJobs
  requestBody: { payload: { limit: 5 } }
  successCriteria: [{ condition: $statusCode == 200 }]
  x-kit-expect: [{ that: total-found, is: ==, with: ask }]
`,
  );
  const legacy = compared
    .replaceAll('searchJobs', 'searchCompanyJobsLegacy')
    .replace('{ limit: 5 }', '{ company_name: Acme }');
  const moving: Answering = (_body, nth) => results(nth);
  const totals = (...told: number[]): Answering => inTurn(...told.map((total) => results(total)));
  /** Always returns another total for the search of `compared` that has a body. */
  const broken = (body: unknown, _nth: number, used?: number): Answer =>
    results(body === undefined ? 7 : 9, used);
  const lostOnce =
    (then: Answering): Answering =>
    (body, nth) =>
      nth === 1 ? { status: 504 } : then(body, nth);
  const bind: ScenarioContext['bind'] = (name) => (name.startsWith('operationKey') ? `use_v1_${name}` : name);
  const keysIn = ({ sent }: Ran): unknown[] => sent.map(({ headers }) => headers['Idempotency-Key']);

  it('is searched again under new keys before a check fails, and the scenario restarts if it has changed', async () => {
    // Search, comparison, repeated search; then again from the start.
    const ran = await perform(compared, totals(7, 8, 8, 8, 8), { bind });
    expect([ran.end, ran.sent.length]).toEqual(['completed', 5]);
    expect(ran.sent[2]?.text).toBe(ran.sent[0]?.text);
    expect(keysIn(ran)[2]).toBe('use_v1_operationKeyAgain1');
    expect(ran.judgements.map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it.each(moved)('%s', async (_what, is, round, end) => {
    const steps = compared.replace('is: ==', `is: '${is}'`);
    const ran = await perform(steps, totals(...round, ...round, ...round), { bind });
    expect(ran.end).toBe(end);
  });

  it('is searched again under a new key, too, if the legacy search names the key of a stored answer', async () => {
    const sentAgain = async (headers: Record<string, string>): Promise<unknown[]> =>
      keysIn(await perform(legacy, (body, nth) => ({ ...broken(body, nth), headers }), { bind })).slice(2);
    expect(await sentAgain({})).toEqual([undefined, undefined]);
    expect(await sentAgain({ 'idempotency-key': 'use_v1_made' })).toEqual([
      'use_v1_operationKeyAgain1',
      'use_v1_operationKeyAgain2',
    ]);
  });

  const keyed = 'parameters: [{ name: Idempotency-Key, in: header, value: use_v1_a }]\n';
  const OWN_KEYS = ['use_v1_operationKeyOwn1', 'use_v1_operationKeyOwn2'];
  it.each([
    ['no search that it sends without', compared, false, [undefined, undefined]],
    ['each search that it sends without', compared, true, OWN_KEYS],
    ['no search that has one', scenario(ask(keyed)), true, ['use_v1_a']],
    ['no legacy search', legacy, true, [undefined, undefined]],
  ])('gets a key for %s', async (_what, steps, needsKeys, keys) => {
    expect(keysIn(await perform(steps, totals(7), { bind, needsKeys: () => needsKeys }))).toEqual(keys);
  });

  const lookup = `- { stepId: list, operationId: listDepartments, successCriteria: [{ condition: $statusCode == 200 }] }\n`;
  const counted = scenario(lookup + ask('x-kit-expect: [{ that: job-count, at-least: 1 }]'));
  const lacking = (condition: string): string =>
    scenario(ask(`x-kit-assume: [{ ${condition}, reason: too few }]`));
  const unmet = lacking('that: job-count, at-least: 100, otherwise: not-applicable');
  const growing = lacking('condition: $response.body#/data/total_jobs_found > 1');
  const withKey = (steps: string): string => steps.replaceAll(/^( +)successCriteria/gm, `$1${keyed}$&`);
  const oneCity = scenario(ask("x-kit-expect: [{ that: every-job, field: City, equals: 'Oslo' }]"));
  const rome: Answering = (_body, nth) => results(nth, 0, [{ City: 'Rome' }]);
  it.each<[string, string, Answering, outcome: string]>([
    ['the same answer is returned', compared, broken, 'failed after 4: more: '],
    ['the same jobs are charged again', compared, (...of) => broken(...of, 1), 'failed after 4: more: '],
    ['a search without a key was lost', compared, lostOnce(totals(7, 7, 8)), 'completed after 5: '],
    // Lost, repeated, compared; then again from the start, until the same answer is returned.
    ['a lost search ignored its key', withKey(legacy), lostOnce(broken), 'failed after 7: more: '],
    ['a lost search honored its key', withKey(compared), lostOnce(broken), 'failed after 5: more: '],
    ['a lookup was lost, which charges nothing', counted, lostOnce(totals(7)), 'failed after 4: ask: '],
    ['three attempts lack the same thing', unmet, moving, 'not-applicable after 6: too few'],
    ['the data changes three times', compared, moving, `inconclusive after 9: ${MOVED} (so it did 3 times)`],
    ['a search is refused', scenario(ask('', '$statusCode == 422')), moving, 'failed after 1: ask: '],
    ['an answer is wrong by itself', oneCity, rome, 'failed after 1: ask: '],
    ['an assumption holds later', growing, totals(1, 2, 2), 'completed after 3: '],
  ])('has the right outcome if %s', async (_what, steps, answer, outcome) => {
    const { end, sent, reason, missing, judgements } = await perform(steps, answer);
    expect(`${end} after ${sent.length}: ${missing ?? reason}`).toContain(outcome);
    expect(judgements.some(({ verdict }) => verdict === 'fail')).toBe(end === 'failed');
  });

  it('restarts the scenario after a new billing cycle, once it has searched again for what was charged again', async () => {
    const free = scenario(
      ask('', '$response.body#/data/total_jobs_found == 7') +
        ask('', '$response.body#/data/credits_used == 0', 'again'),
    );
    let hasTurned = false;
    const charged = (...used: number[]): Promise<Ran> =>
      perform(free, inTurn(...[...used, 0].map((each) => results(7, each))), {
        hasTurned: () => !hasTurned && (hasTurned = true),
      });
    // Bought, charged again, searched twice more; then again from the start.
    const ran = await charged(1, 1, 1);
    expect([ran.end, ran.sent.length]).toEqual(['completed', 6]);
    expect((await charged(1, 1)).end).toBe('failed');
  });

  it('restarts the scenario if a new cycle ended the key', async () => {
    let turns = 0;
    const expired = { status: 409, body: { detail: 'expired' } };
    const ran = await perform(scenario(ask('')), inTurn(expired, results(7)), {
      hasTurned: () => (turns += 1) === 1,
    });
    expect([ran.end, ran.sent.length]).toEqual(['completed', 2]);
  });

  it('may explain a charge above the announced one', async () => {
    let overspent: string | null = null;
    const answer: Answering = (_body, nth) => {
      overspent = nth === 2 ? 'too much' : null;
      return results(Math.min(nth, 3));
    };
    const ran = await perform(compared, answer, { overspent: () => overspent });
    expect([ran.end, ran.sent.length]).toEqual(['completed', 5]);
  });

  it('does not restart the scenario if that could cost too much', async () => {
    const ran = await perform(compared, moving, { freshContext: () => Promise.resolve('too dear') });
    expect([ran.end, ran.sent.length]).toEqual(['inconclusive', 3]);
    expect(ran.reason).toContain('(too dear)');
  });
});

/** Limits the matching of regular expressions to 0.1 s instead of 2 s. The limits for loading packs stay the same. */
function shortenTimeLimits(): void {
  const run = Reflect.get(Script.prototype, 'runInContext');
  const short = vi.spyOn(Script.prototype, 'runInContext');
  short.mockImplementation(function (this: Script, box, options) {
    const { timeout } = options as { timeout: number };
    return run.call(this, box, { timeout: timeout === 2_000 ? 100 : timeout }) as unknown;
  });
  onTestFinished(() => short.mockRestore());
}

const inText = 'context: $response.header.X-Text, type: regex';
// No text that the check tries it on begins with `bbbc`.
const slow = '^b{3}c.*.*.*.*.*.*.*=';
it.each([
  ['a criterion', `'${slow}', ${inText}`, ''],
  ['a JSONPath', `"$[?search(@.detail, '${slow}')]", context: $response.body, type: jsonpath`, ''],
  ['a matcher', '1 == 1', `{ that: value, of: $response.header.X-Text, match: '${slow}' }`],
  ['a header', '1 == 1', `{ that: header-format, name: X-Text, match: '${slow}' }`],
])('a regular expression is stopped in %s', async (_, criterion, expectation) => {
  shortenTimeLimits();
  const text = `bbbc${'a'.repeat(300)}!`;
  const more = expectation === '' ? '' : `x-kit-expect: [${expectation}]`;
  const ran = await perform(scenario(ask(more, criterion)), () => ({
    headers: { 'x-text': text },
    body: [{ detail: text }],
  }));
  expect([ran.end, ran.reason]).toEqual([
    'error',
    expect.stringMatching(/^p\.yaml:14: .*c\.\*\..* took more than 2 s$/),
  ]);
});
