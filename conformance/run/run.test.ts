import type { RequestListener } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { casesOf, messageIn } from '../../test/support/cases.js';
import { command, runCommand } from '../../test/support/command.js';
import { temporaryFile, temporaryFolder } from '../../test/support/temporary-folder.js';
import type { Oracle } from '../judge/oracle.js';
import type { RunReport } from '../judge/report.js';
import { loadDocuments } from '../pack/model/documents.js';
import { run, type RunOptions } from './run.js';
import { makeProfile, type ProfileOverrides } from './target/profile.js';
import { reproductionOf } from '../reports/reproduce.js';
import { serve, serveRaw, type TestServer } from '../../test/servers/servers.js';
import { sampleJudgement } from '../../test/samples/report.js';
import { sleptTime } from '../../test/support/manual-time.js';

const cases = casesOf<{
  refused: [flags: string, message: string][];
  refusals: [when: string, status: number, headers: Record<string, string>, reason: string][];
}>(import.meta.filename);
const SECRET = 'sk-live-4f9a8b7c6d5e';

/** A scenario with one request, which expects a 200. */
const scenario = (id: string, operation: string, payload?: string, clause = 'ENV-1'): string => `
  - workflowId: ${id}
    summary: a request is answered
    x-kit-clauses: [${clause}]
    inputs: { $ref: '#/components/inputs/key' }
    parameters: [{ reference: $components.parameters.bearer }]
    steps:
      - stepId: ask
        operationId: ${operation}${payload === undefined ? '' : `\n        requestBody: { payload: ${payload} }`}
        successCriteria: [{ condition: $statusCode == 200 }]
`;

const search = (id: string, payload = '{ limit: 10 }'): string => scenario(id, 'searchJobs', payload);

const packOf = (scenarios: readonly string[]): string => `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions: [{ name: contract, type: openapi, url: ../../spec/openapi.yaml }]
workflows:${scenarios.join('')}components:
  inputs: { key: { properties: { activeKey: { type: string } } } }
  parameters: { bearer: { name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' } }
`;

/** Scenarios on the balance and on the direct search, each with its own clause. */
const BALANCE = scenario('balance', 'getCreditBalance', undefined, 'BAL-1');
const PACK = packOf([BALANCE, search('search')]);

const documents = loadDocuments();

const packFile = (text = PACK): string => temporaryFile('tiny.yaml', text);

/** Judges a server, or a target that answers searches with the listener. */
async function judge(
  by: TestServer | RequestListener,
  more: Partial<RunOptions> = {},
  flags: ProfileOverrides = {},
): Promise<RunReport> {
  const { url } = typeof by === 'function' ? await target(by) : by;
  const profile = makeProfile({ target: url, apiKey: SECRET, timeoutMs: 2000, ...flags }, {});
  return run({ profile, oracles: [], packs: [packFile()], time: sleptTime(), ...more }, { documents });
}

const verdicts = (report: RunReport): string[] =>
  report.scenarios.map(({ id, verdict }) => `${id} ${verdict}`);
const envelope = (used = 0): string =>
  JSON.stringify({
    success: true,
    error: null,
    data: { jobs: [], credits_used: used, credits_remaining: 50 - used },
  });

const finding =
  (used = 0): RequestListener =>
  (_request, response) =>
    response.end(envelope(used));
const nowhere: RequestListener = (_request, response) => response.writeHead(404).end('{}');

/** Starts a target that answers balance requests itself, and all others with the listener. */
function target(listener: RequestListener): Promise<TestServer> {
  return serve((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/api/v1/credits/balance') response.end('{"credits_remaining": 50}');
    else listener(request, response);
  });
}

