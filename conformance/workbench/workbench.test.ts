/** Tests the workbench: access to its server, and typical tasks of a QA engineer in Chromium. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeInChromium, fitsEveryScreen, type Watched } from '../../test/support/chromium.js';
import { clientOf } from '../../test/mock/client.js';
import { startMock } from '../../mock-server/index.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFolder, temporaryFolderOfFile } from '../../test/support/temporary-folder.js';
import { Redactor } from '../../common/redact.js';
import { setJson, type Rule } from '../../test/mutants/mutant.js';
import { startProxy } from '../../test/mutants/proxy.js';
import { loadPacks, packPaths } from '../pack/load-packs.js';
import { readJsonReport, writeReport } from '../reports/index.js';
import { scenariosOf } from '../run/plan/scenarios.js';
import { makeProfile } from '../run/target/profile.js';
import { loadDocuments } from '../pack/model/documents.js';
import { createApi } from './api.js';
import { Drafts } from './drafts.js';
import { Runs, type RunOrder } from './runs.js';
import { startWorkbench } from './server.js';
import { createTargets, type Target } from './targets.js';

const KEY = 'key_Ws8-qL2vTn5_workbench';
const ODD = '<script>document.title = "taken"</script>\u001b[2J';

/** The tests of the command cover reading of files; these files are always JSON reports. */
const readReport = (path: string) => readJsonReport(readFileSync(path, 'utf8'));

const folder = temporaryFolderOfFile();
const documents = loadDocuments();

/** Charges twice the price, and adds odd texts and values to its answers. */
const faultyRule: Rule = async (call) => {
  const answer = await call.send();
  if (!call.operation?.id.startsWith('search')) return answer;
  const body = JSON.parse(answer.body.toString()) as {
    data?: { credits_used: number; jobs: Record<string, unknown>[] };
  };
  if (!body.data) return answer;
  body.data.credits_used *= 2;
  for (const job of body.data.jobs) job['Title'] = ODD;
  setJson(answer, body);
  return answer;
};

const mock = await startMock({ jobs: 2_000, now: '2026-03-10T12:00:00Z' });
await mock.accounts.create({ id: 'acc_bench', key: KEY, credits: 1_000 });
const faulty = await startProxy(documents.contract, mock.url, faultyRule);
const redactor = new Redactor();
redactor.add(KEY, '[key active]');
const runs = new Runs(redactor);
const profiles = [mock.url, faulty.url].map((target) =>
  makeProfile({ target, adminUrl: mock.url, apiKey: KEY }, { no_proxy: '*' }),
);
const targets = createTargets(profiles, { JOB_SEARCH_API_KEY: KEY, OTHER_SECRET: 'something' }, redactor);
const bench = await startWorkbench(
  createApi({ documents, targets, runs, drafts: new Drafts(documents, folder), packs: [], readReport }),
  redactor,
  0,
);
afterAll(async () => {
  await bench.close();
  await faulty.close();
  await mock.close();
});

/** Runs one scenario, or another order, to its end. Returns the id of the run. */
async function ran(target: Target, more: Partial<RunOrder> = {}): Promise<string> {
  const billing = scenariosOf(loadPacks(packPaths(['billing']), documents), documents);
  const scenarios = billing.filter((each) => each.id === 'billing/price-of-a-direct-search');
  const { id } = runs.start({ target, scenarios, isDraft: false, readOnly: false, ...more });
  await vi.waitUntil(() => runs.get(id)!.shown.state !== 'running', { interval: 20, timeout: 60_000 });
  return id;
}

async function ask(
  path: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const { port } = new URL(bench.url);
  // `fetch` would normalize the path, and set some of the headers itself.
  const sent = httpRequest({ host: '127.0.0.1', port, path, agent: false, ...options }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, text: await textOf(answer) };
}

/** Creates an account of the mock with its own key. */
async function newAccount(account: string): Promise<{ account: string; key: string }> {
  const key = `key_${account}_Zr7-mQ4xLw`;
  await mock.accounts.create({ id: account, key, credits: 1_000 });
  return { account, key };
}

const post = (path: string, body: object, type = 'application/json') =>
  ask(path, { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) });

/** The members of answers that tests read. */
interface Fetched {
  id: string;
  name: string;
  text: string;
  problems: unknown[];
  scenarios: { id: string }[];
  templates: { id: string }[];
  packs: { name: string; problem: string | null }[];
}

/** Returns the answer to a GET, or to a POST with this body. */
async function fetched(path: string, body?: object): Promise<Fetched> {
  const { text } = await (body === undefined ? ask(path) : post(path, body));
  return JSON.parse(text) as Fetched;
}

