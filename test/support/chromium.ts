/** Chromium for tests of pages. If the machine has none, these tests are skipped with a message. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { chromiumPath, startChromium } from './chromium-path.js';
import { leaveOut } from './leave-out.js';
import { isThorough } from './thorough.js';

const LEFT_OUT =
  'tests of pages are skipped: this machine has no Chromium (apt-get install chromium-headless-shell, or CHROMIUM=/path)';

export interface Watched {
  page: Page;
  /** Script errors, and requests and scripts that the content security policy blocked. */
  complaints: string[];
  /** Hosts to which the page sent a request. */
  hosts: Set<string>;
}

export interface Screen {
  /** Pixels. */
  width?: number;
  height?: number;
  dark?: boolean;
}

/** A browser that several tests share. */
export interface Chromium {
  /** Opens a new page, which the caller closes. */
  open(address: string, screen?: Screen): Promise<Watched>;
  /** Opens an address in the page of all visits, with an empty storage. Fails if a script fails or uses another host. */
  visit<T>(address: string, act: (watched: Watched) => Promise<T>, screen?: Screen): Promise<T>;
}

export function describeInChromium(name: string, tests: (chromium: Chromium) => void): void {
  if (chromiumPath === undefined) return leaveOut(LEFT_OUT);
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => void (browser = await startChromium()));
    afterAll(() => browser.close());
    // Visits reuse one page, because a new page for each takes twice the processor time.
    let visited: Page | undefined;
    tests({
      open: async (address, screen) => openIn(await browser.newPage(), address, screen),
      async visit(address, act, screen) {
        const page = visited ?? (await browser.newPage());
        visited = undefined;
        try {
          const watched = await openIn(page, address, screen);
          const result = await act(watched);
          expect(watched.complaints).toEqual([]);
          expect([...watched.hosts]).toEqual([new URL(address).host]);
          await page.evaluate('localStorage.clear(), sessionStorage.clear()');
          await page.context().clearCookies();
          await page.goto('about:blank');
          visited = page.removeAllListeners();
          return result;
        } finally {
          if (visited !== page) await page.close();
        }
      },
    });
  });
}

async function openIn(
  page: Page,
  address: string,
  { width = 1280, height = 800, dark = false }: Screen = {},
): Promise<Watched> {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  page.setDefaultTimeout(30_000);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.goto(address);
  return { page, complaints, hosts };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  // Without details of what passes, axe takes less time.
  const run = 'axe.run({ resultTypes: ["violations"] }).then((found) => found.violations)';
  const violations: Result[] = await page.evaluate(run);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`).join('; ')}`,
  );
}

/** A laptop; if thorough, also a phone and a wide screen in dark mode. */
const SCREENS = [
  ...(isThorough ? [390, 2560] : []).map((width) => ({ width, dark: true })),
  { width: 1280, dark: false },
];

/** Expects that on every screen axe finds no violation and the page is not wider than the screen. */
export async function fitsEveryScreen(page: Page): Promise<void> {
  for (const { width, dark } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    // Finishes transitions to the colors of the other scheme, which axe would misjudge.
    await page.evaluate(
      'document.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish())',
    );
    const place = `${page.url()}, ${width} pixels`;
    expect(await axeFindings(page), place).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, place).toBeLessThanOrEqual(0);
  }
}