describe('run', () => {
  it('passes correct clauses with evidence, and counts the credits spent', async () => {
    const server = await target(finding(4));
    const report = await judge(server);
    expect(verdicts(report)).toEqual(['tiny/balance pass', 'tiny/search pass']);
    expect(report).toMatchObject({
      verdict: 'conforms',
      exitCode: 0,
      budget: { creditsAnnounced: 10, creditsUsed: 4, requests: 3, requestsAnnounced: 3 },
    });
    expect(report.clauses.map(({ clause, verdict, passes }) => [clause.id, verdict, passes])).toEqual([
      ['ENV-1', 'pass', 1],
      ['BAL-1', 'pass', 1],
    ]);
    expect(server.requests[2]).toMatchObject({
      body: '{"limit":10}',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    });
  });

  it('fails with expected, actual, and a command that shows it again', async () => {
    const server = await target(nowhere);
    const report = await judge(server, { command: 'kit --target T' });
    expect(report).toMatchObject({ verdict: 'does-not-conform', exitCode: 1 });
    const failure = report.clauses.find(({ clause }) => clause.id === 'ENV-1')!.evidence[0]!;
    expect(failure).toMatchObject({ expected: '$statusCode == 200', actual: '$statusCode is 404' });
    expect(reproductionOf(report, failure)).toEqual({
      command: 'kit --target T --only tiny/search',
      curl: [
        `curl -i ${server.url}/api/v1/jobs-search/search -H 'content-type: application/json' -H "authorization: Bearer \${JOB_SEARCH_API_KEY}" --data-binary '{"limit":10}'`,
      ],
    });
  });

  it('does not fail for known failures of the baseline, and names stale entries', async () => {
    const baseline = [
      { clause: 'ENV-1', scenario: 'tiny/search', reason: 'ticket 1' },
      { clause: 'BAL-1', scenario: null, reason: 'ticket 2' },
      { clause: 'REQ-1', scenario: null, reason: 'ticket 3' },
    ];
    expect(await judge(nowhere, { baseline })).toMatchObject({
      verdict: 'conforms',
      baseline: {
        matched: ['ENV-1 in tiny/search: ticket 1'],
        stale: ['BAL-1: ticket 2'],
        notLookedAt: ['REQ-1: ticket 3'],
      },
    });
  });

  it.each([
    ['waits for the Retry-After of a 429 and repeats the request', 1, 17, 17_000],
    ['repeats a request immediately if a 429 allows it, and then slows down', 3, 0, 2000 + 4000],
  ])('%s', async (_what, refusals, retryAfter, slept) => {
    let asked = 0;
    const server = await target((_request, response) => {
      asked += 1;
      if (asked > refusals) response.end(envelope());
      else response.writeHead(429, { 'Retry-After': retryAfter }).end('{"detail":"slow"}');
    });
    const time = sleptTime();
    const report = await judge(server, { time });
    expect(report.verdict).toBe('conforms');
    expect(time.slept).toBe(slept);
    expect(report.budget).toMatchObject({ throttledUnexpected: refusals, throttledExpected: 0 });
  });

  it.each(cases.refusals)(
    'is inconclusive with one cause, never failed, when %s',
    async (_when, status, headers, reason) => {
      const report = await judge(
        await target((_request, response) => response.writeHead(status, headers).end('{"detail":"no"}')),
      );
      expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
      expect(report.scenarios[1]).toMatchObject({ verdict: 'inconclusive', reason });
    },
  );

  it('tries scenarios that could cost more than the key has, so that the target decides', async () => {
    const server = await serve((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(request.url === '/api/v1/credits/balance' ? '{"credits_remaining": 3}' : envelope());
    });
    expect(verdicts(await judge(server))).toEqual(['tiny/balance pass', 'tiny/search pass']);
  });

  it('stays below its ceilings', async () => {
    const server = await target(finding(4));
    const under = await judge(server, {}, { maxCredits: 9 });
    expect(under.notes[0]).toMatch(/^--max-credits 9 was too low for 1 scenario: raise it to run more\./);
    expect(under.scenarios[1]).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs up to 10 credits; 9 of the 9 allowed (--max-credits) remain',
    });
    const { scenarios } = await judge(server, {}, { maxRequests: 2 });
    expect(scenarios[1]?.reason).toBe('--max-requests 2 is used up');
  });

  it('tries a scenario if its likely cost is below the ceiling, even if its highest cost is not', async () => {
    let searches = 0;
    const server = await target((_request, response) => response.end(envelope(searches++ === 0 ? 4 : 0)));
    const twice = search('twice') + '        x-kit-repeat: { times: 2 }\n';
    const report = await judge(server, { packs: [packFile(packOf([twice]))] }, { maxCredits: 15 });
    expect(report.scenarios[0]).toMatchObject({ verdict: 'pass', creditsAnnounced: 20, creditsUsed: 4 });
  });

  it('does not restart a scenario that reached the ceiling, since its operation keys are used', async () => {
    const server = await target(finding(1));
    const [, larger = ''] = search('larger').replace('ask', 'more').split('steps:\n');
    const stopped = search('stopped', '{ limit: 1 }').replace('    inputs', '    x-kit-cost: 1\n$&');
    const report = await judge(server, { packs: [packFile(packOf([stopped + larger]))] }, { maxCredits: 5 });
    expect(report.scenarios[0]?.reason).toContain(
      'needs up to 10 credits; 4 of the 5 allowed (--max-credits) remain',
    );
    expect(server.requests.filter(({ body }) => body === '{"limit":1}').length).toBe(1);
  });

  it('spends nothing when it is read-only', async () => {
    const report = await judge(finding(4), { readOnly: true });
    expect(verdicts(report)).toEqual(['tiny/balance pass', 'tiny/search inconclusive']);
    expect(report).toMatchObject({ exitCode: 5, budget: { creditsUsed: 0, creditsAnnounced: 0 } });
  });

  it('stops a scenario that is charged more than it announced', async () => {
    const report = await judge(finding(11));
    expect(report.scenarios[1]?.reason).toBe('the target charged 11 credits, more than the announced 10');
  });

  it('is an error of the suite when an oracle throws, and no failure of the target', async () => {
    const oracle: Oracle = {
      id: 'broken',
      clauses: ['ENV-2'],
      judge: () => {
        throw new Error('boom');
      },
    };
    const report = await judge(finding(), { oracles: [oracle] });
    const oracles = [{ id: 'broken', error: 'boom' }];
    expect(report).toMatchObject({ verdict: 'error', exitCode: 4, oracles });
  });

  it('repeats a failure outside scenarios with the id of its clause', async () => {
    const oracle: Oracle = {
      id: 'strict',
      clauses: ['BAL-1'],
      judge: (history) => {
        const { scenario, step } = history[0]!;
        const change = { clauses: ['BAL-1'], scenario, step, exchanges: [1] };
        return { judgements: [sampleJudgement(change)], observations: [] };
      },
    };
    const report = await judge(await target(finding()), { oracles: [oracle], command: 'kit' });
    expect(report.exchanges[0]?.scenario).toBe('preflight');
    const found = report.clauses.flatMap(({ evidence }) => evidence);
    const failure = found.find(({ verdict }) => verdict === 'fail')!;
    expect(reproductionOf(report, failure).command).toBe('kit --only BAL-1');
  });

  describe('with one key and a limit of the direct search', () => {
    /** Returns the order in which a run executes the scenarios. */
    async function orderOf(scenarios: readonly string[], searchJobs: number): Promise<string[]> {
      const server = await target(finding());
      const seen: string[] = [];
      const onProgress: RunOptions['onProgress'] = ({ scenario: id }) => seen.push(id.replace('tiny/', ''));
      const packs = [packFile(packOf(scenarios))];
      await judge(server, { packs, onProgress }, { profile: { rateLimits: { searchJobs } } });
      return seen;
    }

    it('starts scenarios that need not wait first, except those that would buy the same jobs at a higher price', async () => {
      const historical = (id: string, payload: string): string =>
        scenario(id, 'searchJobsHistorical', payload);
      const scenarios = [
        search('first'),
        search('waits'),
        historical('dearer', '{ limit: 10 }'),
        historical('elsewhere', '{ limit: 10, published_before: $inputs.yearsAgo1 }'),
        historical('finds-nothing', '{ job_keywords: { title: [$inputs.unlikelyWord] } }'),
      ];
      expect(await orderOf(scenarios, 1)).toEqual(['elsewhere', 'finds-nothing', 'first', 'waits', 'dearer']);
    });

    it('fills the rest of a minute with scenarios of few requests', async () => {
      const three = '        x-kit-repeat: { times: 3 }\n';
      const scenarios = [search('little'), search('large') + three, search('as-large') + three];
      // A run uses 95 % of the limit, so four of five requests.
      expect(await orderOf(scenarios, 5)).toEqual(['large', 'little', 'as-large']);
    });
  });

  it('starts with scenarios that are probably free, if the ceiling is below the highest cost of all', async () => {
    let searches = 0;
    const server = await target((_request, response) => response.end(envelope(searches++ === 0 ? 0 : 4)));
    const pack = packOf([
      search('buys'),
      search('finds-nothing', '{ limit: 50, job_keywords: { title: [$inputs.unlikelyWord] } }'),
    ]);
    const report = await judge(server, { packs: [packFile(pack)] }, { maxCredits: 50 });
    expect(report.scenarios.map(({ id, verdict, creditsUsed }) => [id, verdict, creditsUsed])).toEqual([
      ['tiny/buys', 'pass', 4],
      ['tiny/finds-nothing', 'pass', 0],
    ]);
  });

  it.each([
    ['a key of their own once the service has made one key again', 'same', [false, false, true]],
    ['no key while the service makes new ones', 'new', [false, false, false]],
  ])('sends searches with %s', async (_which, made, hasKey) => {
    const keys: boolean[] = [];
    const server = await target((request, response) => {
      keys.push('idempotency-key' in request.headers);
      response.setHeader('Idempotency-Key', `use_v1_${made === 'same' ? 'made' : keys.length}`);
      response.end(envelope());
    });
    await judge(server, { packs: [packFile(packOf(['a', 'b', 'c'].map((id) => search(id))))] });
    expect(keys).toEqual(hasKey);
  });

  it('reports for each scenario the verdict of the report, as far as it is known', async () => {
    const progressOf = async (more: Partial<RunOptions>): Promise<string[]> => {
      const seen: string[] = [];
      const onProgress: RunOptions['onProgress'] = ({ scenario, end, verdict }) =>
        seen.push(`${scenario} ${end} ${verdict}`);
      await judge(nowhere, { ...more, onProgress });
      return seen;
    };
    expect(await progressOf({})).toEqual(['tiny/balance completed pass', 'tiny/search failed fail']);
    const recommended = packFile(PACK.replace('[ENV-1]', '[JOB-2]'));
    expect((await progressOf({ packs: [recommended] }))[1]).toBe('tiny/search completed not-followed');
    const baseline = [{ clause: 'ENV-1', scenario: null, reason: 'ticket 1' }];
    expect((await progressOf({ baseline }))[1]).toBe('tiny/search failed known');
  });

  it('uses the same order for the same seed', async () => {
    const order = async (seed: number): Promise<string[]> => {
      const seen: string[] = [];
      await judge(finding(), { seed, onProgress: ({ scenario }) => seen.push(scenario) });
      return seen;
    };
    expect(await order(3)).toEqual(await order(3));
    const orders = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(order));
    expect(new Set(orders.map((each) => each.join())).size).toBe(2);
  });
});

