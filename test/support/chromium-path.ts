/** Chromium, for tests of pages and pictures of them. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Names of the program. The headless shell comes first, since tests take a fifth less processor time in it. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of the program; undefined if the machine has none. */
export const chromiumPath = [process.env['CHROMIUM'] ?? '', ...PLACES.map((name) => `/usr/bin/${name}`)].find(
  (path) => path !== '' && existsSync(path),
);

/** Starts the program, or the Chromium of Playwright if the machine has none. */
export function startChromium(): Promise<Browser> {
  const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['no-sandbox', 'disable-gpu', ...quiet].map((flag) => `--${flag}`),
  });
}
