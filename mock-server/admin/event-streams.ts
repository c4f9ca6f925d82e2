/** Streams requests and ledger entries as server-sent events, until the mock closes. */
import type { ServerResponse } from 'node:http';
import type { MockEvent } from '../state/events.js';
import type { World } from '../state/world.js';
import { iso } from './admin-call.js';
import { journalView } from './journal-handlers.js';
import { refused } from '../state/errors.js';

/** The most concurrent streams. A test that forgets to close its streams gets an error. */
export const MOST_STREAMS = 64;
/** While a reader has more unread bytes, events are dropped; an event `lost` later states their number. */
const MOST_UNREAD_BYTES = 1 << 20;
const HEARTBEAT_MS = 15_000;

export function eventStreams() {
  let open = 0;
  return {
    /** Responds with a stream of the events of one account, or of all. Throws StateError if too many streams are open. */
    open(response: ServerResponse, world: World, account: string | undefined): void {
      if (account !== undefined) world.accounts.get(account);
      if (open >= MOST_STREAMS) throw refused('too-many-streams', { open: MOST_STREAMS });
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      response.write(': open\n\n');
      let lost = 0;
      const send = (text: string): void => {
        if (response.writableLength > MOST_UNREAD_BYTES) {
          lost += 1;
          return;
        }
        if (lost > 0) {
          response.write(`event: lost\ndata: {"events":${lost}}\n\n`);
          lost = 0;
        }
        response.write(text);
      };
      const unsubscribe = world.events.subscribe((event) => {
        if (event.type === 'end') return end();
        const concerned = event.type === 'request' ? event.entry.account : event.account;
        if (account === undefined || concerned === account) send(eventText(event));
      });
      const heartbeat = setInterval(() => {
        if (response.writableLength <= MOST_UNREAD_BYTES) response.write(': still here\n\n');
      }, HEARTBEAT_MS);
      heartbeat.unref();
      let ended = false;
      function end(): void {
        if (ended) return;
        ended = true;
        open -= 1;
        clearInterval(heartbeat);
        unsubscribe();
        response.end();
      }
      open += 1;
      response.on('close', end);
      if (world.closing.aborted) end();
    },
  };
}

function eventText(event: Exclude<MockEvent, { type: 'end' }>): string {
  if (event.type === 'request') {
    return `event: request\nid: ${event.entry.id}\ndata: ${JSON.stringify(journalView(event.entry))}\n\n`;
  }
  const entry = { ...event.entry, at: iso(event.entry.at) };
  return `event: ledger\ndata: ${JSON.stringify({ account: event.account, entry })}\n\n`;
}
