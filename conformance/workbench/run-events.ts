/** Sends the progress of runs as server-sent events. */
import type { ServerResponse } from 'node:http';
import type { OneRun, Runs } from './runs.js';

const MOST_UNREAD_BYTES = 1 << 20;
/** Time between events, ms, since dozens of scenarios can end in it. */
const REST_MS = 100;

export function streamRuns(response: ServerResponse, runs: Runs): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.write(': open\n\n');
  let latest: OneRun | null = null;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    if (latest === null) return;
    if (response.writableLength > MOST_UNREAD_BYTES) return wait();
    response.write(`event: run\ndata: ${JSON.stringify(latest)}\n\n`);
    latest = null;
  };
  const wait = (): void => void (timer ??= setTimeout(flush, REST_MS));
  const end = runs.follow((run) => {
    // The latest state of a run includes earlier ones. That of another run must not be lost.
    if (latest !== null && latest.id !== run.id) flush();
    latest = run;
    wait();
  });
  response.on('close', () => {
    end();
    if (timer !== null) clearTimeout(timer);
  });
}
