import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testData } from '../../test/mock/checked-mock.js';
import type { ForwardedAnswer, ForwardedRequest } from '../../test/mutants/mutant.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFile, temporaryFolder } from '../../test/support/temporary-folder.js';
import type { RunReport } from '../judge/report.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement } from '../record/judgement.js';
import { startOneKey } from '../../test/servers/one-key.js';
import { readJsonReport } from './index.js';
import { curlOf, reproductionOf } from './reproduce.js';
import { sampleExchange, sampleJudgement, sampleReport } from '../../test/samples/report.js';

const shared = await testData({ now: '2026-03-01T12:00:00Z' });

/** Starts a mock whose answers `change` makes faulty. */
async function faultyTarget(change: (answer: ForwardedAnswer, request: ForwardedRequest) => void) {
  const { mock, server, apiKey } = await startOneKey(shared, async (call) => {
    const answer = await call.send();
    change(answer, call.request);
    return answer;
  });
  return { url: server.url, apiKey, credits: () => mock.accounts.read(apiKey).credits! };
}

async function command(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<RunReport> {
  const file = join(temporaryFolder(), 'report.json');
  await runCommand([...args, '--report', `json=${file}`, '--quiet'], { environment });
  return readJsonReport(readFileSync(file, 'utf8'));
}

/** Runs a printed command or curl line in a shell, with the kit's programs replaced. */
async function shell(line: string, apiKey: string): Promise<string> {
  const env = { ...process.env, JOB_SEARCH_API_KEY: apiKey };
  return (await promisify(execFile)('sh', [temporaryFile('run.sh', line)], { env })).stdout;
}

/** The words of a printed command, as a shell splits them. */
async function wordsOf(line: string, apiKey: string): Promise<string[]> {
  const words = await shell(
    `for word in ${line.replace('npx job-search-conformance', '')}; do echo "$word"; done`,
    apiKey,
  );
  return words.trim().split('\n');
}

const failuresOf = (report: RunReport, clause: string): Judgement[] =>
  (report.clauses.find((each) => each.clause.id === clause)?.evidence ?? []).filter(
    ({ verdict }) => verdict === 'fail',
  );

describe('the command that is printed with a failure', () => {
  it.each([
    ['of an oracle in a scenario', 'REQ-1', ({ method }: ForwardedRequest) => method === 'POST'],
    ['of a request of the runner itself', 'REQ-1', ({ path }: ForwardedRequest) => path.endsWith('/balance')],
  ])('shows one %s again, with the flags of the run', async (kind, clause, isFaulty) => {
    const { url, apiKey, credits } = await faultyTarget(({ headers }, request) => {
      if (isFaulty(request)) delete headers['x-request-id'];
    });
    const flags = ['--target', url, '--api-key', apiKey, '--max-credits', '60', '--absent', 'historical'];
    const first = await command([...flags, '--pack', 'smoke']);
    const failure = failuresOf(first, clause).find(
      ({ scenario }) => (scenario === 'preflight') === kind.includes('runner'),
    );
    const { command: line, curl } = reproductionOf(first, failure!);
    expect(line).toMatch(/--max-credits 60 .*--absent historical/);
    const before = credits();
    const again = await command(await wordsOf(line, apiKey));
    expect(failuresOf(again, clause)).not.toEqual([]);
    expect(again.scenarios.length).toBeLessThan(first.scenarios.length);
    expect(before - credits()).toBeLessThanOrEqual(60);
    expect(curl.length).toBeGreaterThan(0);
    for (const each of curl) expect((await shell(each, apiKey)).toLowerCase()).not.toContain('x-request-id:');
  });

  it('keeps --read-only, so that showing a failure again costs nothing', async () => {
    const { url, apiKey, credits } = await faultyTarget(({ headers }) => {
      delete headers['x-request-id'];
    });
    const before = credits();
    const first = await command(['--target', url, '--api-key', apiKey, '--pack', 'smoke', '--read-only']);
    const [failure] = failuresOf(first, 'REQ-1');
    await command(await wordsOf(reproductionOf(first, failure!).command, apiKey));
    expect(credits()).toBe(before);
  });
});

describe('the curl line that is printed with a failure', () => {
  it('sends the credential as it was sent, malformed, bare or absent', async () => {
    // Answers 200 to every request whose key is refused.
    const { url, apiKey } = await faultyTarget((answer) => {
      if (answer.status === 403) answer.status = 200;
    });
    const report = await command(['--target', url, '--api-key', apiKey, '--only', 'AUTH']);
    const failed = report.scenarios.filter(({ verdict }) => verdict === 'fail');
    expect(failed.length).toBeGreaterThan(2);
    const sent = new Set<string>();
    for (const { outcome } of failed) {
      for (const failure of outcome.judgements.filter(({ verdict }) => verdict === 'fail')) {
        const exchange = report.exchanges.find(({ id }) => id === failure.exchanges.at(-1));
        const line = reproductionOf(report, failure).curl.at(-1);
        if (exchange === undefined || line === undefined) continue;
        sent.add(exchange.request.headers['authorization'] ?? 'none');
        expect([line, (await shell(line, apiKey)).split('\n')[0]?.trim()]).toEqual([line, 'HTTP/1.1 200 OK']);
      }
    }
    expect([...sent].some((each) => !each.startsWith('Bearer '))).toBe(true);
  });

  const sent = (request: Partial<Exchange['request']>): string | null => {
    const exchange = sampleExchange(1);
    const plain = { method: 'POST', url: 'http://h/p', headers: {}, bodyText: '{}' };
    return curlOf(
      { ...exchange, request: { ...exchange.request, ...plain, ...request } },
      new Map([['zero', '${JOB_SEARCH_API_KEY_ZERO}']]),
    );
  };

  it('uses the variable of the role for a key in any header or body', () => {
    expect(sent({ headers: { authorization: 'Basic [key zero]$' } })).toContain(
      '-H "authorization: Basic ${JOB_SEARCH_API_KEY_ZERO}\\$"',
    );
    expect(sent({ bodyText: '{"a":"[key p/s:active]"}' })).toContain(
      '--data-binary "{\\"a\\":\\"${JOB_SEARCH_API_KEY}\\"}"',
    );
  });

  it('omits connection headers of a caller, and needs the key of that caller', () => {
    const report = sampleReport();
    const ofCaller = { authorization: 'Bearer [key caller-1]', host: 'proxy:4020', 'content-length': '2' };
    const account = { ...report.accounts[0]!, alias: 'caller-1', role: 'caller' };
    const accounts = [account, { ...account, alias: 'caller-2' }];
    const change = (request: object, others: object = {}): string[] => {
      const sent = sampleExchange(1, {
        request: { ...sampleExchange(1).request, url: '/p', bodyText: '{}', ...request },
        ...others,
      });
      const traffic = { ...report, accounts, exchanges: [sent] };
      return reproductionOf(traffic, sampleJudgement({ exchanges: [1] })).curl;
    };
    const key = '${JOB_SEARCH_API_KEY_CALLER_1:?set it to the API key of caller-1}';
    expect(change({ headers: { ...ofCaller, 'accept-encoding': 'gzip' } })).toEqual([
      `curl -i --compressed http://127.0.0.1:4010/p -H "authorization: Bearer ${key}" -H 'content-type:' --data-binary '{}'`,
    ]);
    expect(change({ headers: {} }, { account: 'unseen' })[0]).toContain('Bearer ${JOB_SEARCH_API_KEY}"');
    expect(change({ bodyText: null }, { unseen: ['request body'] })).toEqual([]);
    expect(change({ url: 'http://h/p?token=[not kept]' })).toEqual([]);
    accounts.pop();
    for (const bearer of ['[caller-1]', '[key caller-1]'])
      expect(change({ headers: { authorization: `Bearer ${bearer}` } })[0]).toContain(
        '{JOB_SEARCH_API_KEY}"',
      );
    accounts.push(account);
    account.alias = '$(touch x)"}';
    expect(change({ headers: { authorization: 'Bearer [key $(touch x)"}]' } })[0]).toContain(
      '"authorization: Bearer ${JOB_SEARCH_API_KEY___TOUCH_X___:?set it to the API key of __touch_x___}"',
    );
  });

  it('sends empty headers, and adds no media type', () => {
    expect(sent({ headers: { authorization: '' } })).toContain("-H 'authorization;'");
    expect(sent({})).toContain("-H 'content-type:'");
  });

  it('is omitted for bytes that are not text, and for megabytes', () => {
    expect(sent({ bodyText: '\ufffd' })).toBeNull();
    expect(sent({ bodyText: 'x'.repeat(9000) })).toBeNull();
  });
});