describe('the server of the workbench', () => {
  it.each([
    ['another host name that resolves to this machine', { Host: 'evil.example' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses %s', async (_who, headers: Record<string, string>) => {
    for (const path of ['/', '/api/state', '/api/latest', '/assets/common/browser/ui.js'])
      expect((await ask(path, { headers })).status).toBe(403);
  });

  it('accepts changes only as JSON, which a form on another page cannot send', async () => {
    const answer = await post('/api/runs', { target: '1' }, 'text/plain');
    expect(answer).toEqual({ status: 422, text: '{"problem":"The workbench takes JSON objects."}' });
    const file = await post('/api/files?name=x', {}, 'text/plain');
    expect(file).toEqual({ status: 422, text: expect.stringContaining('application/octet-stream') });
  });

  it('reads the key of a target only from variables of the kit', async () => {
    const name = (body: object) => post('/api/targets', body);
    const other = await name({ url: 'https://evil.example', keyVariable: 'OTHER_SECRET' });
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('must begin with JOB_SEARCH_')]);
    const wrong = await name({ url: 'not an address', keyVariable: 'JOB_SEARCH_API_KEY' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('is not an http or https URL')]);
    expect((await name({ url: 'https://api.example' })).text).toContain('Type the key');
    const missing = await name({ url: 'https://api.example', keyVariable: 'JOB_SEARCH_OTHER' });
    expect(missing.text).toContain('JOB_SEARCH_OTHER is not set');
  });

  const draft = (scenario: string) => fetched(`/api/draft?scenario=${scenario}`);

  it('copies a scenario into a valid pack of its own', async () => {
    const scenarios = scenariosOf(loadPacks(packPaths([]), documents), documents);
    for (const { id } of scenarios.filter((_, i) => i % 40 === 0)) {
      const read = await fetched('/api/check', await draft(id));
      expect([id, read.problems]).toEqual([id, []]);
      expect(read.scenarios.map((each) => each.id.split('/')[1])).toContain(id.split('/')[1]);
    }
  });

  it('gives a copy its own title, valid addresses, and no unused component', async () => {
    const { name, text } = await draft('smoke/reads-are-open');
    expect(name).toBe('my-reads-are-open');
    expect(text).toContain('title: "My copy of reads-are-open"');
    expect(text).toContain('url: "./node_modules/job-search-kit/spec/openapi.yaml"');
    expect(text).not.toMatch(/components:|no-key/);
    expect((await draft('smoke/strangers-are-refused')).text).toMatch(/no-key: &no-key[^]*unknown: &unknown/);
  });

  it('has templates without problems', async () => {
    const { templates } = await fetched('/api/state');
    expect(templates.length).toBeGreaterThan(2);
    for (const { id } of templates) {
      const made = await fetched(`/api/draft?template=${id}&title=${encodeURIComponent('My "first" pack')}`);
      expect(made).toEqual({ name: 'my-first-pack', text: expect.stringContaining('"My \\"first\\" pack"') });
      const { problems, scenarios } = await fetched('/api/check', made);
      expect([id, problems, scenarios.length]).toEqual([id, [], 1]);
    }
  });

  it('reports the problems of a text by line', async () => {
    const { name, text } = await draft('smoke/reads-are-open');
    expect(await fetched('/api/check', { name, text: text.replace('LOOK-14', 'LOOK-140') })).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ line: expect.any(Number), message: expect.stringContaining('LOOK-140') }),
      ]),
      scenarios: [],
    });
    expect(await fetched('/api/check', { name, text: '{' })).toMatchObject({ scenarios: [] });
  });

  it('saves only into the configured folder', async () => {
    const { text } = await draft('smoke/reads-are-open');
    for (const name of ['../out', 'a/b', '/tmp/x', 'A', '', '.', 'x.yaml', 'billing'])
      expect([name, (await post('/api/packs', { name, text })).status]).toEqual([name, 422]);
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere', 'out.yaml'), join(folder, 'linked.yaml'));
    expect((await post('/api/packs', { name: 'linked', text })).text).toContain('is a link');
    rmSync(join(folder, 'linked.yaml'));
    expect((await post('/api/packs', { name: 'broken', text: '{}' })).status).toBe(422);
    expect((await post('/api/packs', { name: 'mine', text })).status).toBe(200);
    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(text);
    expect((await ask('/api/state')).text).toContain('mine/reads-are-open');
    expect((await post('/api/packs', { name: 'mine', text })).text).toContain('You have a pack named mine');
  });

  it('renames and deletes only packs of the folder', async () => {
    const { text } = await draft('smoke/reads-are-open');
    const statusOf = async (path: string, body: object) => (await post(path, body)).status;
    for (const body of [
      { name: 'former', text },
      { name: 'former', text: `${text}# new\n`, replaces: 'former' },
      { name: 'later', text, replaces: 'former' },
    ])
      expect(await statusOf('/api/packs', body)).toBe(200);
    const exist = ['former.yaml', 'later.yaml'].map((file) => existsSync(join(folder, file)));
    expect(exist).toEqual([false, true]);
    for (const name of ['former', '../mine', 'billing', ''])
      expect([name, await statusOf('/api/packs/remove', { name })]).toEqual([name, 422]);
    expect(await statusOf('/api/packs/remove', { name: 'later' })).toBe(200);
    expect((await ask('/api/state')).text).not.toContain('later/reads-are-open');
  });

  it('lists a pack that another editor broke, runs the others, and allows a repair', async () => {
    writeFileSync(join(folder, 'broken.yaml'), 'arazzo: 1.0.1\n');
    writeFileSync(join(folder, 'other.yaml'), 'services: {}\n');
    const { text } = await draft('smoke/reads-are-open');
    expect((await post('/api/packs', { name: 'beside', text })).status).toBe(200);
    const { packs } = await fetched('/api/state');
    expect(packs.find(({ name }) => name === 'broken')?.problem).toMatch(/broken\.yaml:1:/);
    expect(packs.map(({ name }) => name)).not.toContain('other');
    expect((await ask('/api/draft?pack=broken')).text).toContain('arazzo');
    expect((await post('/api/packs', { name: 'broken', text, replaces: 'broken' })).status).toBe(200);
    for (const name of ['broken', 'beside']) await post('/api/packs/remove', { name });
  });

  it('does not report a wrong name as a problem of the text, and suggests another', async () => {
    const { text } = await draft('smoke/reads-are-open');
    for (const [name, instead] of [
      ['My first pack', 'my-first-pack'],
      ['smoke', 'my-smoke'],
    ])
      expect(await fetched('/api/check', { name, text })).toMatchObject({
        problems: [],
        scenarios: [{}],
        name: { instead },
      });
  });

  async function expectPlans(rows: [order: object, plan: object][]): Promise<void> {
    for (const [order, plan] of rows) expect(await fetched('/api/plan', order)).toMatchObject(plan);
  }

  async function expectRefusals(rows: [order: object, says: string][]): Promise<void> {
    for (const [order, says] of rows)
      expect(await post('/api/runs', order)).toEqual({ status: 422, text: expect.stringContaining(says) });
  }

  it('refuses a run with a likely cost above the ceiling, before it sends anything', async () => {
    const { account, key } = await newAccount('acc_ceiling');
    const named = await post('/api/targets', { url: mock.url, key });
    expect(named.status).toBe(200);
    expect(named.text + (await ask('/api/state')).text).not.toContain(key);
    const order = { target: (JSON.parse(named.text) as Fetched).id, only: [], maxCredits: 20 };
    await expectRefusals([
      [order, 'and the ceiling is 20'],
      [{ ...order, maxCredits: -1 }, 'must be a whole number'],
      [{ ...order, maxCredits: null }, 'must be a whole number'],
    ]);
    await expectPlans([
      [
        { ...order, maxCredits: undefined },
        { ceiling: 800, refusal: null, asks: true },
      ],
      [
        { ...order, readOnly: true },
        { likely: 0, refusal: null, asks: false },
      ],
    ]);
    const seen = await fetch(`${mock.url}/__admin/journal?account=${account}`);
    expect(await seen.json()).toMatchObject({ entries: [] });
  });

  it('refuses an exploration without a seed, a number of requests or a ceiling, and asks for confirmation of an expensive one', async () => {
    const { key } = await newAccount('acc_explore');
    const { id: target } = await fetched('/api/targets', { url: mock.url, key });
    const url = 'https://mock.example';
    const { id: elsewhere } = await fetched('/api/targets', { url, adminUrl: url });
    const order = (more: object, maxCredits: unknown = 60) => ({
      target,
      maxCredits,
      exploration: { seed: 1, steps: 90, ...more },
    });
    await expectRefusals([
      [order({ seed: -1 }), 'The seed must be'],
      [order({ steps: 0 }), 'The number of requests must be'],
      [order({}, null), 'The ceiling on credits must be'],
    ]);
    await expectPlans([
      [order({}), { ceiling: 60, likely: 48, requests: 90, asks: true }],
      [order({}, 20), { ceiling: 20, likely: 20, asks: false }],
      [{ ...order({}), maxCredits: undefined }, { ceiling: 800 }],
      [{ ...order({}), target: targets.list[0]!.id }, { ceiling: null }],
      [{ ...order({}), target: elsewhere, maxCredits: undefined }, { ceiling: 800 }],
    ]);
  });

  it('reports that an exploration of a conforming target found nothing', async () => {
    const id = await ran(targets.list[0]!, { exploration: { seed: 1, steps: 8 } });
    expect(runs.get(id)?.shown).toMatchObject({
      verdict: 'conforms',
      word: 'Nothing found',
      headline: '0 findings broken, 0 seen once',
      exploration: { findings: [], ceiling: null },
    });
    expect(runs.get(id)?.report).toBe(null);
  });

  it('shows no key in a finding or its pack, whatever the target quotes', async () => {
    const quotes = await startProxy(documents.contract, mock.url, async (call) => {
      const answer = await call.send();
      answer.headers['x-request-id'] = `for ${KEY}`;
      return answer;
    });
    const profile = makeProfile({ target: quotes.url, apiKey: KEY, maxCredits: 100 }, { no_proxy: '*' });
    const id = await ran({ id: '', label: quotes.url, profile }, { exploration: { seed: 1, steps: 10 } });
    const { findings } = runs.get(id)!.shown.exploration!;
    expect(JSON.stringify(findings)).toContain('for [key active]');
    for (const { name } of findings) {
      const { text } = await ask(`/api/runs/${id}/pack?finding=${name}`);
      expect([name, text.includes(`Found: `), text.includes(KEY)]).toEqual([name, true, false]);
    }
    expect(JSON.stringify(runs.get(id)!.shown)).not.toContain(KEY);
    await quotes.close();
  });

  it.each([
    '/api/runs/none',
    '/api/runs/none/pack',
    '/api/runs/none/view',
    '/api/other',
    '/assets/conformance/workbench/server.ts',
    '/assets/../package.json',
  ])('has no %s', async (path) => {
    expect((await ask(path)).status).toBeGreaterThanOrEqual(404);
  });
});

