import { Script } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Exchange } from '../../record/exchange.js';
import { loadDocuments } from '../../pack/model/documents.js';
import { scenariosOf } from '../plan/scenarios.js';
import type { Outgoing, Wire } from '../../wire/wire.js';
import { exchange } from '../../../test/servers/servers.js';
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

/** Answers the nth request with the nth answer, and later ones with the last. */
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
  host: Partial<ScenarioContext> = {},
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
    balanceOf: () => null,
    send: (requests) => {
      const exchanges = requests.map((request) => {
        const bodyText = request.body?.toString('utf8') ?? null;
        const headers = Object.fromEntries(request.headers);
        sent.push({ text: bodyText ?? '', headers, method: request.method, path: request.path, request });
        let body: unknown;
        try {
          body = JSON.parse(bodyText ?? '');
        } catch {
          body = undefined;
        }
        const { status = 200, lost, ...answered } = answer(body, sent.length);
        const response = lost === undefined ? { status, body: {}, headers: {}, ...answered } : null;
        const made = exchange({
          ...request,
          id: sent.length,
          // As the wire records them.
          request: {
            bodyText,
            body,
            headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
          },
          response,
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
    maxWaitMs: 60_000,
    balanceOf: () => null,
    keysForAll: false,
    sharesAccount: () => false,
    overspent: () => null,
    adopt: () => undefined,
    hasTurned: () => false,
    anew: () => Promise.resolve(lent),
    holdBack: () => undefined,
    exhausted: new Set(),
    clockOffset: 0,
    handedOn: null,
    clock: null,
    ...host,
    history,
  };
  const outcome = await runScenario(pack, scenario.workflow, lent);
  return { ...outcome, sent, slept, history };
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

describe('a target that charges more than was announced', () => {
  const inconclusive = { end: 'inconclusive', reason: 'too much', sent: [{}] };
  it.each([
    ['fails if the charged answer is itself wrong', ask('', '$statusCode == 422'), { end: 'failed' }],
    ['gets no further request, and the scenario is inconclusive', ask('') + NEXT, inconclusive],
    ['is detected on the last step, too', ask(''), inconclusive],
  ])('%s', async (_what, steps, expected) => {
    let overspent: string | null = null;
    const answer = (): Answer => {
      overspent = 'too much';
      return {};
    };
    expect(await perform(scenario(steps), answer, { overspent: () => overspent })).toMatchObject(expected);
  });
});

describe('a recommendation that is not followed', () => {
  const advised = (more = ''): string =>
    `- stepId: ask
  operationId: $sourceDescriptions.contract.searchJobs
  successCriteria:
    - { condition: $response.body#/error == 'told', x-kit-clauses: [ERR-12] }
    - { condition: $statusCode == 200 }
${more.replace(/^(?=.)/gm, '  ')}
`;
  const both = (steps: string): string => scenario(steps).replace('[REQ-1]', '[REQ-1, ERR-12]');
  const NOT = 'ERR-12 fail';
  const HELD = 'REQ-1 pass';
  const verdictsOf = ({ judgements }: Ran): string[] =>
    judgements
      .filter(({ clauses }) => clauses.length > 0)
      .map(({ clauses, verdict }) => `${clauses.join()} ${verdict}`);

  const retry = 'onFailure: [{ name: again, type: retry, retryAfter: 1, retryLimit: 1 }]';
  const whole = scenario(ask('', "$response.body#/error == 'told'")).replace('[REQ-1]', '[ERR-12]');
  const told = { body: { error: 'told' } };

  it.each<[string, string, Answer[], end: string, requests: number, verdicts: string[]]>([
    ['is reported, and later checks still count', both(advised() + NEXT), [{}], 'completed', 2, [NOT, HELD]],
    ['hides no failure of the step', both(advised()), [{ status: 404 }], 'failed', 1, [NOT, 'REQ-1 fail']],
    [
      'hides no later failure',
      both(advised() + NEXT),
      [{}, { status: 404 }],
      'failed',
      2,
      [NOT, 'REQ-1 fail'],
    ],
    [
      'is asked again if the step says so',
      both(advised(retry)),
      [{}, told],
      'completed',
      2,
      ['ERR-12 pass', HELD],
    ],
    ['fails only itself if no part names it', whole, [{}], 'completed', 1, [NOT]],
  ])('%s', async (_what, steps, answers, end, requests, verdicts) => {
    const ran = await perform(steps, inTurn(...answers));
    expect([ran.end, ran.sent.length, verdictsOf(ran)]).toEqual([end, requests, verdicts]);
  });
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

  it('is sent once on a key that scenarios share, and what it handed on stays', async () => {
    const handedOn = new Map();
    const first = await perform(twice, answer, { handedOn });
    expect(first).toMatchObject({ end: 'completed', sent: [{}] });
    expect([...handedOn.values()]).toEqual([{ found: 3 }]);
  });

  it('is sent each time on an account of the scenario’s own', async () => {
    expect(await perform(twice, answer)).toMatchObject({ end: 'completed', sent: [{}, {}] });
  });

  it('is sent again where it did not come to its end', async () => {
    const handedOn = new Map();
    await perform(twice, () => ({ status: 404 }), { handedOn });
    expect(handedOn.size).toBe(0);
  });
});

describe('requests', () => {
  it('sends compact JSON, replacements and expressions in place, headers as written', async () => {
    const { sent } = await perform(
      scenario(
        ask(`parameters: [{ name: Idempotency-Key, in: header, value: '{$inputs.operationKey}-x' }]
requestBody:
  payload: { limit: 10, job_keywords: { title: [a] } }
  replacements: [{ target: /job_keywords/title/0, value: $inputs.operationKey }]`),
        "  parameters: [{ name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' }]\n",
      ),
    );
    expect(sent).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/jobs-search/search',
        text: '{"limit":10,"job_keywords":{"title":["use_v1_k"]}}',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': 'use_v1_k-x',
          Authorization: 'Bearer key',
        },
      },
    ]);
  });

  it.each([
    ['x-kit-raw: \'{"limit": 10,\'', '{"limit": 10,'],
    ['x-kit-raw: { base64: AAE= }', '\u0000\u0001'],
    ["x-kit-raw: { repeat: ab, times: 3, before: '[', after: ']' }", '[ababab]'],
    ['x-kit-absent: true', ''],
  ])('sends %s', async (body, text) => {
    const { sent } = await perform(scenario(ask(`requestBody: { contentType: text/x, ${body} }`)));
    expect(sent[0]?.text).toBe(text);
    expect(sent[0]?.headers['Content-Type']).toBe(text === '' ? undefined : 'text/x');
  });

  it('takes a shared header away, and goes where the contract has nothing', async () => {
    const { sent } = await perform(
      scenario(
        ask(`parameters: [{ name: authorization, in: header, value: '', x-kit-absent: true }]
x-kit-request: { method: PATCH, path: /api/v9/none }`),
        '  parameters: [{ name: Authorization, in: header, value: Bearer x }]\n',
      ),
    );
    expect(sent[0]).toMatchObject({ method: 'PATCH', path: '/api/v9/none', headers: {} });
    expect(sent[0]?.request.operation).toBeNull();
  });

  it('encodes queries and the paths of admin calls, and keeps the key from the admin API', async () => {
    const { sent } = await perform(
      scenario(
        `- stepId: find
  operationId: listLocations
  parameters: [{ name: q, in: query, value: 'São & Co''s ()' }]
  successCriteria: [{ condition: $statusCode == 200 }]
- stepId: read
  operationId: $sourceDescriptions.admin.getAccount
  parameters: [{ name: accountId, in: path, value: $inputs.accountId }]
`,
        '  parameters: [{ name: Authorization, in: header, value: Bearer x }]\n',
      ),
    );
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/v1/locations?q=S%C3%A3o%20%26%20Co%27s%20%28%29',
      '/__admin/accounts/acc_1',
    ]);
    expect(sent[1]?.headers).toEqual({});
  });

  it('ends inconclusive, naming it, when a value is missing', async () => {
    const { end, reason, sent } = await perform(
      scenario(`${ask('outputs: { cursor: $response.body#/data/search_after }')}- stepId: next
  operationId: searchJobs
  requestBody: { payload: { search_after: $steps.ask.outputs.cursor } }
  successCriteria: [{ condition: $statusCode == 200 }]
`),
    );
    expect([end, reason]).toEqual([
      'inconclusive',
      '$steps.ask.outputs.cursor has no value, so the next request cannot be made',
    ]);
    expect(sent).toHaveLength(1);
  });
});