// Without a time limit of requests, targets that hang would hold each test for the default of two minutes.
describe('a target that misbehaves', { timeout: 20_000 }, () => {
  const bad: Record<string, [RequestListener, expected: string, reason: RegExp]> = {
    'answers wrong JSON': [(_request, response) => response.end('{"success": '), 'pass', /^$/],
    redirects: [
      (_request, response) => response.writeHead(307, { Location: '/x' }).end(),
      'fail',
      /\$statusCode is 307/,
    ],
    'closes the connection': [
      (request) => request.socket.destroy(),
      'inconclusive',
      /closed without an answer/,
    ],
    hangs: [() => undefined, 'inconclusive', /no complete answer within 0\.2 s/],
    'sends 20 MB': [
      // Without an end, because the target must be left at the limit.
      (_request, response) => response.write('x'.repeat(20_000_000)),
      'fail',
      /more than 16777216 bytes/,
    ],
    'never ends its body': [
      (_request, response) => {
        const drip = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drip));
      },
      'inconclusive',
      /no complete answer/,
    ],
    'answers 500 in HTML': [
      (_request, response) => response.writeHead(500).end('<h1>'),
      'fail',
      /\$statusCode is 500/,
    ],
  };
  it.each(Object.entries(bad))('%s: a verdict with its cause', async (name, [listener, verdict, reason]) => {
    const report = await judge(listener, {}, { timeoutMs: /^(hangs|never)/.test(name) ? 200 : 20_000 });
    expect(report.scenarios[1]?.verdict).toBe(verdict);
    expect(report.scenarios[1]?.reason).toMatch(reason);
  });

  it('is abandoned after three scenarios in a row without an answer', async () => {
    let asked = 0;
    const server = await serve((request, response) => {
      asked += 1;
      if (asked === 1) response.end('{"credits_remaining": 50}');
      else request.socket.destroy();
    });
    const balances = [1, 2, 3, 4, 5].map((n) => BALANCE.replace('Id: balance', `Id: b${n}`));
    const report = await judge(server, { packs: [packFile(packOf([...balances, search('search')]))] });
    // The preflight, three attempts at each of three scenarios, and a search that might still be answered.
    expect(server.requests).toHaveLength(11);
    expect(report.scenarios.at(-1)?.reason).toMatch(/^the target stopped answering/);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
  });
});

