/**
 * `npm run conformance`: starts a mock on a free port and judges it with every pack. Arguments go to the command
 * (`npm run conformance -- --only IDEM-3`); `--reading id=choice` and `--no-admin` go to the mock.
 */
import { main } from '../conformance/main.js';
import { ReadingError, startMock, type MockOptions } from '../mock-server/index.js';

const args = process.argv.slice(2);
const readings: Record<string, string> = {};
const rest: string[] = [];
let admin = true;
for (let i = 0; i < args.length; i += 1) {
  const arg = args[i] ?? '';
  if (arg === '--no-admin') admin = false;
  else if (arg === '--reading') {
    const [id = '', choice = ''] = (args[(i += 1)] ?? '').split('=');
    readings[id] = choice;
  } else rest.push(arg);
}

const mock = await startMock({ seed: 1, readings: readings as MockOptions['readings'], admin }).catch(
  (error: unknown) => {
    if (!(error instanceof ReadingError)) throw error;
    console.error(`--reading: ${error.message}`);
    process.exit(2);
  },
);
try {
  const own = ['--target', mock.url, ...(admin ? ['--admin-url', mock.url] : [])];
  process.exitCode = await main([...own, ...rest], {
    environment: { JOB_SEARCH_API_KEY: 'key_demo', ...process.env },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY && !process.env['CI'],
    program: [
      'npm run conformance --',
      ...(admin ? [] : ['--no-admin']),
      ...Object.entries(readings).map(([id, choice]) => `--reading ${id}=${choice}`),
    ].join(' '),
  });
} finally {
  await mock.close();
}
