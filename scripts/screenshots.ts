/** `npm run screenshots [-- NAME...]`: makes the pictures in docs/images/ with Chromium (installed, or the path in CHROMIUM). */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { startMock, type Mock } from '../mock-server/index.js';
import { operationIds } from '../spec/contract.js';
import { loadContract } from '../spec/index.js';
import { clientOf } from '../test/mock/client.js';
import { startProxy } from '../test/mutants/proxy.js';
import { ruleOf } from '../test/mutants/rows.js';
import { startChromium } from '../test/support/chromium-path.js';
import { scratchFolder } from '../test/support/scratch-folder.js';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');
const LARGEST = 150_000;
const suite = ['--import', 'tsx', join(root, 'scripts/conformance.ts')];
const environment = { ...process.env, no_proxy: '*', JOB_SEARCH_API_KEY: 'key_demo' };

/** Removes a text from a page. */
const HIDE = `(hidden) => {
  const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    node.nodeValue = node.nodeValue.replaceAll(hidden, '');
}`;

async function main(wanted: readonly string[]): Promise<void> {
  await using mock = await startMock({ now: '2026-03-10T12:00:00Z', rateLimits: 'none' });
  const faulty = await startProxy(loadContract(), mock.url, ruleOf({ request: { forget: 'is_remote' } }));
  const bench = spawn(process.execPath, [...suite, 'workbench', '--target', faulty.url, '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await startChromium();
  try {
    await useMock(mock);
    const benchUrl = await addressOf(bench);
    const pictures: Record<string, [address: string, show: (page: Page) => Promise<unknown>]> = {
      'live-page': [`${mock.url}/#/requests`, livePage],
      faults: [`${mock.url}/#/faults`, (page) => page.getByText('Used up').first().waitFor()],
      workbench: [`${benchUrl}/#/packs`, workbenchPacks],
      'workbench-failure': [`${benchUrl}/#/packs`, workbenchFailure],
      'workbench-editor': [`${benchUrl}/#/write/new/free/My first pack`, workbenchEditor],
      report: ['about:blank', (page) => report(page, faulty.url)],
    };
    for (const [name, [address, show]] of Object.entries(pictures)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const page = await browser.newPage({ viewport: { width: 1120, height: 620 } });
      await page.goto(address);
      await show(page);
      // Hides paths of this machine.
      await page.evaluate(`(${HIDE})(${JSON.stringify(`${root}/`)})`);
      const path = join(images, `${name}.png`);
      await page.screenshot({ path });
      await page.close();
      const { size } = statSync(path);
      console.log(`${path}: ${Math.round(size / 1024)} KiB`);
      if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST} bytes.`);
    }
  } finally {
    await browser.close();
    bench.kill();
    await faulty.close();
  }
}

/** The requests of a client that makes some mistakes. */
async function useMock(mock: Mock): Promise<void> {
  const [demo, small] = [clientOf(mock, 'key_demo'), clientOf(mock, 'key_small')];
  await demo.balance();
  await demo.get('listLocations', '?q=zurich');
  await demo.search({ is_remotee: true, limit: 5 });
  await demo.search({ is_remote: true, limit: 200 });
  await mock.faults.add({ account: 'acc_demo', effect: 'drop-after-charge' });
  await demo.search({ is_remote: true, limit: 25 }, 'use_v1_my-search').catch(() => undefined);
  await demo.search({ is_remote: true, limit: 25 }, 'use_v1_my-search');
  for (const key of ['key_wrong', 'key_inactive']) await clientOf(mock, key).get('listDepartments');
  await demo.post('searchCompanyJobs', {
    company_network_url: 'https://network.example/company/round-hundred-foods',
    limit: 50,
  });
  await small.search({ department: ['Software Engineering'], limit: 30 });
}

async function livePage(page: Page): Promise<void> {
  await page.getByRole('row', { name: /402/ }).click();
  await page.getByText('the new jobs (30) cost 30').first().waitFor();
}

async function workbenchPacks(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('is_remote');
  const links = page.getByRole('link', { name: /remote/i });
  await links.first().click();
  await page.waitForTimeout(1_000);
}

async function workbenchFailure(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('remote-and-on-site-direct');
  await page.getByRole('checkbox', { name: /^all of filters/ }).check();
  await page.getByRole('button', { name: /^Run 1 / }).click();
  await page.getByText('Does not conform').first().waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'FILT-8', exact: true }).first().click();
  await page.getByRole('link', { name: 'filters/remote-and-on-site-direct' }).first().click();
  await page.getByRole('region', { name: /remote-and-on-site-direct.*fail/ }).waitFor();
  await page.waitForTimeout(500);
}

async function workbenchEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run 1 scenario' }).click();
  await page.getByText('1 exchange, 0 credits').waitFor();
  await page.locator('.exchange summary').first().click();
  await page.getByRole('button', { name: '"Accounting"' }).first().click();
  await page.getByText(/^Added to step/).waitFor();
  await page.waitForTimeout(1_000);
}

async function report(page: Page, target: string): Promise<void> {
  using folder = scratchFolder();
  const [file, profile] = [folder.file('report.html'), folder.file('profile.yaml')];
  // High rate limits, so that the run does not wait for them.
  const rateLimits = Object.fromEntries(operationIds.map((id) => [id, 100_000]));
  writeFileSync(profile, JSON.stringify({ target, rateLimits }));
  const flags = `--profile ${profile} --only FILT-8 --only LOOK --quiet --report html=${file}`.split(' ');
  // The mock answers in this process, so the run needs another process. It exits with 1, since the mock does not conform.
  await once(spawn(process.execPath, [...suite, ...flags], { env: environment, stdio: 'ignore' }), 'close');
  await page.setViewportSize({ width: 1120, height: 860 });
  await page.goto(pathToFileURL(file).href);
  await page.waitForTimeout(1_000);
}

/** The address that the workbench prints. */
async function addressOf(program: ChildProcess): Promise<string> {
  for await (const line of createInterface(program.stderr!)) {
    const [, address] = /The workbench is at (\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The workbench did not start.');
}

await main(process.argv.slice(2));
