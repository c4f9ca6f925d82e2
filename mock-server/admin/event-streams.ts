/** Streams requests and ledger entries as server-sent events, until the mock closes. */
import type { ServerResponse } from 'node:http';
import type { JournalEntry } from '../state/journal.js';
import type { LedgerEntry } from '../state/ledger.js';
import type { World } from '../state/world.js';
import { iso } from './admin-call.js';
import { journalView } from './journal-handlers.js';
import { refused } from '../state/errors.js';

/** The most concurrent streams. A test that forgets to close its streams gets an error. */
export const MOST_STREAMS = 64;
/** While a reader has more unread bytes, events are dropped; an event `lost` later states their number. */
const MOST_UNREAD_BYTES = 1 << 20;
const HEARTBEAT_MS = 15_000;

/** Returns a function that responds with a stream of the events of one account, or of all. It throws StateError if too many are open. */
export function eventStreams() {
  const open = new Set<ServerResponse>();
  return (response: ServerResponse, world: World, account: string | undefined): void => {
    if (account !== undefined) world.accounts.get(account);
    if (open.size >= MOST_STREAMS) throw refused('too-many-streams', { open: MOST_STREAMS });
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
    const onRequest = (entry: JournalEntry): void => {
      if (account !== undefined && entry.account !== account) return;
      send(`event: request\nid: ${entry.id}\ndata: ${JSON.stringify(journalView(entry))}\n\n`);
    };
    const onLedger = (owner: string, entry: LedgerEntry): void => {
      if (account !== undefined && owner !== account) return;
      const shown = { account: owner, entry: { ...entry, at: iso(entry.at) } };
      send(`event: ledger\ndata: ${JSON.stringify(shown)}\n\n`);
    };
    world.events.on('request', onRequest).on('ledger', onLedger).on('end', end);
    const heartbeat = setInterval(() => {
      if (response.writableLength <= MOST_UNREAD_BYTES) response.write(': still here\n\n');
    }, HEARTBEAT_MS);
    heartbeat.unref();
    function end(): void {
      open.delete(response);
      clearInterval(heartbeat);
      world.events.off('request', onRequest).off('ledger', onLedger).off('end', end);
      response.end();
    }
    open.add(response);
    response.on('close', end);
    if (world.closing.aborted) end();
  };
}
