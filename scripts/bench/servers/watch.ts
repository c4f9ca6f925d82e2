/** `job-search-conformance watch` before a target, as it is run. */
import { main } from '../../../conformance/main.js';
import { answerUsage } from '../usage.js';

answerUsage();
const args = ['watch', '--target', `http://127.0.0.1:${process.argv[2]}`, '--port', '0', '--quiet'];
await main(args, {
  environment: { no_proxy: '*' },
  isTerminal: false,
  out: () => undefined,
  err: (text) => {
    const port = /Watching http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port !== undefined) process.send!({ port: Number(port) });
  },
  // Ended with the benchmark, without a report.
  interrupts: () => ({ signal: new AbortController().signal, release: () => undefined }),
});
