import { existsSync } from 'node:fs';

/** Tests of pages take a fifth less processor time in the headless shell. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of the program; undefined if it is missing. */
export const chromiumPath = [process.env['CHROMIUM'] ?? '', ...PLACES.map((name) => `/usr/bin/${name}`)].find(
  (path) => path !== '' && existsSync(path),
);
