/** Tests typical tasks of a QA engineer with the live page, in Chromium. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guides } from '../../common/browser/guides.js';
import { isThorough } from '../../test/support/thorough.js';
import { describeInChromium, fitsEveryScreen, type Watched } from '../../test/support/chromium.js';
import { startMock, type Mock } from '../index.js';
import { clientOf } from '../../test/mock/client.js';

const START = '2026-03-10T12:00:00Z';
const TOKEN = 'adm-4kXq9-token-of-the-page';

describeInChromium('the live page', (chromium) => {
  let mock: Mock;
  beforeAll(async () => void (mock = await startMock({ jobs: 2_000, now: START })));
  afterAll(() => mock.close());

  const at = <T>(view: string, act: (watched: Watched) => Promise<T>, on = mock): Promise<T> =>
    chromium.visit(`${on.url}/#/${view}`, act);

  it.each([
    'requests',
    'requests?open=1',
    'accounts',
    'accounts/acc_demo',
    'faults',
    'clock',
    'readings',
    'begin',
  ])('%s has no findings of axe, and fits every screen', async (view) => {
    await clientOf(mock, 'key_small').search({ limit: 30 });
    await mock.faults.add({ operation: 'searchJobs', effect: 'delay', account: 'acc_zero' });
    await at(view, async ({ page }) => {
      await page.locator('h1:visible, h1.unseen').first().waitFor({ state: 'attached' });
      await page.getByText('live', { exact: true }).waitFor();
      await fitsEveryScreen(page);
    });
    await mock.faults.clear();
  });

  it.each([
    'docs/clauses',
    'docs/clauses/BILL-2',
    'docs/clients',
    'docs/clients/CLI-5',
    'docs/guides',
    ...(isThorough ? guides() : []).map(({ name }) => `docs/guides/${name}`),
  ])('%s has no findings of axe, and fits every screen', (path) =>
    chromium.visit(`${mock.url}/${path}`, ({ page }) => fitsEveryScreen(page)),
  );

  it.each([
    ['docs#/Search/searchJobs', 'Execute', 'Server response'],
    ['docs/admin#/Mock/getHealth', 'Execute', 'Server response'],
    ['docs', 'Authorize', 'An active API key of the account'],
    ['docs', 'Schemas', 'Expand all'],
  ])('%s after %s has no findings of axe, and fits every screen', (path, name, shown) =>
    chromium.visit(`${mock.url}/${path}`, async ({ page }) => {
      await page.getByRole('button', { name }).first().click();
      await page.getByText(shown).first().waitFor();
      await fitsEveryScreen(page);
    }),
  );

  it('sends requests of the docs with another key', () =>
    chromium.visit(`${mock.url}/docs#/Credits/getCreditBalance`, async ({ page }) => {
      await page.getByRole('button', { name: 'Authorize' }).click();
      const form = page.getByRole('dialog', { name: 'Authorize' });
      await form.getByRole('textbox').fill('key_zero');
      await form.getByRole('button', { name: 'Authorize' }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.getByText('"credits_remaining": 0').waitFor();
    }));

  it("finds yesterday's request, and shows why it was refused, with the clause and the body", async () => {
    await using earlier = await startMock({ jobs: 500, now: START, frozen: true });
    const poor = clientOf(earlier, await earlier.accounts.create({ id: 'acc_poor', credits: 3 }));
    await poor.search({ limit: 30 });
    await earlier.clock.advance({ days: 1 });
    for (let i = 0; i < 3; i += 1) await poor.balance();
    await at(
      'requests',
      async ({ page }) => {
        await page
          .getByRole('row', { name: /getCreditBalance/ })
          .first()
          .waitFor();
        await page.getByRole('searchbox').fill('2026-03-10');
        await page.getByLabel('Status').selectOption('not successful');
        await page.getByText('1 of 4 requests').waitFor();
        await page.getByRole('row', { name: /03-10 12:00:00 402.*searchJobs acc_poor/ }).click();
        const one = page.getByRole('region', { name: /searchJobs 402/ });
        await one.getByText('the new jobs (30) cost 30, the balance is 3').waitFor();
        await one.getByText('limit: 30', { exact: true }).waitFor();
        await one.getByRole('link', { name: 'BILL-12' }).click();
        await page.getByRole('heading', { name: /^BILL-12/ }).waitFor();
      },
      earlier,
    );
  });

  it('finds a request by its content, and the address of the page shows it to others, too', () =>
    at('requests', async ({ page }) => {
      const found = clientOf(mock, await mock.accounts.create({ id: 'acc_found' }));
      await found.search({ limit: 1 });
      await found.balance();
      await page.getByLabel('Account').selectOption('acc_found');
      await page.getByLabel('Operation').selectOption('getCreditBalance');
      const rows = page.getByRole('grid').getByRole('row');
      await expect.poll(() => rows.count()).toBe(2);
      await rows.nth(1).click();
      await page.getByRole('region', { name: /getCreditBalance 200/ }).waitFor();
      const other = await chromium.open(page.url());
      await other.page.getByRole('region', { name: /getCreditBalance 200/ }).waitFor();
      await expect.poll(() => other.page.getByRole('grid').getByRole('row').count()).toBe(2);
      await other.page.close();
    }));

  it('adds a fault, and shows how a client recovers from it', () =>
    at('faults', async ({ page }) => {
      const key = await mock.accounts.create({ id: 'acc_recovers', credits: 50 });
      await page.reload();
      await page.getByLabel('Effect').selectOption('drop-after-charge');
      await page.getByLabel('Operation').selectOption('searchJobs');
      await page.getByLabel('Account').selectOption('acc_recovers');
      await page.getByRole('button', { name: 'Add it' }).click();
      await page.getByText('hit 0 of 1 request').waitFor();
      const client = clientOf(mock, key);
      await expect(client.search({ limit: 5 }, 'use_v1_recovers')).rejects.toThrow();
      await client.search({ limit: 5 }, 'use_v1_recovers');
      await page.getByText('Used up: hit 1 of 1 request').waitFor();
      await page.getByRole('link', { name: 'Requests' }).click();
      await page.getByRole('row', { name: / 200 POST.*acc_recovers.*replayed/ }).waitFor();
      await page.getByRole('row', { name: /lost.*acc_recovers.*drop-after-charge/ }).waitFor();
    }));

  it('adds a fault for the next search with one click', () =>
    at('faults', async ({ page }) => {
      await mock.faults.clear();
      await page.getByRole('button', { name: '429, retry after 5 s' }).click();
      await page.getByText('hit 0 of 1 request').waitFor();
      await page.getByText('searchJobs, any account, retryAfterSeconds: 5').waitFor();
      const [fault] = mock.faults.list();
      expect(fault).toMatchObject({ effect: 'rate-limited', operation: 'searchJobs', retryAfterSeconds: 5 });
      await mock.faults.clear();
    }));

  it('copies a command of the start page, and the key of a seeded account', () =>
    at('begin', async ({ page }) => {
      const copied = () => page.evaluate('globalThis.copied');
      await page.evaluate(
        'Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } })',
      );
      await page.getByRole('button', { name: 'Copy this command' }).first().click();
      await expect.poll(copied).toMatch(/^curl http/);
      await page.getByRole('button', { name: 'Close this message' }).click();
      await page.getByText('Copied.').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Copy key_small' }).click();
      await expect.poll(copied).toBe('key_small');
      await page.evaluate('location.hash = "#/accounts/acc_demo"');
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect.poll(copied).toBe('key_demo');
    }));

  it('moves to the next cycle, in which the same search is charged again', () =>
    at('clock', async ({ page }) => {
      const client = clientOf(
        mock,
        await mock.accounts.create({ id: 'acc_cycle', credits: 50, anchorDay: 15 }),
      );
      const search = { limit: 5, published_before: '2026-03-10' };
      await client.search(search);
      await client.search(search);
      await page.reload();
      await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_cycle');
      await page.getByText('Day 24 of 28: 2026-02-15 to 2026-03-15').waitFor();
      await page.getByRole('button', { name: 'To the next cycle' }).click();
      await page.getByText('Day 1 of 31: 2026-03-15 to 2026-04-15').waitFor();
      await client.search(search);
      await page.getByRole('link', { name: 'Requests' }).click();
      // The view of the clock has such a box, too.
      await page.getByRole('grid').waitFor();
      await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_cycle');
      const charged = async () =>
        Promise.all(
          (await page.getByRole('row', { name: /searchJobs acc_cycle/ }).all()).map((row) =>
            row.getByRole('gridcell').nth(4).textContent(),
          ),
        );
      // The newest first: charged, then free, and charged again in the new cycle.
      await expect.poll(charged).toEqual(['5', '0', '5']);
      await page.getByRole('link', { name: 'Clock', exact: true }).click();
      await page.getByRole('button', { name: 'Freeze' }).click();
      await page.getByRole('button', { name: '+ 1 day' }).click();
      await page.getByText('2026-03-16 00:00').first().waitFor();
      await page.getByRole('button', { name: 'Let it run' }).click();
    }));

  it('tops an account up, and shows its charges as a curve with links to their requests', () =>
    at('accounts/acc_top', async ({ page }) => {
      const client = clientOf(mock, await mock.accounts.create({ id: 'acc_top', credits: 10 }));
      await client.search({ limit: 4 });
      await page.getByText('6 credits').waitFor();
      await page.getByLabel('Add credits').fill('500');
      await page.getByRole('button', { name: 'Top up' }).click();
      await page.getByText('506 credits', { exact: true }).waitFor();
      expect(await client.balance()).toBe(506);
      await page.getByRole('link', { name: /−4 credits, then 6; its request/ }).click();
      await page.getByRole('row', { name: / 200 POST.*acc_top/ }).waitFor();
    }));

  it('shows how many stored operations an account has and may have', () =>
    at('accounts/acc_quota', async ({ page }) => {
      const quotas = { operations: 1_000 };
      const client = clientOf(mock, await mock.accounts.create({ id: 'acc_quota', credits: 10, quotas }));
      await client.search({ limit: 1 });
      await page.getByText('1 of at most 1,000').waitFor();
    }));

  it('creates, changes, resets and deletes an account, and asks before data is lost', () =>
    at('accounts', async ({ page }) => {
      await page.getByRole('button', { name: 'New account' }).click();
      await page.getByLabel('Id', { exact: true }).fill('acc_made');
      await page.getByLabel('Credits').fill('7');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('button', { name: 'Open acc_made' }).click();
      await page.getByText('7 credits').waitFor();
      await page.locator('summary', { hasText: 'Edit' }).click();
      await page.getByLabel('its key is active').uncheck();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: /acc_made.*inactive/ }).waitFor();
      await page.getByRole('button', { name: 'Reset…' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(mock.world.accounts.get('acc_made').active).toBe(false);
      await page.getByRole('button', { name: 'Reset…' }).click();
      await page.getByRole('button', { name: 'Reset', exact: true }).click();
      await expect.poll(() => mock.world.accounts.get('acc_made').active).toBe(true);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => mock.world.accounts.find('acc_made')).toBeUndefined();
    }));

  it('sends a changed request again without its key', () =>
    at('requests', async ({ page }) => {
      await clientOf(mock, await mock.accounts.create({ id: 'acc_again', credits: 50 })).search({ limit: 2 });
      await page.getByRole('row', { name: / 200 POST.*acc_again/ }).click();
      await page.getByText('Send it again').click();
      await page.getByLabel('Body', { exact: true }).fill('{"limit": 3000}');
      await page.getByRole('button', { name: 'Send as acc_again' }).click();
      await page.getByRole('region', { name: /searchJobs 422/ }).waitFor();
      await page.getByText('As a curl command').click();
      const curl = await page.getByRole('region', { name: 'curl command' }).textContent();
      expect(curl).toContain(`--data-raw '{"limit": 3000}'`);
      expect(curl).toContain('Bearer $JOB_SEARCH_API_KEY');
    }));

  it('does not call the journal empty before it was read', () =>
    at('clock', async ({ page }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/journal*', (route) => held.then(() => route.continue()));
      await page.goto(`${mock.url}/#/requests`);
      await page.reload();
      await page.getByText('Loading requests…').waitFor();
      expect(await page.getByText('No requests yet').count()).toBe(0);
      answer();
      await page.getByText('Loading requests…').waitFor({ state: 'detached' });
      await page.unrouteAll();
    }));

  it('does not move while it is paused, and loses nothing', () =>
    at('requests', async ({ page }) => {
      const client = clientOf(mock, await mock.accounts.create({ id: 'acc_paused' }));
      const broken = clientOf(mock, await mock.accounts.create({ id: 'acc_broken' }));
      await page.getByText('live', { exact: true }).waitFor();
      await broken.search({ limit: 900 });
      const shown = page.getByRole('row', { name: /acc_broken/ });
      await shown.waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      // Findings arrive after their request.
      await shown.getByText('CLI-').first().waitFor();
      for (let i = 0; i < 5; i += 1) await client.balance();
      await page.getByText(/paused; 5 waiting/).waitFor();
      expect(await page.getByRole('row', { name: /acc_paused/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect.poll(() => page.getByRole('row', { name: /acc_paused/ }).count()).toBe(5);
    }));

  it('shows any text of callers as text', () =>
    at('requests', async ({ page }) => {
      const odd = '<script>document.title = "taken"</script>\u001b[2J\u202e';
      const client = clientOf(mock, await mock.accounts.create({ id: 'acc_odd' }));
      await client.search({ [odd]: odd, limit: 1 });
      await client.post('searchJobs', Buffer.from([0xff, 0xfe, 0x22]).toString('latin1'));
      await page.getByRole('row', { name: / 200 POST.*acc_odd/ }).click();
      await page.getByText('<script>document.title').first().waitFor();
      expect(await page.title()).toBe('Requests · Job Search Mock');
      const shown = await page.locator('body').innerText();
      expect(['\u001b', '\u202e'].filter((each) => shown.includes(each))).toEqual([]);
    }));

  it('asks once for the admin token, and does not store it in the address or the browser', async () => {
    await using guarded = await startMock({ jobs: 200, now: START, adminToken: TOKEN });
    await at(
      'requests',
      async ({ page }) => {
        await fitsEveryScreen(page);
        await page.getByLabel('Admin token').fill('wrong');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('That was not it').waitFor();
        await page.getByLabel('Admin token').fill(TOKEN);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('No requests yet').waitFor();
        await page.getByRole('link', { name: 'Accounts' }).click();
        await page.getByRole('row', { name: /acc_demo/ }).waitFor();
        const kept = await page.evaluate(
          'location.href + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie + document.documentElement.outerHTML',
        );
        expect(kept).not.toContain(TOKEN);
      },
      guarded,
    );
  });

  it('shows no keys except those of the seeded accounts', () =>
    at('accounts', async ({ page }) => {
      const key = await mock.accounts.create({ id: 'acc_secret' });
      await clientOf(mock, key).search({ limit: 1, [key]: key }, `use_v1_${key}`);
      await page.getByRole('row', { name: /acc_secret/ }).click();
      await page.getByText('Its requests').waitFor();
      const texts = [await page.content()];
      await page.getByRole('link', { name: 'Its requests' }).click();
      // The view of accounts has such a row, too.
      await page
        .getByRole('grid', { name: 'Requests' })
        .getByRole('row', { name: /acc_secret/ })
        .click();
      await page.getByText('Copy it').waitFor();
      texts.push(await page.content(), page.url());
      expect(texts.filter((text) => text.includes(key))).toEqual([]);
    }));

  it('says what is missing without an admin API', async () => {
    await using bare = await startMock({ jobs: 200, now: START, admin: false });
    await at(
      '',
      async ({ page }) => {
        await page.getByText('This mock was started with --no-admin').waitFor();
        await page.getByText('Search all companies.').waitFor();
        await fitsEveryScreen(page);
      },
      bare,
    );
  });
});