describe('the command', () => {
  const flagsFor = ({ url }: { url: string }, pack = packFile()): string[] =>
    `--target ${url} --api-key ${SECRET} --pack ${pack}`.split(' ');

  it.each([403, 401])('exits 3 when the target refuses the key with %s', async (status) => {
    const server = await serve((_request, response) =>
      response.writeHead(status).end(`{"detail":"${SECRET}?"}`),
    );
    const ran = await command(...flagsFor(server));
    expect(ran.status).toBe(3);
    expect(ran.err).toContain(`refuses the key with ${status}: {"detail":"[key active]?"}. Check --api-key.`);
  });

  it('names the source of a refused key if no flag contains it', async () => {
    const server = await serve((_request, response) => response.writeHead(403).end('{"detail":"no"}'));
    const profile = temporaryFile('profile.yaml', 'keys: { active: { env: STAGING_KEY } }');
    const flags = ['--target', server.url, '--pack', packFile()];
    const refused = async (environment: Record<string, string>, ...more: string[]) =>
      (await runCommand([...flags, ...more], { environment })).err.trim().split('. ').at(-1);
    expect(await refused({ JOB_SEARCH_API_KEY: SECRET })).toBe(
      'Check the environment variable JOB_SEARCH_API_KEY.',
    );
    expect(await refused({ STAGING_KEY: SECRET }, '--profile', profile)).toBe(
      'Check the environment variable STAGING_KEY, which the profile names in keys.active.',
    );
  });

  it(
    'exits 3 if nothing listens, or the target closes connections or hangs',
    { timeout: 20_000 },
    async () => {
      const closed = await serve(() => undefined);
      await closed.close();
      const closes = await serveRaw((socket) => socket.destroy());
      const hangs = await serveRaw(() => undefined);
      for (const { url } of [closed, closes, hangs]) {
        const ran = await command(...flagsFor({ url }), '--timeout', '1');
        expect([ran.status, ran.err]).toEqual([3, expect.stringContaining('cannot be reached: ')]);
      }
    },
  );

  it.each(cases.refused)('exits 2 on %j, and says what is wrong', async (flags, message) => {
    const pack = flags.includes('--pack ') ? [] : ['--pack', packFile()];
    const { status, err } = await command(...flags.split(' ').filter(Boolean), ...pack);
    expect(err).toMatch(messageIn(message));
    expect(status).toBe(2);
  });

  it('exits 2 on a bad pack, with file and line, before anything is sent', async () => {
    const server = await target(finding());
    const file = packFile(PACK.replace('searchJobs', 'findJobs'));
    const { status, err } = await command(...flagsFor(server, file));
    expect(status).toBe(2);
    expect(err).toContain(
      `${file}:22:9: workflows/search/steps/ask/operationId: there is no operation "findJobs"`,
    );
    expect(server.requests).toEqual([]);
  });

  it.each(['pack', 'profile', 'baseline'])(
    'exits 2 if aliases make a %s huge, with file and line',
    async (kind) => {
      const nine = (one: string): string => Array(9).fill(one).join(', ');
      const names = [...'abcdefg'];
      const lines = names.map((name, i) => `${name}: &${name} [${nine(i === 0 ? 'x' : `*${names[i - 1]}`)}]`);
      const file = packFile(lines.join('\n'));
      const flags = ['--target', 'http://127.0.0.1:9', '--api-key', 'k', `--${kind}`, file];
      const { status, err } = await command(...flags, ...(kind === 'pack' ? [] : ['--pack', packFile()]));
      expect([status, err]).toEqual([
        2,
        expect.stringMatching(
          /tiny\.yaml:6:.* has more than 100000 parts, including those that aliases repeat\n$/,
        ),
      ]);
    },
  );

  it('shows the most that it can spend before the first request', async () => {
    const server = await target(finding());
    expect((await command(...flagsFor(server), '--max-credits', '20')).err).toBe(
      `${server.url}: 2 of 2 scenarios, up to 3 requests and 10 credits, likely about 10, and never more than 20. Failures that may be temporary, or caused by changed data, are tried again.\n`,
    );
  });

  it('compares with an earlier run, also when it is judged again, and rejects files that are not reports', async () => {
    let status = 200;
    const file = join(temporaryFolder(), 'run.json');
    const same = flagsFor(await target((_request, response) => response.writeHead(status).end(envelope())));
    await command(...same, '--report', `json=${file}`);
    expect((await command(...same, '--against', file)).out).toMatch(
      /Changed since run \w+ of \d{4}-\d\d-\d\d\n {2}Nothing\n/,
    );
    status = 404;
    expect((await command(...same, '--against', file)).out).toContain('  Newly failing (3): ENV-1; ');
    expect((await command('judge', file, '--against', file)).out).toContain('\n  Nothing\n');
    const other = join(temporaryFolder(), 'other.json');
    for (const [text, why] of [
      ['{}', 'It is not a conformance report'],
      ['<x>', 'It is not JSON'],
      [null, 'no such file or directory\\. Name a report'],
    ] as const) {
      if (text !== null) writeFileSync(other, text);
      const ran = await command(...same, '--against', text === null ? `${other}.none` : other);
      expect([ran.status, ran.err]).toEqual([
        2,
        expect.stringMatching(`--against ${other}\\S* is not a report to compare with: ${why}`),
      ]);
    }
  });

  it('lists scenarios, clauses, needs and costs without a target', async () => {
    const { status, out } = await command('--list', '--pack', packFile());
    expect(status).toBe(0);
    expect(out).toContain('  search\n      a request is answered\n      ENV-1 · up to 10 credits\n');
    expect(out).toContain('2 scenarios, 2 clauses, up to 10 credits.\n');
  });

  it('lists its exit statuses in --help', async () => {
    const { status, out } = await command('--help');
    expect(status).toBe(0);
    expect(out).toMatch(/Exit status:\n {2}0 {2}conforms[\s\S]*5 {2}incomplete/);
  });
});
