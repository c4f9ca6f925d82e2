/** The workbench: who may ask it, and in real Chromium the stories that a QA engineer would tell of it. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeFindings,
  describeInChromium,
  fitsEveryScreen,
  type Watched,
} from '../../test/support/chromium.js';
import { isThorough } from '../../test/support/thorough.js';
import { startMock, type Mock } from '../../mock-server/index.js';
import { temporaryFolder, temporaryFolderOfFile } from '../../test/support/temporary-folder.js';
import { createRedactor } from '../../common/redact.js';
import { setJson, type Rule } from '../../test/mutants/mutant.js';
import { startProxy, type MutatingProxy } from '../../test/mutants/proxy.js';
import { loadPacks, packPaths } from '../pack/load-packs.js';
import { readJsonReport, writeReport } from '../reports/index.js';
import { scenariosOf } from '../run/scenarios.js';
import { makeProfile } from '../run/profile.js';
import { loadDocuments } from '../pack/model/documents.js';
import { createApi } from './api.js';
import { Drafts } from './drafts.js';
import { Runs } from './runs.js';
import { startWorkbench, type Workbench } from './server.js';
import { Targets, type Target } from './targets.js';

const KEY = 'key_Ws8-qL2vTn5_workbench';
const ODD = '<script>document.title = "taken"</script>\u001b[2J';

let mock: Mock;
let faulty: MutatingProxy;
let bench: Workbench;
const folder = temporaryFolderOfFile();
let runs: Runs;
let targets: Targets;
const documents = loadDocuments();

/** Charges twice what it should, says so in a strange way, and names strange things. */
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

beforeAll(async () => {
  mock = await startMock({ jobs: 2_000, now: '2026-03-10T12:00:00Z' });
  await mock.accounts.create({ id: 'acc_bench', key: KEY, credits: 1_000 });
  faulty = await startProxy(documents.contract, mock.url, faultyRule);
  const redactor = createRedactor();
  redactor.add(KEY, '[key active]');
  runs = new Runs(redactor);
  const profiles = [mock.url, faulty.url].map((target) =>
    makeProfile({ target, adminUrl: mock.url, apiKey: KEY }, { no_proxy: '*' }),
  );
  targets = new Targets(profiles, { JOB_SEARCH_API_KEY: KEY, OTHER_SECRET: 'something' });
  bench = await startWorkbench(
    createApi({ documents, targets, runs, drafts: new Drafts(documents, folder), packs: [] }),
    redactor,
    0,
  );
});
afterAll(async () => {
  await bench.close();
  await faulty.close();
  await mock.close();
});

/** A run of one scenario, to its end. */
function ran(target: Target): Promise<string> {
  const only = ['billing/price-of-a-direct-search'];
  return new Promise((resolve) => {
    const leave = runs.follow(({ id, state }) => {
      if (state === 'running') return;
      leave();
      resolve(id);
    });
    runs.start({ target, packs: [], only, readOnly: false, against: null });
  });
}

function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { port } = new URL(bench.url);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { body, ...rest } = options;
    const sent = httpRequest({ host: '127.0.0.1', port, path, agent: false, ...rest }, (answer) => {
      let text = '';
      // A character of several bytes may come in two chunks.
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const post = (path: string, body: object) =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

if (!isThorough) describe('the server of the workbench', serverTests);

function serverTests(): void {
  it.each([
    ['a name that somebody points at this machine', { Host: 'evil.example' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses %s', async (_who, headers: Record<string, string>) => {
    for (const path of ['/', '/api/state', '/api/events', '/assets/common/browser/ui.js'])
      expect((await ask(path, { headers })).status).toBe(403);
  });

  it('takes changes as JSON alone, which a form of another page cannot send', async () => {
    const answer = await ask('/api/runs', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: '{"target":"1"}',
    });
    expect(answer).toEqual({ status: 422, text: '{"problem":"The workbench takes JSON."}' });
  });

  it('reads no variable but those of the kit for the key of a target', async () => {
    const name = (body: object) => post('/api/targets', body);
    const other = await name({ url: 'https://evil.example', keyVariable: 'OTHER_SECRET' });
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('must begin with JOB_SEARCH_')]);
    expect((await name({ url: 'not an address' })).status).toBe(422);
    const missing = await name({ url: 'https://api.example', keyVariable: 'JOB_SEARCH_OTHER' });
    expect(missing.text).toContain('JOB_SEARCH_OTHER is not set');
  });

  const draft = async (scenario: string) =>
    JSON.parse((await ask(`/api/draft?scenario=${scenario}`)).text) as { name: string; text: string };

  it('takes a scenario out of its pack as one that has no problems by itself', async () => {
    const scenarios = scenariosOf(loadPacks(packPaths([]), documents), documents);
    for (const { id } of scenarios.filter((_, i) => i % 40 === 0)) {
      const checked = await post('/api/check', await draft(id));
      const read = JSON.parse(checked.text) as { problems: unknown[]; scenarios: { id: string }[] };
      expect([id, read.problems]).toEqual([id, []]);
      expect(read.scenarios.map((each) => each.id.split('/')[1])).toContain(id.split('/')[1]);
    }
  });

  it('says what is wrong with a text, by line', async () => {
    const { name, text } = await draft('smoke/reads-are-open');
    const checked = await post('/api/check', { name, text: text.replace('LOOK-14', 'LOOK-140') });
    expect(JSON.parse(checked.text)).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ line: expect.any(Number), message: expect.stringContaining('LOOK-140') }),
      ]),
      scenarios: [],
    });
    expect(JSON.parse((await post('/api/check', { name, text: '{' })).text)).toMatchObject({ scenarios: [] });
  });

  it('saves into the folder that was named, and nowhere else', async () => {
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
  });

  it.each([
    '/api/runs/none',
    '/api/runs/none/view',
    '/api/other',
    '/assets/conformance/workbench/server.ts',
    '/assets/../package.json',
  ])('has no %s', async (path) => {
    expect((await ask(path)).status).toBeGreaterThanOrEqual(404);
  });
}