/** Waits until a text is visible. */
const see = (within: Pick<Locator, 'getByText'>, text: string | RegExp) =>
  within.getByText(text).first().waitFor();
/** Waits until a text is gone. */
const seeNoMore = (page: Watched['page'], text: string | RegExp) =>
  page.getByText(text).first().waitFor({ state: 'detached' });
const press = (page: Watched['page'], name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();
/** Waits until a run has ended with this verdict. */
const seeVerdict = (page: Watched['page'], verdict: string) => see(page.locator('.run-verdict'), verdict);
/** Waits until the check of a draft has found nothing. */
const seeNoProblems = (page: Watched['page']) => see(page, 'The pack has no problems.');

describeInChromium('the workbench', (chromium) => {
  let conforming: string;
  let failing: string;
  let explored: string;
  beforeAll(async () => {
    conforming = await ran(targets.list[0]!);
    failing = await ran(targets.list[1]!);
    explored = await ran(targets.list[1]!, { exploration: { seed: 1, steps: 20 } });
  });
  const at = <T>(view: string, act: (watched: Watched) => Promise<T>, screen = {}): Promise<T> =>
    chromium.visit(
      `${bench.url}/#/${view}`,
      async (watched) => {
        const result = await act(watched);
        expect(await watched.page.content()).not.toContain(KEY);
        return result;
      },
      screen,
    );

  /** The address of each view, with one of its headings. */
  const views = (): [address: string, heading: string | RegExp][] => [
    ['packs/billing/price-of-a-direct-search', /^A direct search costs/],
    ['write/copy/billing/price-of-a-direct-search', 'Write'],
    ['runs', 'Runs'],
    ['explore', 'Explore'],
    [`runs/${explored}`, 'Exploration with seed 1'],
    ['record', 'Recorded requests'],
    ['write/new/retry/My first pack', 'Write'],
    [`runs/${failing}/overview`, 'Overview'],
    [`runs/${failing}/failures`, 'Failures'],
    [`runs/${failing}/scenarios/billing/price-of-a-direct-search`, /^billing\/price-of-a-direct-search/],
    [`runs/${failing}/clauses/BILL-1`, /^BILL-1 /],
    [`runs/${failing}/requests`, 'Requests'],
    [`runs/${failing}/notes`, 'More of this run'],
    ['docs/guides', 'Guides'],
    ['docs/guides/workbench', 'The workbench'],
    ['packs', 'Packs and scenarios'],
  ];

  // One page shows them all, since loading a page takes longer than checking it.
  it('has no view with findings of axe, or wider than the screen', { timeout: 300_000 }, () =>
    at('packs', async ({ page }) => {
      for (const [address, name] of views()) {
        await page.goto(`${bench.url}/${address.startsWith('docs') ? '' : '#/'}${address}`);
        await page.getByRole('heading', { name, exact: true }).first().waitFor({ state: 'attached' });
        await seeNoMore(page, /^Reading.*…$/);
        await fitsEveryScreen(page);
        expect(await page.content(), address).not.toContain(KEY);
      }
    }),
  );

  it('keeps the editor smaller than a narrow screen, so that the result is below it', () =>
    at('write/copy/filters/remote-and-on-site-direct', async ({ page }) => {
      await page.setViewportSize({ width: 400, height: 800 });
      await page.getByRole('textbox', { name: 'Text of the pack' }).waitFor();
      const { height } = (await page.locator('.editor').boundingBox())!;
      expect(height).toBeLessThan(600);
    }));

  it('finds scenarios by a clause, shows their cost and steps, runs them, and shows the requests of one that passed', () =>
    at('packs', async ({ page }) => {
      await page.getByRole('searchbox').fill('BILL-1');
      await see(page, /would run: likely .* at most/);
      await page.getByRole('link', { name: /A direct search costs one credit/ }).click();
      await see(page, /Ask searchJobs with/);
      await press(page, 'Run it');
      const chain = page.getByRole('region', { name: /billing\/price-of-a-direct-search.*pass/ });
      await see(chain, /checks held, 0 did not/);
      await chain.getByText('/api/v1/jobs-search/search').click();
      await see(chain, /credits_used/);
      await page.getByRole('link', { name: 'Clauses' }).click();
      await see(page, 'price of the direct search');
    }));

  it('runs a pack against the mock, and shows the verdict, the cost and the checked clauses', () =>
    at('packs', async ({ page }) => {
      await page.getByRole('searchbox').fill('balance');
      await page.getByRole('checkbox', { name: 'all of balance' }).check();
      await press(page, /^Run \d+ chosen scenarios/);
      await page.getByRole('heading', { name: 'Running' }).waitFor();
      await seeVerdict(page, 'Conforms');
      await page.getByRole('grid', { name: 'Scenarios' }).waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('img', { name: /^\d+ requests in .* 0 answers with 429$/ }).waitFor();
      await page.getByText(/^balance: \d+ scenarios · http.* · \d{4}-\d\d-\d\d .* · \d/).click();
      await see(page, /credits used of/);
      await page.getByRole('link', { name: 'Scenarios' }).click();
      const rows = page.getByRole('grid', { name: 'Scenarios' }).getByRole('row', { name: /balance\// });
      await rows.first().waitFor();
      await page.getByRole('searchbox').fill('balance-in-debt');
      await rows.first().click();
      await page.getByRole('region', { name: /balance\/balance-in-debt.*pass/ }).waitFor();
    }));

  it('opens a failed clause, shows its requests, and opens a copy of the scenario in the editor', () =>
    at('packs', async ({ page }) => {
      await page.getByLabel('Target').selectOption({ label: `${faulty.url}, a mock with its admin API` });
      await page.getByRole('searchbox').fill('price-of-a-direct-search');
      await page.getByRole('checkbox', { name: 'all of billing' }).check();
      await press(page, 'Run 1 chosen scenario');
      await seeVerdict(page, 'Does not conform');
      await page.getByRole('link', { name: 'BILL-1', exact: true }).first().click();
      await see(page, '✗ broken');
      await page.getByRole('link', { name: 'billing/price-of-a-direct-search' }).click();
      const chain = page.getByRole('region', { name: /billing\/price-of-a-direct-search.*fail/ });
      const hasText = /credits_used.*credits_used == 1 × the number of jobs; actual left is 20/;
      await chain.locator('.marked', { hasText }).first().waitFor();
      expect(await page.title()).toContain('Does not conform');
      await chain.getByRole('link', { name: 'Edit a copy' }).click();
      await seeNoProblems(page);
    }));

  it('edits a scenario until it fails, then passes again, with checks and completion while typing, and saves it as a pack', () =>
    at('packs/billing/price-of-a-direct-search', async ({ page }) => {
      await page.getByRole('link', { name: 'Edit a copy' }).click();
      const text = page.getByRole('textbox', { name: 'Text of the pack' });
      await text.waitFor();
      await seeNoProblems(page);
      expect(await page.evaluate('localStorage.length')).toBe(0);
      await replaceIn(page, 'price: 1', 'price: 3');
      await seeNoProblems(page);
      await press(page, /^Run \d+ scenario/);
      await page.getByRole('link', { name: /✗ price-of-a-direct-search/ }).click();
      await see(page, 'actual: left is');
      await replaceIn(page, 'BILL-11', 'BILL-999');
      await see(page, /\d problem/);
      // No text is lost when the tab closes.
      await page.reload();
      await see(page, 'You have unsaved changes from before.');
      await replaceIn(page, 'BILL-999', 'BILL-11');
      await replaceIn(page, 'price: 3', 'price: 1');
      await seeNoProblems(page);
      await press(page, /^Run \d+ scenario/);
      await page.getByRole('link', { name: /✓ price-of-a-direct-search/ }).waitFor();
      await fitsEveryScreen(page);
      await page.getByLabel('Name of the pack').fill('my-prices');
      await press(page, 'Save');
      await see(page, /Saved as .*my-prices\.yaml/);
      expect(readFileSync(join(folder, 'my-prices.yaml'), 'utf8')).toContain('price-of-a-direct-search');
      await see(page, 'Your pack my-prices. Saved in');
      await text.press('Control+End');
      await page.keyboard.insertText('\n        x-kit-assume: [{ that: ');
      await text.pressSequentially('va');
      await page.getByRole('option', { name: /^value/ }).waitFor();
      expect(await page.getByRole('option', { name: /BILL|inputs/ }).count()).toBe(0);
      await text.press('Escape');
      await page.getByRole('link', { name: 'Packs' }).click();
      await see(page, /^my-prices$/);
    }));

  it('saves a run as a file', async () => {
    for (const kind of ['json', 'html'] as const) {
      const { status, text } = await ask(`/api/runs/${conforming}/${kind}`);
      expect([kind, status, text === writeReport(kind, runs.get(conforming)!.report!)]).toEqual([
        kind,
        200,
        true,
      ]);
    }
  });

  it('compares a run with a stored one that was opened', async () => {
    await at(`runs`, async ({ page }) => {
      const choosing = page.waitForEvent('filechooser');
      await press(page, 'Open file…');
      const buffer = Buffer.from(writeReport('json', runs.get(conforming)!.report!));
      await (await choosing).setFiles({ name: 'earlier.json', mimeType: 'application/json', buffer });
      await seeVerdict(page, 'Conforms');
      const opened = /runs\/(\w+)/.exec(page.url())![1]!;
      await page.goto(`${bench.url}/#/runs/${failing}`);
      const label = await page.getByRole('option', { name: /earlier\.json/ }).textContent();
      await page.getByLabel('Compare with').selectOption(label!);
      await see(page.getByRole('region', { name: 'Changes' }), /Newly failing .*BILL-1\b/);
      expect(page.url()).toContain(`since=${opened}`);
    });
  });

  it('shows the beginning of a body of 16 MiB, says what is omitted, and stays responsive', async () => {
    const report = readJsonReport(writeReport('json', runs.get(failing)!.report!));
    const answered = report.exchanges.find(({ operation }) => operation === 'searchJobs')!;
    answered.response!.bodyText = `{"odd":"${ODD}\ufffd${'x'.repeat(1 << 24)}"}`;
    await at(`runs/${runs.open(report, 'huge.json').id}/requests/${answered.id}`, async ({ page }) => {
      await see(page, /A body of 16,777,\d+ characters is too long to fold/);
      const body = page.getByRole('region', { name: `Body of answer #${answered.id}` });
      expect((await body.innerText()).slice(0, 80)).toContain('{"odd":"<script>document.title');
      expect(await body.innerText()).not.toContain('\u001b');
      await press(page, /^Show more/);
      await page.getByRole('link', { name: 'Clauses' }).click();
      // The view of requests has a search box, too.
      await page.getByRole('region', { name: 'Clauses by section' }).waitFor();
      await page.getByRole('searchbox').fill('BILL-1');
      await see(page, 'price of the direct search');
    });
  });

  it('shows only a notice if the editor cannot open its pack', () =>
    at('write', async ({ page }) => {
      await page.locator('.notice.bad').waitFor();
      await seeNoMore(page, 'Reading…');
    }));

  it('says if the storage of the browser is full, and loses no draft while the tab is open', () =>
    at('write/copy/billing/price-of-a-direct-search', async ({ page }) => {
      await seeNoProblems(page);
      await page.evaluate(`for (let size = 1 << 22; size > 0; size >>= 1)
        try { for (let n = 0; ; n += 1) localStorage.setItem('other ' + size + ' ' + n, 'x'.repeat(size)); } catch {}`);
      await replaceIn(page, 'price: 1\n', 'price: 4\n');
      await see(page, 'The storage of this browser is full.');
      await page.getByRole('link', { name: 'Packs' }).click();
      await page.getByRole('heading', { name: 'Packs and scenarios' }).waitFor();
      await page.goBack();
      await see(page, 'You have unsaved changes from before.');
      await page.evaluate('localStorage.clear()');
      await press(page, 'Discard changes…');
      await press(page, 'Discard');
      await seeNoMore(page, 'You have unsaved changes from before.');
    }));

  /** Replaces a text in the editor. Reads the draft from its store, since the editor renders only visible lines. */
  async function replaceIn(page: Watched['page'], from: string, to: string): Promise<void> {
    const text = page.getByRole('textbox', { name: 'Text of the pack' });
    await text.waitFor();
    const now = await page.evaluate<string>(`(async () => {
      const [draft] = Object.keys(localStorage).filter((name) => name.startsWith('draft ')).toReversed();
      const id = 'billing/price-of-a-direct-search';
      return (JSON.parse(localStorage[draft] ?? null) ?? (await (await fetch('/api/draft?scenario=' + id)).json())).text;
    })()`);
    expect(now).toContain(from);
    await text.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(now.replaceAll(from, to));
    await seeNoMore(page, 'Checking…');
  }

  it('saves a run as one page, which opens offline with the same views, search and bodies, and shows any text as text', async () => {
    const file = join(temporaryFolder(), 'run.html');
    await at(`runs/${failing}`, async ({ page }) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save as a page' }).click();
      await (await saving).saveAs(file);
    });
    expect(readFileSync(file, 'utf8')).not.toContain(KEY);
    const { page, complaints, hosts } = await chromium.open(`file://${file}`);
    await see(page, 'Does not conform');
    for (const tab of ['Overview', 'Failures', 'Scenarios', 'Clauses', 'More', 'Requests']) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await fitsEveryScreen(page);
    }
    await page.getByRole('searchbox').fill('searchJobs billing');
    const rows = page.getByRole('row', { name: /200.*searchJobs/ });
    await rows.first().click();
    await page.locator('.json summary', { hasText: '<script>' }).first().waitFor();
    expect(await page.title()).not.toBe('taken');
    expect(await page.locator('body').innerText()).not.toContain('\u001b');
    expect(page.url()).toContain('text=searchJobs+billing');
    await fitsEveryScreen(page);
    expect([complaints, [...hosts]]).toEqual([[], ['']]);
    await page.close();
  });

  it('makes a pack from a template, adds a check by a click that fails, repairs it, saves it, and runs it on another target', () =>
    at('packs', async ({ page }) => {
      const result = page.getByRole('region', { name: 'Result' });
      const verdict = (mark: string) =>
        result.getByRole('link', { name: `${mark} retry`, exact: true }).waitFor();
      const run = () => page.getByRole('button', { name: 'Run 1 scenario' }).click();
      await press(page, 'New pack…');
      await page.getByLabel('Name').fill('Our retries');
      await page.getByRole('radio', { name: /^A retry/ }).check();
      await press(page, 'Create');
      await seeNoProblems(page);
      await run();
      await verdict('✓');
      await result.getByText('/api/v1/jobs-search/search').first().click();
      await result.locator('.leaf', { hasText: 'credits_used' }).getByRole('button').first().click();
      await see(page, /^Added to step first, line \d+: .*credits_used, equals: 5.* a later run may differ/);
      await replaceIn(page, 'credits_used, equals: 5', 'credits_used, equals: 6');
      await seeNoProblems(page);
      await run();
      await verdict('✗');
      await see(result, /1 did not, 2 not evaluated/);
      await see(result, /^– step again: same jobs/);
      await replaceIn(page, 'credits_used, equals: 6', 'credits_used, equals: 5');
      await seeNoProblems(page);
      await run();
      await verdict('✓');
      await page.getByLabel('Name of the pack').fill('Our retries');
      await press(page, 'Use our-retries');
      await press(page, 'Save');
      const file = join(folder, 'our-retries.yaml');
      await see(page, `Saved as ${file}.`);
      const target = ['--target', mock.url, '--admin-url', mock.url, '--api-key', KEY];
      expect((await runCommand([...target, '--pack', file])).status).toBe(0);
      await page.getByRole('link', { name: 'Packs' }).click();
      await press(page, 'Delete our-retries');
      await press(page, 'Delete');
      await see(page, `Deleted ${file}.`);
      expect(existsSync(file)).toBe(false);
    }));

  it('adds a target with a typed key, refuses a run above the ceiling, asks before an expensive one, and repeats one', async () => {
    const { key } = await newAccount('acc_typed');
    await at('packs', async ({ page }) => {
      await press(page, 'Add target…');
      await page.getByLabel('Base address').fill(faulty.url);
      const add = page.getByRole('button', { name: 'Add target', exact: true });
      await add.click();
      await see(page, 'Type the key of the target.');
      await page.getByLabel(/^API key/).fill(key);
      await add.click();
      await page.getByLabel('spend at most').fill('20');
      await see(page, /is likely to cost .* and the ceiling is 20/);
      expect(await page.getByRole('button', { name: 'Run all scenarios' }).isDisabled()).toBe(true);
      await page.getByLabel('spend at most').fill('600');
      await press(page, 'Run all scenarios');
      await see(page.getByRole('dialog'), /never more than 600/);
      await press(page, 'Cancel');
      await page.getByLabel('free scenarios only').check();
      await press(page, 'Run balance');
      const first = page.url();
      await press(page, 'Run again');
      await page.waitForURL(({ href }) => href !== first);
      await see(page, /^Changed since run/);
      expect(await page.content()).not.toContain(key);
      const id = /runs\/(\w+)/.exec(page.url())![1]!;
      await expect.poll(async () => (await ask(`/api/runs/${id}/json`)).status).toBe(200);
      expect((await ask(`/api/runs/${id}/json`)).text).not.toContain(key);
    });
  });

  it('explores a faulty target, shows coverage and findings, and opens a finding as a pack that runs', () =>
    at('explore', async ({ page }) => {
      await page.getByLabel('Target').selectOption({ label: `${faulty.url}, a mock with its admin API` });
      await page.getByLabel('Requests').fill('20');
      await page.getByLabel(/^Seed/).fill('1');
      await see(page, 'An exploration would run: likely 24 credits, 20 requests');
      await press(page, 'Explore');
      await page.getByRole('heading', { name: 'Running exploration with seed 1' }).waitFor();
      await seeVerdict(page, 'Does not conform');
      const table = page.getByRole('region', { name: /^Clauses shown/ });
      const shown = table.getByTitle(/on searchJobs: \d+ of \d+ clauses shown, [1-9]/);
      await shown.first().waitFor();
      const finding = page.getByRole('listitem').filter({ hasText: /broken BILL-1 on searchJobs/ });
      await finding.getByRole('link', { name: 'Open as pack' }).click();
      await seeNoProblems(page);
      await press(page, 'Run 1 scenario');
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByRole('link', { name: /bill-1-search-jobs/ }).waitFor();
      await press(page, 'Save');
      await see(page, /Saved as .*bill-1-search-jobs\.yaml/);
      expect(readFileSync(join(folder, 'bill-1-search-jobs.yaml'), 'utf8')).toContain('BILL-1');
    }));

  it('asks for confirmation of an expensive exploration, and stops it', async () => {
    const { key } = await newAccount('acc_explorer');
    await at('explore', async ({ page }) => {
      await press(page, 'Add target…');
      await page.getByLabel('Base address').fill(mock.url);
      await page.getByLabel(/^API key/).fill(key);
      await press(page, 'Add target');
      await page.getByLabel('spend at most').fill('60');
      const start = page.getByRole('button', { name: 'Explore', exact: true });
      await see(page, 'likely 48 credits, at most 60, 400 requests');
      await start.click();
      await see(page.getByRole('dialog'), /never more than 60/);
      await press(page, 'Run');
      await see(page, /[1-9]\d* of 400 requests/);
      await press(page, 'Stop');
      await see(page, 'it ended early: the run was stopped');
      await seeVerdict(page, 'Incomplete');
      expect(await page.content()).not.toContain(key);
    });
  });

  it('selects and deselects recorded requests, makes a pack of them, and runs it', async () => {
    const caller = clientOf(mock, await mock.accounts.create({ id: 'acc_page', credits: 5 }));
    for (const limit of [4, 20]) await caller.search({ limit, published_before: '2026-03-09' });
    await at('record', async ({ page }) => {
      await page.getByRole('searchbox').fill('acc_page');
      const rows = page.getByRole('row', { name: /searchJobs acc_page/ });
      await expect.poll(() => rows.count()).toBe(2);
      await rows.first().getByRole('checkbox').check();
      await see(page, /, 1 chosen/);
      await rows.last().getByRole('checkbox').check();
      await press(page, 'Clear selection');
      await see(page, /, 0 chosen/);
      await press(page, 'Undo');
      await see(page, /, 2 chosen/);
      await fitsEveryScreen(page);
      await press(page, 'Create a pack from 2 requests');
      await seeNoProblems(page);
      await press(page, 'Run 1 scenario');
      await page.getByRole('link', { name: /✓ recorded-acc-page/ }).waitFor({ timeout: 100_000 });
    });
  });

  it('stops a run, and shows its results so far', () =>
    at('packs', async ({ page }) => {
      await press(page, 'Run all scenarios');
      await press(page, 'Stop');
      await see(page, 'Incomplete');
      await see(page, /the run was stopped/);
    }));
});