describe('judging', () => {
  it('keeps every check, and stops at the step where one fails', async () => {
    const { end, judgements, sent } = await perform(
      scenario(`${ask('', '$statusCode == 201')}- stepId: never
  operationId: searchJobs
  successCriteria: [{ condition: $statusCode == 200 }]
`),
    );
    expect(end).toBe('failed');
    expect(sent).toHaveLength(1);
    expect(judgements).toEqual([
      {
        clauses: ['REQ-1'],
        verdict: 'fail',
        by: 'criterion',
        kind: 'proof',
        scenario: 'p/w',
        step: 'ask',
        exchanges: [1],
        expected: '$statusCode == 201',
        actual: '$statusCode is 200',
        because: null,
        known: null,
      },
    ]);
  });

  it('attributes checks to the clauses of the criterion, else of the step', async () => {
    const { judgements } = await perform(
      scenario(`- stepId: ask
  operationId: searchJobs
  x-kit-clauses: [REQ-1]
  successCriteria: [{ condition: $statusCode == 200 }, { condition: 1 == 1, x-kit-clauses: [REQ-2] }]
  x-kit-expect: [{ that: responded }, { that: responded, x-kit-clauses: [REQ-2], because: so it is }]
`).replace('[REQ-1]', '[REQ-1, REQ-2]'),
    );
    expect(judgements.map(({ clauses, because }) => [clauses.join(), because])).toEqual([
      ['REQ-1', null],
      ['REQ-2', null],
      ['REQ-1', null],
      ['REQ-2', 'so it is'],
    ]);
  });

  const twoChecks = (first: string, second: string): string =>
    scenario(`- stepId: ask
  operationId: searchJobs
  successCriteria: [{ condition: ${first}, x-kit-clauses: [REQ-1] }, { condition: ${second} }]
`).replace('[REQ-1]', '[REQ-1, REQ-2]');

  it('gives clauses that no part names evidence from the whole scenario, for or against', async () => {
    const held = await perform(twoChecks('1 == 1', '2 == 2'));
    expect(held.judgements.map(({ clauses, verdict, by }) => [clauses.join(), verdict, by])).toEqual([
      ['REQ-1', 'pass', 'criterion'],
      ['', 'pass', 'criterion'],
      ['REQ-2', 'pass', 'scenario'],
    ]);
    const broken = await perform(twoChecks('1 == 1', '2 == 3'));
    expect(broken.judgements.map(({ clauses, verdict }) => [clauses.join(), verdict])).toEqual([
      ['REQ-1', 'pass'],
      ['REQ-2', 'fail'],
    ]);
  });

  it('blames every clause for an unnamed failure when each is named elsewhere', async () => {
    const { judgements } = await perform(
      twoChecks('1 == 1', '2 == 3').replace(
        'successCriteria: [',
        'successCriteria: [{ condition: 3 == 3, x-kit-clauses: [REQ-2] }, ',
      ),
    );
    expect(judgements.at(-1)).toMatchObject({ clauses: ['REQ-1', 'REQ-2'], verdict: 'fail' });
  });

  it.each(['inconclusive', 'not-applicable'] as const)(
    'ends %s without blame on an assumption',
    async (otherwise) => {
      const { end, reason, missing } = await perform(
        scenario(
          ask(`x-kit-assume: [{ condition: $response.body#/data/total > 1, reason: too little data, otherwise: ${otherwise} }]
x-kit-expect: [{ that: value, of: 1, equals: 2 }]`),
        ),
        () => ({ body: { data: { total: 1 } } }),
      );
      expect([end, reason]).toEqual([otherwise, 'too little data ($response.body#/data/total is 1)']);
      expect(missing).toBe(otherwise === 'not-applicable' ? 'too little data' : undefined);
    },
  );

  it.each([
    ['a limit below ten is refused as such', 9, 'limit', 'not-applicable'],
    ['a limit of ten is refused', 10, 'limit', 'failed'],
    ['something else is refused', 9, 'industry', 'failed'],
  ])('where %s, ends as the source has it', async (_what, limit, named, end) => {
    const detail = [{ loc: ['body', named], msg: 'too small', type: 'value_error', input: { limit } }];
    const steps = scenario(ask(`requestBody: { payload: { limit: ${limit} } }`));
    expect(await perform(steps, () => ({ status: 422, body: { detail } }))).toMatchObject({ end });
  });

  it.each([
    ['takes no small limit, whatever its errors say', (limit: number) => limit < 10, 'not-applicable'],
    ['takes the small limit elsewhere', (_: number, isProbe: boolean) => !isProbe, 'failed'],
    ['refuses every limit', () => true, 'failed'],
  ])('asks a target of few words twice for nothing: one that %s', async (_what, refuses, end) => {
    const steps = scenario(ask('requestBody: { payload: { limit: 2, industry: [Music] } }'));
    const ran = await perform(steps, (body) => {
      const { limit, industry } = body as { limit: number; industry?: string[] };
      return refuses(limit, industry === undefined)
        ? { status: 422, body: { detail: [{ msg: 'zu klein', type: 'value_error' }] } }
        : { body: { success: true, data: { jobs: [] } } };
    });
    expect(ran).toMatchObject({ end });
    expect(ran.sent.map(({ text }) => text).slice(1)).toEqual([
      '{"job_keywords":{"title":["nosuchword"]},"limit":2}',
      '{"job_keywords":{"title":["nosuchword"]},"limit":10}',
    ]);
  });

  it.each([
    [402, 'new jobs cost more', true, null, 'inconclusive'],
    [402, 'new jobs cost more', true, 199, 'inconclusive'],
    [402, 'new jobs cost more', true, 200, 'failed'],
    [402, 'new jobs cost more', false, null, 'failed'],
    [403, 'API key has no credits remaining', true, null, 'inconclusive'],
    [403, 'no access', true, null, 'failed'],
  ])(
    'where %i says "%s", ends as the key that pays is shared (%s), and can pay for a page at a balance of %s, or not',
    async (status, detail, shared, balance, end) => {
      const expected = '{ that: one-of-status, choices: { "200": waits }, reading: concurrent-same-key }';
      const steps = scenario(
        `- stepId: ask\n  operationId: $sourceDescriptions.contract.searchCompanyJobsHistorical\n  x-kit-expect: [${expected}]`,
      );
      const host = { sharesAccount: () => shared, balanceOf: () => balance };
      const ran = await perform(steps, () => ({ status, body: { detail } }), host);
      expect(ran).toMatchObject({ end });
    },
  );

  it.each([
    ['jobs of 50 kB were seen', 50_000, 'not-applicable', 2],
    ['jobs of 10 kB were seen', 10_000, 'inconclusive', 5],
  ])('a page that cannot be stored, where %s, ends it', async (_what, bytes, end, requests) => {
    const small = { body: { data: { jobs: [{ 'Job Description': 'x'.repeat(bytes) }] } } };
    const ran = await perform(
      scenario(ask('requestBody: { payload: { limit: 1 } }') + ask('').replace('ask', 'then')),
      (_body, nth) => (nth === 1 ? small : { status: 503, body: { detail: 'invalid_result' } }),
    );
    expect([ran.end, ran.sent.length]).toEqual([end, requests]);
  });

  it('a legacy page that cannot be stored ends it, too', async () => {
    const big = { body: { data: { jobs: [{ 'Job Description': 'x'.repeat(50_000) }] } } };
    const error = { code: 'service_unavailable', message: 'invalid_result: over 4 MiB', details: [] };
    const legacy = ask('').replace('searchJobs', 'searchCompanyJobsLegacy').replace('ask', 'then');
    const ran = await perform(
      scenario(ask('requestBody: { payload: { limit: 1 } }') + legacy),
      (_body, nth) => (nth === 1 ? big : { status: 503, body: { success: false, data: null, error } }),
    );
    expect([ran.end, ran.sent.length]).toEqual(['not-applicable', 2]);
  });

  it('asks a target that refuses every limit no more than once', async () => {
    const steps = scenario(ask('requestBody: { payload: { limit: 2, industry: [Music] } }'));
    const refusal = { status: 422, body: { detail: [{ msg: 'zu klein', type: 'value_error' }] } };
    const once = await perform(steps, () => refusal);
    const again = await perform(steps, () => refusal, { history: once.history });
    expect([once.sent.length, again.sent.length]).toEqual([3, 1]);
  });

  it('assumes by predicate, too', async () => {
    const assumed = (count: number): Promise<Ran> =>
      perform(
        scenario(ask(`x-kit-assume: [{ that: job-count, at-least: ${count}, reason: too few jobs }]`)),
        () => ({ body: { data: { jobs: [{}] } } }),
      );
    expect(await assumed(1)).toMatchObject({ end: 'completed' });
    expect(await assumed(2)).toMatchObject({ end: 'inconclusive', reason: 'too few jobs (1 jobs)' });
  });

  it('looks at what the data lacks before it blames, where the answer tells of the data', async () => {
    const blamed = async (status: number, jobs: unknown[]): Promise<string> => {
      const few = 'x-kit-assume: [{ that: job-count, at-least: 1, reason: too few jobs }]';
      const steps = scenario(ask(few, '$response.body#/data/credits_used == 1'));
      const { end } = await perform(steps, () => ({ status, body: { data: { credits_used: 0, jobs } } }));
      return end;
    };
    expect([await blamed(200, []), await blamed(200, [{}]), await blamed(404, [])]).toEqual([
      'inconclusive',
      'failed',
      'failed',
    ]);
  });

  it('goes on where none of the choices of a reading fits, and ends inconclusive', async () => {
    const expected = `x-kit-expect:
  - { that: reading, reading: order, otherwise: inconclusive, choices: [{ choice: other, when: $response.body#/error == null }] }`;
    const read = (error: string | null): Promise<Ran> =>
      perform(scenario(ask(expected) + ask('').replace('ask', 'again')), () => ({
        body: { success: true, error },
      }));
    const { end, observations, judgements, sent } = await read(null);
    expect([end, observations[0]?.choice, sent.length]).toEqual(['completed', 'other', 2]);
    expect(judgements.at(-1)).toMatchObject({ clauses: ['REQ-1'], verdict: 'pass', by: 'scenario' });
    const none = await read('no');
    expect(none).toMatchObject({
      end: 'inconclusive',
      reason: 'ask: none of the choices of the reading order: $response.body#/error is "no"',
      observations: [{ reading: 'order', choice: null, exchanges: [1] }],
    });
    expect(none.sent).toHaveLength(2);
    expect(none.judgements.flatMap(({ clauses }) => clauses)).toEqual([]);
  });

  it('lets a step use its own outputs, and reads the balance where it is', async () => {
    const { end } = await perform(
      scenario(`- stepId: read
  operationId: getCreditBalance
  successCriteria: [{ condition: $steps.read.outputs.balance == 7 }]
`),
      () => ({ body: { account: { credits: 7 }, since: '2026-01-01' } }),
    );
    expect(end).toBe('completed');
  });

  it.each([
    ['connection', 'inconclusive'],
    ['timeout', 'inconclusive'],
    ['aborted', 'inconclusive'],
    ['too-large', 'failed'],
    ['garbled', 'failed'],
  ] as const)('takes an answer that was %s for %s', async (lost, end) => {
    expect((await perform(scenario(ask('')), () => ({ lost }))).end).toBe(end);
  });

  it('passes a loss that is planned, and fails an answer where none should come', async () => {
    const planned = scenario(
      '- { stepId: ask, operationId: searchJobs, x-kit-expect: [{ that: no-response }] }',
    );
    expect((await perform(planned, () => ({ lost: 'connection' }))).end).toBe('completed');
    expect((await perform(planned)).end).toBe('failed');
  });
});