describeInChromium('the workbench', (chromium) => {
  let conforming: string;
  let failing: string;
  beforeAll(async () => {
    conforming = await ran(targets.list[0]!);
    failing = await ran(targets.list[1]!);
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

  it.each([
    'packs',
    'packs/billing/price-of-a-direct-search',
    'write/billing/price-of-a-direct-search',
    'runs',
    'record',
    'RUN/overview',
    'RUN/failures',
    'RUN/scenarios/billing/price-of-a-direct-search',
    'RUN/clauses/BILL-1',
    'RUN/requests',
    'RUN/notes',
  ])('%s is without findings of axe, and fits every screen', async (view) => {
    await at(view.replace('RUN', `runs/${failing}`), async ({ page }) => {
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page
        .getByText(/^Reading.*…$/)
        .first()
        .waitFor({ state: 'detached' });
      await fitsEveryScreen(page);
    });
  });

  // The slow project checks these pages on more screens; the stories stay the same.
  if (isThorough) return;

  it('finds scenarios by a clause, says what they cost and do, runs them, and shows the chain of one that passed', () =>
    at('packs', async ({ page }) => {
      await page.getByLabel('Search').fill('BILL-1');
      await page.getByText(/would run: likely .* at most/).waitFor();
      await page.getByRole('link', { name: /A direct search costs one credit/ }).click();
      await page.getByText(/Ask searchJobs with/).waitFor();
      await page.getByRole('button', { name: 'Run it' }).click();
      const chain = page.getByRole('region', { name: /billing\/price-of-a-direct-search.*pass/ });
      await chain.getByText(/checks held, 0 did not/).waitFor();
      await chain.getByText('/api/v1/jobs-search/search').click();
      await chain
        .getByText(/credits_used/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Clauses' }).click();
      await page.getByText('price of the direct search').waitFor();
    }));

  it('runs a pack against the mock, and says that it conforms, what it spent and what it checked', () =>
    at('packs', async ({ page }) => {
      await page.getByRole('searchbox').fill('balance');
      await page.getByRole('checkbox', { name: 'all of balance' }).check();
      await page.getByRole('button', { name: /^Run \d+ chosen scenarios/ }).click();
      await page.getByRole('heading', { name: 'Running' }).waitFor();
      await page.getByRole('region', { name: 'Verdict' }).getByText('Conforms').waitFor();
      await page.getByText('Nothing was seen to be broken.').waitFor();
      await page.getByRole('img', { name: /^\d+ requests in .* 0 answers with 429$/ }).waitFor();
      await page.getByText(/^http.* · \d{4}-\d\d-\d\d .* · \d/).click();
      await page.getByText(/credits used of/).waitFor();
      await page.getByRole('link', { name: 'Scenarios' }).click();
      const rows = page.getByRole('grid', { name: 'Scenarios' }).getByRole('row', { name: /balance\// });
      await rows.first().waitFor();
      await page.getByRole('searchbox').fill('balance-in-debt');
      await rows.first().click();
      await page.getByRole('region', { name: /balance\/balance-in-debt.*pass/ }).waitFor();
    }));

  it('opens a red clause of a faulty target, reads the chain, edits the scenario, runs it, and saves it as a pack of its own', () =>
    at('packs', async ({ page }) => {
      await page.getByLabel('Target').selectOption({ label: `${faulty.url}, a mock with its admin API` });
      await page.getByRole('searchbox').fill('price-of-a-direct-search');
      await page.getByRole('checkbox', { name: 'all of billing' }).check();
      await page.getByRole('button', { name: 'Run 1 chosen scenario' }).click();
      await page.getByText('Does not conform').waitFor();
      await page.getByRole('link', { name: 'BILL-1', exact: true }).first().click();
      await page.getByText('✗ broken').first().waitFor();
      await page.getByRole('link', { name: 'billing/price-of-a-direct-search' }).click();
      const chain = page.getByRole('region', { name: /billing\/price-of-a-direct-search.*fail/ });
      await chain
        .locator('.marked', {
          hasText: /credits_used.*credits_used == 1 × the number of jobs; actual left is 20/,
        })
        .first()
        .waitFor();
      expect(await page.title()).toContain('Does not conform');
      // Their owner knows of the double price, and wants to see that nothing else is wrong.
      await chain.getByRole('link', { name: 'Edit a copy' }).click();
      await replaceIn(page, 'price: 1\n', 'price: 2\n');
      await page.getByText('The pack has no problems.').waitFor();
      await page.getByRole('button', { name: /^Run \d+ scenario/ }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await result
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: 'BILL-1', exact: true }), hasText: '✓held' })
        .waitFor();
      await page.getByLabel('Name of the pack').fill('double-price');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/Saved as .*double-price\.yaml/).waitFor();
      expect(readFileSync(join(folder, 'double-price.yaml'), 'utf8')).toContain('price: 2');
    }));

  it('shows what a target says as text, whatever it is', () =>
    at('runs', async ({ page }) => {
      await page
        .getByRole('link')
        .filter({ hasText: /^\d{4}-/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Requests' }).click();
      await page
        .getByRole('row', { name: /200.*searchJobs/ })
        .last()
        .click();
      await page.locator('.json summary', { hasText: '<script>' }).first().waitFor();
      expect(await page.locator('body').innerText()).not.toContain('\u001b');
      expect(await page.title()).not.toBe('taken');
    }));

  it('edits a scenario until it is red, then green again, with checks and completion as one types, and saves it as a pack', () =>
    at('packs/billing/price-of-a-direct-search', async ({ page }) => {
      await page.getByRole('link', { name: 'Edit a copy' }).click();
      const text = page.getByRole('textbox', { name: 'Text of the pack' });
      await text.waitFor();
      await page.getByText('The pack has no problems.').waitFor();
      const own = await page.evaluate('localStorage.length');
      expect(own).toBe(0);
      await replaceIn(page, 'price: 1', 'price: 3');
      await page.getByText('The pack has no problems.').waitFor();
      await page.getByRole('button', { name: /^Run \d+ scenario/ }).click();
      await page.getByRole('link', { name: /✗ price-of-a-direct-search/ }).click();
      await page.getByText('actual: left is', { exact: false }).first().waitFor();
      await replaceIn(page, 'BILL-11', 'BILL-999');
      await page.getByText(/\d problem/).waitFor();
      // The tab closes, and nothing is lost.
      await page.reload();
      await page.getByText('This is your draft of before.', { exact: false }).waitFor();
      await replaceIn(page, 'BILL-999', 'BILL-11');
      await replaceIn(page, 'price: 3', 'price: 1');
      await page.getByText('The pack has no problems.').waitFor();
      await page.getByRole('button', { name: /^Run \d+ scenario/ }).click();
      await page.getByRole('link', { name: /✓ price-of-a-direct-search/ }).waitFor();
      await text.press('Control+End');
      await text.pressSequentially('\n# searchComp');
      await page
        .getByRole('option', { name: /searchCompanyJobsLegacy/ })
        .first()
        .waitFor();
      await text.press('Escape');
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel('Name of the pack').fill('my-prices');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/Saved as .*my-prices\.yaml/).waitFor();
      expect(readFileSync(join(folder, 'my-prices.yaml'), 'utf8')).toContain('price-of-a-direct-search');
      await page.getByRole('link', { name: 'Packs' }).click();
      await page.getByText('my-prices', { exact: true }).first().waitFor();
    }));

  it('gives a run as a file', async () => {
    const report = runs.report(conforming)!;
    for (const kind of ['json', 'html'] as const) {
      const { status, text } = await ask(`/api/runs/${conforming}/${kind}`);
      expect([kind, status, text === writeReport(kind, report)]).toEqual([kind, 200, true]);
    }
  });

  it('compares a run with a stored one that was opened', async () => {
    const opened = runs.open(readJsonReport(writeReport('json', runs.report(conforming)!)), 'earlier.json');
    await at(`runs/${failing}`, async ({ page }) => {
      const label = await page.getByRole('option', { name: /earlier\.json/ }).textContent();
      await page.getByLabel('Compare with').selectOption(label!);
      await page
        .getByRole('region', { name: 'Changes' })
        .getByText(/Newly failing .*BILL-1\b/)
        .waitFor();
      expect(page.url()).toContain(`since=${opened.id}`);
    });
  });

  it('shows the beginning of a body of 16 MiB, says what is left out, and stays usable', async () => {
    const report = readJsonReport(writeReport('json', runs.report(failing)!));
    const told = report.exchanges.find(({ operation }) => operation === 'searchJobs')!;
    told.response!.bodyText = `{"odd":"${ODD}\ufffd${'x'.repeat(1 << 24)}"}`;
    const { id } = runs.open(report, 'huge.json');
    await at(`runs/${id}/requests/${told.id}`, async ({ page }) => {
      await page.getByText(/The beginning of 16,777,\d+ characters, as text/).waitFor();
      const body = page.getByRole('region', { name: `Body of answer #${told.id}` });
      expect((await body.innerText()).slice(0, 80)).toContain('{"odd":"<script>document.title');
      expect(await body.innerText()).not.toContain('\u001b');
      await page.getByRole('button', { name: /^Show more/ }).click();
      await page.getByRole('link', { name: 'Clauses' }).click();
      await page.getByRole('searchbox').fill('BILL-1');
      await page.getByText('price of the direct search').waitFor();
    });
  });

  it('tells that the store of the browser is full, and loses no draft while the tab is open', () =>
    at('write/billing/price-of-a-direct-search', async ({ page }) => {
      await page.getByText('The pack has no problems.').waitFor();
      await page.evaluate(`for (let size = 1 << 22; size > 0; size >>= 1)
        try { for (let n = 0; ; n += 1) localStorage.setItem('other ' + size + ' ' + n, 'x'.repeat(size)); } catch {}`);
      await replaceIn(page, 'price: 1\n', 'price: 4\n');
      await page.getByText('The store of this browser is full.', { exact: false }).waitFor();
      await page.getByRole('link', { name: 'Packs' }).click();
      await page.goBack();
      await page.getByText('This is your draft of before.', { exact: false }).waitFor();
      await page.evaluate('localStorage.clear()');
      await page.getByRole('button', { name: 'Start over…' }).click();
      await page.getByRole('button', { name: 'Start over', exact: true }).click();
      await page.getByText('This is your draft of before.', { exact: false }).waitFor({ state: 'detached' });
    }));

  /** Replaces a text in the editor, in which only the lines in sight are drawn. */
  async function replaceIn(page: Watched['page'], from: string, to: string): Promise<void> {
    const text = page.getByRole('textbox', { name: 'Text of the pack' });
    await text.waitFor();
    const now = await page.evaluate<string>(`(async () => {
      const id = 'billing/price-of-a-direct-search';
      const kept = JSON.parse(localStorage.getItem('draft ' + id));
      return (kept ?? (await (await fetch('/api/draft?scenario=' + id)).json())).text;
    })()`);
    expect(now).toContain(from);
    await text.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(now.replaceAll(from, to));
    await page.getByText('Checking…').waitFor({ state: 'detached' });
  }

  it('sends a run to somebody as one file, which opens offline with the same views, its search and every body', async () => {
    const file = join(temporaryFolder(), 'run.html');
    await at(`runs/${failing}`, async ({ page }) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save as a page' }).click();
      await (await saving).saveAs(file);
    });
    expect(readFileSync(file, 'utf8')).not.toContain(KEY);
    const { page, complaints, hosts } = await chromium.open(`file://${file}`);
    await page.getByText('Does not conform').waitFor();
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByLabel('Search').fill('searchJobs billing');
    await page
      .getByRole('row', { name: /200.*searchJobs/ })
      .first()
      .click();
    await page.locator('.json summary', { hasText: '<script>' }).first().waitFor();
    expect(page.url()).toContain('text=searchJobs+billing');
    expect(await axeFindings(page)).toEqual([]);
    expect([complaints, [...hosts]]).toEqual([[], ['']]);
    await page.close();
  });

  it('stops a run, and says what was done', () =>
    at('packs', async ({ page }) => {
      await page.getByRole('button', { name: 'Run all scenarios' }).click();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Incomplete', { exact: false }).first().waitFor();
      await page
        .getByText(/the run was stopped/)
        .first()
        .waitFor();
    }));
});
