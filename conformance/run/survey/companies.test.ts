import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../judge/report.js';
import { checkPack } from '../../pack/check-pack.js';
import { parsePackText } from '../../pack/model/source-file.js';
import { INPUTS } from '../../pack/language/generated/inputs.js';
import { loadDocuments } from '../../pack/model/documents.js';
import { run, type Parts, type RunOptions } from '../run.js';
import { scenariosOf } from '../plan/scenarios.js';
import { makeProfile } from '../target/profile.js';
import { serve, type TestServer } from '../../../test/servers/servers.js';
import { casesOf } from '../../../test/support/cases.js';
import { sleptTime } from '../../../test/support/manual-time.js';

const SEARCH = '/api/v1/jobs-search/search';
const LEGACY = '/api/v1/search/company-jobs';
const COMPANY = '/api/v1/company-jobs/search';

/** A scenario for each fact about a company, and one for none. */
const FACTS = ['networkUrl', 'companyUrl', 'companyName', 'companyDomain'] as const;
const PACK = `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions: [{ name: contract, type: openapi, url: ../../spec/openapi.yaml }]
workflows:
${['nothing', ...FACTS]
  .map(
    (fact) => `  - workflowId: ${fact}
    summary: ${fact}
    x-kit-clauses: [ENV-1]
    x-kit-cost: 1
    inputs: { properties: { activeKey: {}, ${fact === 'nothing' ? '' : `${fact}: {}`} } }
    parameters: [{ name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' }]
    steps:
      - stepId: ask
        operationId: searchJobs
        requestBody: { payload: { limit: 1, job_keywords: { title: ['${fact === 'nothing' ? 'x' : `{$inputs.${fact}}`}'] } } }
        successCriteria: [{ condition: $statusCode == 200 }]
`,
  )
  .join('')}`;

interface Firm {
  jobs?: number;
  /** With duplicates. */
  listings?: number;
  /** In the details; by default the one in the jobs. */
  name?: string;
  url?: unknown;
  website?: unknown;
  industry?: unknown;
  filler?: number;
}

/** An answer of a target: status and body. */
type Answer = [status: number, body: unknown, headers?: Record<string, string>];

const cases = casesOf<{
  found: Record<'inputs' | 'bodies' | 'survey', object>;
  suitable: [what: string, firms: Record<string, Firm>][];
  silent: [what: string, at: string, answer: Answer, why: string][];
}>(import.meta.filename);
const documents = loadDocuments();
const scenarios = scenariosOf([checkPack(parsePackText('tiny.yaml', PACK), documents)], documents);

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
/** Starts a target with jobs of these firms; `except` answers some paths differently. */
async function target(
  firms: Record<string, Firm>,
  except: (path: string, body: Record<string, unknown>, nth: number) => Answer | undefined = () => undefined,
): Promise<TestServer> {
  const detailsOf = (name: string): object => {
    const { name: told = name, url, website, industry = 'Internet', filler = 0 } = firms[name] ?? {};
    return {
      company_name: told,
      network_url: url === undefined ? `https://n.example/company/${slug(name)}` : url,
      website: website === undefined ? `https://www.${slug(name)}.example/jobs` : website,
      industry,
      description: 'x'.repeat(filler),
    };
  };
  const countOf = ({ jobs = 150, listings = jobs }: Firm = {}, body: Record<string, unknown>): number =>
    body['exclude_duplicates'] === false ? listings : jobs;
  let left = 50;
  const envelope = (data: object): Answer => {
    left -= 1;
    const told = { credits_used: 1, credits_remaining: left, jobs: [], ...data };
    return [200, { success: true, error: null, data: told }];
  };
  const answerTo = (path: string, body: Record<string, unknown>): Answer => {
    if (path === SEARCH)
      return envelope({ jobs: Object.keys(firms).map((name) => ({ 'Company Name': name })) });
    const found = Object.keys(firms).find(
      (name) =>
        body['company_name'] === name ||
        body['company_domain'] === `${slug(name)}.example` ||
        String(body['company_network_url']).replace('//www.', '//').toLowerCase() ===
          `https://n.example/company/${slug(name)}`,
    );
    return found === undefined
      ? envelope({ total_jobs_found: 0, company_details: null })
      : envelope({ total_jobs_found: countOf(firms[found], body), company_details: detailsOf(found) });
  };
  const server = await serve((request, response) => {
    const path = request.url ?? '';
    response.setHeader('Date', 'Mon, 02 Mar 2026 08:00:00 GMT');
    if (path === '/api/v1/credits/balance')
      return void response.end(JSON.stringify({ credits_remaining: left }));
    const body = JSON.parse(server.requests.at(-1)?.body ?? '{}') as Record<string, unknown>;
    const [status, answer, headers] = except(path, body, server.requests.length - 1) ?? answerTo(path, body);
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  return server;
}

async function judge(
  server: TestServer,
  profile: Record<string, unknown> = {},
  more: Partial<RunOptions> & Parts & { maxCredits?: number; maxRequests?: number } = {},
): Promise<RunReport> {
  const { maxCredits, maxRequests, scenarios: asked = scenarios, ...options } = more;
  const limits = { maxCredits, maxRequests };
  return run(
    {
      profile: makeProfile({ target: server.url, apiKey: 'sk-live-1', profile, ...limits }, {}),
      oracles: [],
      time: sleptTime(),
      ...options,
    },
    { scenarios: asked, documents },
  );
}

/** Returns the input of each scenario by name, or the reason why it did not run. */
const given = (report: RunReport): Record<string, string> =>
  Object.fromEntries(
    report.scenarios.map(({ workflowId, verdict, reason }) => {
      const sent = report.exchanges.find(({ scenario }) => scenario === `tiny/${workflowId}`)?.request.body;
      const [word] = (sent as { job_keywords: { title: string[] } } | undefined)?.job_keywords.title ?? [];
      return [workflowId, verdict === 'pass' ? (word ?? '') : reason];
    }),
  );
const paths = (server: TestServer): string[] => server.requests.map(({ url }) => url);
const nothingGiven = (why: string): Record<string, string> => ({
  nothing: 'x',
  ...Object.fromEntries(
    FACTS.map((fact) => [fact, `needs ${INPUTS[fact].says}: name ${fact} in the profile, since ${why}`]),
  ),
});

describe('a company that the profile does not name', () => {
  it('is found with jobs and the legacy search, within the announced cost, and named in the report', async () => {
    const server = await target({ 'ACME foods': { name: 'Acme Foods' } });
    const report = await judge(server);
    expect(given(report)).toEqual(cases.found.inputs);
    expect(paths(server).slice(1, 6)).toEqual([SEARCH, LEGACY, LEGACY, COMPANY, LEGACY]);
    const bodies = server.requests.slice(1, 6).map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual(cases.found.bodies);
    expect(report.budget).toMatchObject({ creditsAnnounced: 5 + 79, creditsUsed: 5 + 5, requests: 11 });
    expect(report.survey).toEqual(cases.found.survey);
  });

  it.each([
    ['as searches know it', ['n.example/company/acme'], 'https://n.example/company/acme'],
    ['as searches know it, with its capitals', ['n.example/company/Acme'], 'https://n.example/company/Acme'],
    ['as in the details, if known', ['www.n.example/company/Acme'], 'https://www.n.example/company/Acme'],
    ['in a form that is not refused, if searches know none', [], 'https://n.example/company/Acme'],
  ])('has a profile URL %s', async (_what, known, companyUrl) => {
    const server = await target(
      { Acme: { url: 'https://www.n.example/company/Acme/' } },
      (_path, { company_network_url: url }) => {
        if (typeof url !== 'string' || known.includes(url.replace('https://', ''))) return undefined;
        return url.startsWith('https://www.')
          ? [400, { detail: 'no profile' }]
          : [200, { data: { total_jobs_found: 0, company_details: null } }];
      },
    );
    expect(given(await judge(server))).toMatchObject({
      networkUrl: companyUrl.replace(/\/company.*/, ''),
      companyUrl,
      companyDomain: 'acme.example',
    });
  });

  it('has a profile URL with https: and www., although details lack both', async () => {
    const server = await target(
      { Acme: { url: 'http://n.example/company/acme' } },
      (_path, { company_network_url: url }) =>
        typeof url !== 'string' || url.startsWith('https://www.') ? undefined : [422, { detail: [] }],
    );
    expect(given(await judge(server))).toMatchObject({
      networkUrl: 'https://www.n.example',
      companyUrl: 'https://www.n.example/company/acme',
    });
  });

  it.each(cases.suitable)('has %s, if such a company exists', async (_what, firms) => {
    expect(given(await judge(await target(firms)))).toMatchObject({
      companyUrl: 'https://n.example/company/right',
    });
  });

  it('is looked for among older jobs if the first jobs name no suitable one', async () => {
    const server = await target({ Small: { jobs: 2 } });
    await judge(server);
    expect(
      server.requests.flatMap(({ body }) => /"published_before":"([^"]*)"/.exec(body)?.[1] ?? []),
    ).toEqual(['2026-03-02', '2026-02-16', '2026-02-02']);
    expect(paths(server).filter((path) => path === LEGACY)).toHaveLength(2);
  });

  it('keeps the facts that the profile names', async () => {
    const server = await target({ 'Acme Foods': {}, Other: {} });
    const declared = await judge(server, { companyUrl: 'https://n.example/company/other' });
    expect(given(declared)).toMatchObject({ companyName: 'Other', companyDomain: 'other.example' });
    expect(paths(server).slice(1, 3)).toEqual([COMPANY, LEGACY]);
    expect(declared.budget.creditsAnnounced).toBe(5 + 2);

    const byName = given(await judge(await target({ Acme: {}, Other: {} }), { companyName: 'Other' }));
    expect(byName).toMatchObject({ companyUrl: 'https://n.example/company/other', companyName: 'Other' });

    expect(given(await judge(server, { networkUrl: 'https://m.example' }))).toMatchObject({
      networkUrl: 'https://m.example',
      companyUrl: expect.stringContaining('returned no profile URL for any of 2 names') as unknown,
    });
  });

  it('has no domain if a search by the domain of its web site fails', async () => {
    const server = await target({ Acme: { website: 'https://pages.example/acme' } });
    expect(given(await judge(server))).toMatchObject({
      companyUrl: 'https://n.example/company/acme',
      companyDomain:
        'needs the domain of a known company: name companyDomain in the profile, since a search by pages.example, where its web site is, leads elsewhere',
    });
  });

  it('has no domain if the domain of the profile leads elsewhere', async () => {
    const named = { companyUrl: 'https://n.example/company/acme', companyDomain: 'other.example' };
    expect(given(await judge(await target({ Acme: {}, Other: {} }), named))).toMatchObject({
      companyDomain:
        'needs the domain of a known company: name companyDomain in the profile, since a search by other.example, as the profile says, leads elsewhere',
    });
  });

  it('is not looked for if no scenario needs it, or the profile names it', async () => {
    const server = await target({ Acme: {} });
    const report = await judge(server, {}, { scenarios: scenarios.slice(0, 1) });
    expect([paths(server).length, report.survey, report.budget.creditsAnnounced]).toEqual([2, null, 1]);
    await judge(server, {
      companyUrl: 'https://n.example/company/acme',
      companyName: 'Acme',
      companyDomain: 'a.example',
    });
    expect(paths(server)).not.toContain(LEGACY);
  });

  it('is not looked for if that may cost too much, and the reason says how to name it', async () => {
    const server = await target({ Acme: {} });
    const poor = await judge(server, {}, { maxCredits: 68 });
    expect(given(poor)).toEqual(nothingGiven('finding it out can cost 79 credits, and --max-credits is 68'));
    expect(poor).toMatchObject({ verdict: 'conforms', budget: { creditsAnnounced: 1 } });

    expect(given(await judge(server, {}, { readOnly: true }))).toEqual({
      ...nothingGiven('finding it out can cost 79 credits, and the run is --read-only'),
      nothing: 'spends credits, and the run is --read-only',
    });
    expect(paths(server)).not.toContain(LEGACY);
    expect(given(await judge(server, { absent: ['legacy'] }))).toEqual(
      nothingGiven('only searchCompanyJobsLegacy can show it, and the profile declares that absent'),
    );
  });

  it('is found after a temporary refusal', async () => {
    const server = await target({ Acme: {} }, (_path, _body, nth) =>
      nth === 1 || nth === 3 ? [429, { detail: 'slow' }, { 'Retry-After': '7' }] : undefined,
    );
    const time = sleptTime();
    expect(given(await judge(server, {}, { time }))).toMatchObject({ companyName: 'Acme' });
    expect(time.slept).toBe(14_000);
  });

  it.each(['sk-live-2', 'sk-live-1'])(
    'shows that a second key %s belongs to the same account, and the run does without it',
    async (second) => {
      const server = await target({ Acme: {} });
      const profile = makeProfile({ target: server.url, keys: { active: 'sk-live-1', second } }, {});
      const report = await judge(server, {}, { profile });
      expect(report.notes).toEqual([
        expect.stringMatching(/^The keys `active` and `second` belong to one account/),
      ]);
      expect(report.target.keyRoles).toEqual(['active']);
      expect(report.exchanges.filter(({ account }) => account === 'second')).toEqual([]);
      expect(report.budget.creditsUsed).toBe(5 + 5);
    },
  );

  it.each(cases.silent)(
    'stays unknown, without a failure, if the target %s',
    async (_what, at, answer, why) => {
      const server = await target({ Acme: {} }, (path, { limit, job_keywords }) =>
        path === at && (limit !== 1 || job_keywords === undefined) ? answer : undefined,
      );
      const report = await judge(server);
      expect(given(report)).toEqual(nothingGiven(why));
      expect(report.verdict).toBe('conforms');
      const looked = report.survey?.unknown.find(({ name }) => name === 'companyUrl')?.looked;
      const { verdict: end } = report.scenarios.find(({ workflowId }) => workflowId === 'companyUrl')!;
      expect(end).toBe(looked === true ? 'not-applicable' : 'inconclusive');
      expect(looked).toBe(/returned no|name no/.test(why));
    },
  );

  it('stays unknown, and ends the run, when the target charges more than its price', async () => {
    const server = await target({ Acme: {} }, (path) =>
      path === LEGACY ? [200, { data: { credits_used: 100 } }] : undefined,
    );
    const report = await judge(server);
    expect(given(report)).toEqual({
      ...nothingGiven('the target charged 101 credits, more than the announced 79'),
      nothing: 'the target charged 101 credits where 84 were announced for the whole run',
    });
    expect(report.verdict).toBe('incomplete');
  });

  it('stays unknown if the requests run out during the search', async () => {
    expect(given(await judge(await target({ Acme: {} }), {}, { maxRequests: 2 }))['companyUrl']).toBe(
      'needs a known company with current postings: name companyUrl in the profile, since --max-requests 2 is used up',
    );
  });
});