describe('rounds and copies', () => {
  it('follows pages until there are no more, each with what the last one gave', async () => {
    const { sent, end, judgements } = await perform(
      scenario(
        ask(`parameters: [{ name: Idempotency-Key, in: header, value: '{$inputs.operationKey}-{$round}' }]
requestBody: { payload: { limit: 10 } }
x-kit-repeat:
  until: $response.body#/data/search_after == null
  at-most: 9
  carry: [{ target: /search_after, value: $response.body#/data/search_after }]
x-kit-expect: [{ that: job-count, equals: 3 }]`),
      ),
      (_body, nth) => ({ body: { data: { jobs: [{ nth }], search_after: nth === 3 ? null : [nth, 'c'] } } }),
    );
    expect(end).toBe('completed');
    expect(sent.map(({ text, headers }) => [text, headers['Idempotency-Key']])).toEqual([
      ['{"limit":10}', 'use_v1_k-0'],
      ['{"limit":10,"search_after":[1,"c"]}', 'use_v1_k-1'],
      ['{"limit":10,"search_after":[2,"c"]}', 'use_v1_k-2'],
    ]);
    expect(judgements[0]?.exchanges).toEqual([1, 2, 3]);
  });

  it.each([
    ['inconclusive', 'inconclusive'],
    ['fail', 'failed'],
    ['not-applicable', 'not-applicable'],
    ['go-on', 'completed'],
  ])('says %s when the rounds run out', async (otherwise, end) => {
    const ran = await perform(
      scenario(ask(`x-kit-repeat: { until: 1 == 2, at-most: 2, otherwise: ${otherwise} }`)),
    );
    expect([ran.end, ran.sent.length]).toEqual([end, 2]);
  });

  it('stops repeating at the first round that fails', async () => {
    const ran = await perform(scenario(ask('x-kit-repeat: { times: 5 }')), (_body, nth) => ({
      status: nth === 2 ? 404 : 200,
    }));
    expect([ran.end, ran.sent.length]).toEqual(['failed', 2]);
  });

  it('sends copies together, asks each criterion of all, and counts over all', async () => {
    const steps = `- stepId: burst
  operationId: searchJobs
  x-kit-parallel: 3
  x-kit-throttle: expect
  parameters: [{ name: Idempotency-Key, in: header, value: '{$inputs.operationKey}-{$copy}' }]
  x-kit-expect: [{ that: status-counts, '200': 2, '429': 1 }]
`;
    const ran = await perform(scenario(steps), (_body, nth) => ({ status: nth === 3 ? 429 : 200 }));
    expect(ran.end).toBe('completed');
    expect(ran.sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual([
      'use_v1_k-0',
      'use_v1_k-1',
      'use_v1_k-2',
    ]);
    const strict = await perform(
      scenario(ask('x-kit-parallel: 3\nx-kit-throttle: expect')),
      (_body, nth) => ({
        status: nth === 3 ? 429 : 200,
      }),
    );
    expect(strict.end).toBe('failed');
  });
});

describe('refusals', () => {
  const once =
    (status: number, headers = {}) =>
    (_body: unknown, nth: number): Answer =>
      nth === 1 ? { status, headers } : {};

  it('waits and sends the same again with the same key', async () => {
    const ran = await perform(
      scenario(ask('parameters: [{ name: Idempotency-Key, in: header, value: $inputs.operationKey }]')),
      once(429, { 'retry-after': '9' }),
    );
    expect([ran.end, ran.slept]).toEqual(['completed', [9000]]);
    expect(ran.sent[1]).toEqual(ran.sent[0]);
    expect(ran.judgements[0]?.exchanges).toEqual([2]);
  });

  it.each([
    ['the page of a gateway', { status: 502 }],
    ['a gateway that gave up', { status: 504 }],
    ['a search that failed', { body: { success: false, data: null, error: 'no' } }],
  ])('sends the same again after %s, and judges what stays', async (_what, failed: Answer) => {
    const healed = await perform(scenario(ask('', '$statusCode == 200')), (_body, nth) =>
      nth === 1 ? failed : {},
    );
    expect([healed.end, healed.slept]).toEqual(['completed', [1000]]);
    const stays = await perform(scenario(ask('', '$response.body#/success != false')), () => failed);
    expect([stays.sent.length, stays.slept]).toEqual([4, [1000, 2000, 4000]]);
    expect(stays.end).toBe(failed.status === undefined ? 'failed' : 'completed');
  });

  it('does not wait where the step asks for the refusal', async () => {
    for (const step of [
      ask('', '$statusCode == 503'),
      ask("x-kit-expect: [{ that: one-of-status, choices: { '503': a, '200': b } }]", '1 == 1'),
    ])
      expect((await perform(scenario(step), () => ({ status: 503 }))).slept).toEqual([]);
  });

  it('does not wait under a planted fault, and marks what is sent under it', async () => {
    const plant = `- stepId: plant
  operationId: $sourceDescriptions.admin.addAccountFault
  parameters: [{ name: accountId, in: path, value: $inputs.accountId }]
  requestBody: { payload: { effect: rate-limited } }
`;
    const ran = await perform(scenario(plant + ask('', '$statusCode == 429')), (_body, nth) => ({
      status: nth === 1 ? 201 : 429,
    }));
    expect([ran.end, ran.slept]).toEqual(['completed', []]);
    expect(ran.sent.map(({ request }) => request.faultPlanted)).toEqual([false, true]);
  });

  it('leaves a refusal to the actions of the step', async () => {
    const ran = await perform(
      scenario(ask('onFailure: [{ name: again, type: retry, retryAfter: 2, retryLimit: 3 }]')),
      once(503),
    );
    expect([ran.end, ran.slept]).toEqual(['completed', [2000]]);
    expect(ran.judgements.filter(({ by }) => by === 'criterion')).toHaveLength(1);
  });
});

describe('data that moves', () => {
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
  /** Finds other totals for the search of `compared` with a body, again and again. */
  const broken = (body: unknown, _nth: number, used?: number): Answer =>
    results(body === undefined ? 7 : 9, used);
  const lostOnce =
    (then: Answering): Answering =>
    (body, nth) =>
      nth === 1 ? { status: 504 } : then(body, nth);
  const bind: ScenarioContext['bind'] = (name) => (name.startsWith('operationKey') ? `use_v1_${name}` : name);
  const keysIn = ({ sent }: Ran): unknown[] => sent.map(({ headers }) => headers['Idempotency-Key']);

  it('is asked again before a check fails, under keys of its own, and begun again where it moved', async () => {
    // Asked, compared, asked again; then once more from the start.
    const ran = await perform(compared, totals(7, 8, 8, 8, 8), { bind });
    expect([ran.end, ran.sent.length]).toEqual(['completed', 5]);
    expect(ran.sent[2]?.text).toBe(ran.sent[0]?.text);
    expect(keysIn(ran)[2]).toBe('use_v1_operationKeyAgain1');
    expect(ran.judgements.map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('is asked again under a new key, too, where the legacy search names the key of a stored answer', async () => {
    const sentAgain = async (headers: Record<string, string>): Promise<unknown[]> =>
      keysIn(await perform(legacy, (body, nth) => ({ ...broken(body, nth), headers }), { bind })).slice(2);
    expect(await sentAgain({})).toEqual([undefined, undefined]);
    expect(await sentAgain({ 'idempotency-key': 'use_v1_made' })).toEqual([
      'use_v1_operationKeyAgain1',
      'use_v1_operationKeyAgain2',
    ]);
  });

  const keyed = 'parameters: [{ name: Idempotency-Key, in: header, value: use_v1_a }]\n';
  it.each([
    ['no search that it sends without', compared, false, [undefined, undefined]],
    [
      'each search that it sends without',
      compared,
      true,
      ['use_v1_operationKeyOwn1', 'use_v1_operationKeyOwn2'],
    ],
    ['no search that has one', scenario(ask(keyed)), true, ['use_v1_a']],
    ['no legacy search', legacy, true, [undefined, undefined]],
  ])('gets a key for %s', async (_what, steps, keysForAll, keys) => {
    expect(keysIn(await perform(steps, totals(7), { bind, keysForAll }))).toEqual(keys);
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
    ['the same comes back', compared, broken, 'failed after 4: more: '],
    [
      'the same jobs are charged again',
      compared,
      (...about) => broken(...about, 1),
      'failed after 4: more: ',
    ],
    ['a search without a key was lost', compared, lostOnce(totals(7, 7, 8)), 'completed after 5: '],
    // Lost, sent again, compared; then once more from the start before the same comes back.
    ['a lost search ignored its key', withKey(legacy), lostOnce(broken), 'failed after 7: more: '],
    ['a lost search honored its key', withKey(compared), lostOnce(broken), 'failed after 5: more: '],
    ['a lookup was lost, which charges nothing', counted, lostOnce(totals(7)), 'failed after 4: ask: '],
    ['three attempts lack the same', unmet, moving, 'not-applicable after 6: too few'],
    [
      'the data moves three times',
      compared,
      moving,
      `inconclusive after 9: ${MOVED} (so it did 3 times): more: `,
    ],
    ['a search is refused', scenario(ask('', '$statusCode == 422')), moving, 'failed after 1: ask: '],
    ['an answer is wrong by itself', oneCity, rome, 'failed after 1: ask: '],
    ['an assumption holds later', growing, totals(1, 2, 2), 'completed after 3: '],
  ])('ends as it should if %s', async (_what, steps, answer, outcome) => {
    const { end, sent, reason, missing, judgements } = await perform(steps, answer);
    expect(`${end} after ${sent.length}: ${missing ?? reason}`).toContain(outcome);
    expect(judgements.some(({ verdict }) => verdict === 'fail')).toBe(end === 'failed');
  });

  it('starts over if a billing cycle turned, after it asks again for what was charged again', async () => {
    const free = scenario(
      ask('', '$response.body#/data/total_jobs_found == 7') +
        ask('', '$response.body#/data/credits_used == 0', 'again'),
    );
    let hasTurned = false;
    const charged = (...used: number[]): Promise<Ran> =>
      perform(free, inTurn(...[...used, 0].map((each) => results(7, each))), {
        hasTurned: () => !hasTurned && (hasTurned = true),
      });
    // Bought, charged again, asked twice more; then once more from the start.
    const ran = await charged(1, 1, 1);
    expect([ran.end, ran.sent.length]).toEqual(['completed', 6]);
    expect((await charged(1, 1)).end).toBe('failed');
  });

  it('starts over if a turned cycle ended the key', async () => {
    let turns = 0;
    const expired = { status: 409, body: { detail: 'expired' } };
    const ran = await perform(scenario(ask('')), inTurn(expired, results(7)), {
      hasTurned: () => (turns += 1) === 1,
    });
    expect([ran.end, ran.sent.length]).toEqual(['completed', 2]);
  });

  it('explains a charge above the announced one', async () => {
    let overspent: string | null = null;
    const answer: Answering = (_body, nth) => {
      overspent = nth === 2 ? 'too much' : null;
      return results(Math.min(nth, 3));
    };
    const ran = await perform(compared, answer, { overspent: () => overspent });
    expect([ran.end, ran.sent.length]).toEqual(['completed', 5]);
  });

  it('does not start over if that could cost too much', async () => {
    const ran = await perform(compared, moving, { anew: () => Promise.resolve('too dear') });
    expect([ran.end, ran.sent.length]).toEqual(['inconclusive', 3]);
    expect(ran.reason).toContain('(too dear)');
  });
});

/** Lets a search of a regular expression run for 0.1 s, and not for 2 s. */
function shortenTimeLimits(): void {
  const run = Reflect.get(Script.prototype, 'runInContext');
  const short = vi.spyOn(Script.prototype, 'runInContext').mockImplementation(function (this: Script, box) {
    return run.call(this, box, { timeout: 100 }) as unknown;
  });
  onTestFinished(() => short.mockRestore());
}

describe('flow', () => {
  const branch = (target: string): string =>
    scenario(`${ask(`onFailure: [{ name: aside, type: ${target}, criteria: [{ condition: $statusCode == 404 }] }]`)}- stepId: usual
  operationId: searchJobs
  successCriteria: [{ condition: $statusCode == 404 }]
- stepId: last
  operationId: listDepartments
  successCriteria: [{ condition: $statusCode == 404 }]
`);

  it('goes to a step on a failure that an action handles, and finds nothing wrong', async () => {
    const ran = await perform(branch('goto, stepId: last'), () => ({ status: 404 }));
    expect([ran.end, ran.sent.map(({ request }) => request.step)]).toEqual(['completed', ['ask', 'last']]);
  });

  it('keeps the finding when the action only ends', async () => {
    const ran = await perform(branch('end'), () => ({ status: 404 }));
    expect([ran.end, ran.sent.length]).toEqual(['failed', 1]);
  });

  it('ends early on success', async () => {
    const ran = await perform(
      scenario(`${ask('onSuccess: [{ name: done, type: end }]')}- stepId: never
  operationId: searchJobs
  successCriteria: [{ condition: 1 == 1 }]
`),
    );
    expect([ran.end, ran.sent.length]).toEqual(['completed', 1]);
  });

  describe('without an end', () => {
    it('is stopped where actions go in circles, with its line', async () => {
      const circle =
        'onSuccess: [{ name: again, type: goto, stepId: ask, criteria: [{ condition: 1 == 1 }] }]';
      const ran = await perform(scenario(ask(circle)));
      expect([ran.end, ran.reason]).toEqual([
        'error',
        'p.yaml:14: more than 2000 steps: the actions go in circles',
      ]);
    });

    it('is stopped where retries lead to each other', async () => {
      const retry = (stepId: string): string => `onFailure: [{ name: r, type: retry, stepId: ${stepId} }]`;
      const other = ask(retry('ask')).replace('stepId: ask', 'stepId: other');
      const ran = await perform(scenario(ask(retry('other')) + other), () => ({ status: 500 }));
      expect([ran.end, ran.reason]).toEqual([
        'error',
        expect.stringMatching(/^p.yaml:\d+: more than 2000 steps/),
      ]);
    });

    it('is stopped where it waits for hours', async () => {
      const retry = 'onFailure: [{ name: r, type: retry, retryAfter: 120, retryLimit: 100 }]';
      const ran = await perform(scenario(ask(retry)), () => ({ status: 500 }));
      expect([ran.end, ran.reason]).toEqual([
        'error',
        'p.yaml:14: more than 3600 s of waiting before retries',
      ]);
      expect(ran.slept).toHaveLength(30);
    });

    it('is stopped where rounds within circles make requests without end', async () => {
      const steps = ask(`x-kit-repeat: { times: 100 }
onSuccess: [{ name: again, type: goto, stepId: ask, criteria: [{ condition: 1 == 1 }] }]`);
      const ran = await perform(scenario(steps));
      expect([ran.end, ran.reason]).toEqual(['error', 'p.yaml:14: more than 10000 requests of one scenario']);
      expect(ran.sent).toHaveLength(10_000);
    });

    const inText = 'context: $response.header.X-Text, type: regex';
    // Nothing on which the check tries it begins as it demands.
    const slow = '^b{3}c.*.*.*.*.*.*.*=';
    it.each([
      ['a criterion', `'${slow}', ${inText}`, ''],
      ['a JSONPath', `"$[?search(@.detail, '${slow}')]", context: $response.body, type: jsonpath`, ''],
      ['a matcher', '1 == 1', `{ that: value, of: $response.header.X-Text, match: '${slow}' }`],
      ['a header', '1 == 1', `{ that: header-format, name: X-Text, match: '${slow}' }`],
    ])('is stopped where the regular expression of %s is', async (_, criterion, expectation) => {
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

    it('is stopped where a text that is put into a JSONPath breaks its regular expression, with its line', async () => {
      const criterion = `"$[?search(@.detail, '{$response.header.X-Text}')]", context: $response.body, type: jsonpath`;
      const ran = await perform(scenario(ask('', criterion)), () => ({
        headers: { 'x-text': 'C++' },
        body: [{ detail: 'C++' }],
      }));
      expect([ran.end, ran.reason]).toEqual([
        'error',
        expect.stringMatching(/^p\.yaml:14: .*that JSONPath does not know \(RFC 9485\)/),
      ]);
    });
  });

  it('calls helpers with inputs, gets their outputs and keeps their checks', async () => {
    const ran = await perform(
      `${scenario(
        `- stepId: first
  workflowId: helper
  parameters: [{ name: limit, value: 20 }]
  outputs: { twice: $outputs.seen }
- stepId: then
  operationId: searchJobs
  requestBody: { payload: { limit: $steps.first.outputs.seen } }
  successCriteria:
    - condition: $steps.first.outputs.twice == $workflows.before.outputs.total
`,
        '  dependsOn: [before]\n',
      )}- workflowId: helper
  inputs: { properties: { limit: {}, operationKey: {} } }
  steps:
    - stepId: search
      operationId: searchJobs
      parameters: [{ name: Idempotency-Key, in: header, value: $inputs.operationKey }]
      requestBody: { payload: { limit: $inputs.limit } }
      successCriteria: [{ condition: $statusCode == 200 }]
      outputs: { n: $response.body#/data/total }
  outputs: { seen: $steps.search.outputs.n }
- workflowId: before
  steps:
    - stepId: look
      operationId: listDepartments
      successCriteria: [{ condition: $statusCode == 200 }]
      outputs: { n: $response.body#/departments/length }
  outputs: { total: $steps.look.outputs.n }
`,
      () => ({ body: { data: { total: 30 }, departments: Array(30).fill({}) } }),
    );
    expect(ran.end).toBe('completed');
    expect(ran.sent.map(({ text, request }) => [request.step, text])).toEqual([
      ['before/look', ''],
      ['first/search', '{"limit":20}'],
      ['then', '{"limit":30}'],
    ]);
    expect(ran.judgements.map(({ step, by }) => [step, by])).toEqual([
      ['before/look', 'criterion'],
      ['first/search', 'criterion'],
      ['then', 'criterion'],
      ['then', 'scenario'],
    ]);
  });

  it('is an error of the run when the admin API fails', async () => {
    const ran = await perform(
      scenario('- { stepId: look, operationId: $sourceDescriptions.admin.getClock }'),
      () => ({ status: 500, body: 'x' }),
    );
    expect([ran.end, ran.reason]).toEqual(['error', 'look: the admin API answered 500 "x"']);
  });

  it('follows a clock that the scenario sets', async () => {
    const ran = await perform(
      scenario(`- stepId: set
  operationId: $sourceDescriptions.admin.setAccountClock
  parameters: [{ name: accountId, in: path, value: $inputs.accountId }]
  requestBody: { payload: { now: '2026-05-01T00:00:00.000Z', frozen: true } }
${ask('')}`),
      () => ({ body: { now: '2026-05-01T00:00:00.000Z', frozen: true, own: true } }),
    );
    expect(ran.sent.map(({ request }) => request.targetNow)).toEqual([1000, Date.UTC(2026, 4, 1)]);
  });
});
