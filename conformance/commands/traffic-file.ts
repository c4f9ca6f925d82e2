/** Reads a file of traffic of any length: a HAR file, or a history as JSON or with one exchange a line. */
import { createReadStream } from 'node:fs';
import type { Contract } from '../../spec/contract.js';
import { createRedactor } from '../../common/redact.js';
import { inOrder, observedIn } from '../record/har.js';
import { createKeeper, noteOnMissing } from '../record/kept-bodies.js';
import { NotStored, parsedAs, restoreBodies, struckExchange } from '../record/message.js';
import { createRecorder } from '../record/recorder.js';
import { checkVersion, madeHistory, type TrafficExchange, type TrafficHistory } from '../record/traffic.js';
import { JsonElements, NotElements, type Rest } from '../values/json-elements.js';
import { count, messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

export interface ReadTraffic {
  history: TrafficHistory;
  /** How many requests were skipped, by reason. */
  aside: Record<string, number>;
  notes: string[];
}

/** The largest request with its response. */
const MOST_BYTES = 64 * 1024 * 1024;
const MIB = 1024 * 1024;
const HAR = 'log.entries';

/** Throws UsageError for any other file. */
export async function readTrafficFile(file: string, contract: Contract): Promise<ReadTraffic> {
  const fail = (what: string): never => {
    throw new UsageError(
      `${file} cannot be judged: ${what} It takes a stored run (--report json=FILE), a HAR file, or a history of traffic.`,
    );
  };
  const reading = createReading(contract);
  const elements = new JsonElements([HAR, 'exchanges'], (list, text) => reading.take(list, text), MOST_BYTES);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: MIB })) elements.push(chunk as Buffer);
    return reading.end(elements.end());
  } catch (error) {
    if (error instanceof NotElements || error instanceof NotStored) return fail(error.message);
    if ((error as NodeJS.ErrnoException).code !== undefined) return fail(`${messageOf(error)}.`);
    throw error;
  }
}

function createReading(contract: Contract) {
  const redactor = createRedactor();
  const keeper = createKeeper();
  const recorder = createRecorder({ contract, redactor, keeper, seesAllHeaders: false });
  const exchanges: TrafficExchange[] = [];
  const aside: Record<string, number> = {};
  let items = 0;
  const putAside = (why: string): void => void (aside[why] = (aside[why] ?? 0) + 1);

  return {
    take(list: string, text: string | null): void {
      items += 1;
      if (text === null) return putAside(`longer than ${MOST_BYTES / MIB} MiB`);
      const value = parsedAs<unknown>(text, `number ${items} of its requests`);
      if (list === HAR) {
        const observed = observedIn(value, contract);
        if (typeof observed === 'string') putAside(observed);
        else exchanges.push(recorder.record(observed)!);
      } else {
        const exchange = exchangeOf(value, items, contract);
        restoreBodies(exchange, keeper);
        exchanges.push(exchange);
      }
    },
    end(rest: Rest): ReadTraffic {
      if (items > 0 && aside['without a request'] === items)
        throw new NotStored(
          `${items === 1 ? 'Its one entry' : `Each of its ${items} entries`} lacks a request.`,
        );
      const notes = notesOn(rest, items, exchanges.length, keeper.refused);
      if (rest.whole) {
        const around = parsedAs<Around>(rest.text, 'what stands around its requests');
        if (!isHar(around)) return { history: historyOf(around, exchanges), aside, notes };
      } else if (items === 0) throw new NotStored('It ends before its first request is whole.');
      const struck = exchanges.map((each) => struckExchange(each, redactor, keeper));
      return { history: madeHistory('har', recorder.accounts(), inOrder(struck)), aside, notes };
    },
  };
}

/** The document without its requests. */
type Around = Partial<Omit<TrafficHistory, 'exchanges'>> & { log?: unknown; exchanges?: unknown };

/** True for a HAR file, false for a history. Throws NotStored for any other document. */
function isHar({ log, format, exchanges = [] }: Around): boolean {
  if (typeof log === 'object' && log !== null) {
    const { entries } = log as { entries?: unknown };
    if (!Array.isArray(entries)) throw new NotStored('Its "log" has no list of "entries".');
    return true;
  }
  if (format !== 'job-search-kit/traffic') throw new NotStored('It is none of these.');
  if (!Array.isArray(exchanges)) throw new NotStored('Its "exchanges" are no list.');
  return false;
}

function notesOn({ whole }: Rest, items: number, requests: number, unkept: number): string[] {
  return [
    ...(whole ? [] : [`The file ends in the middle: ${count(requests, 'request')} before that were judged.`]),
    ...noteOnMissing(unkept),
    ...(items > 0 ? [] : ['It holds no request.']),
    ...(requests > 0 || items === 0
      ? []
      : ['None of its requests is one of this API, whose paths begin with /api/v1.']),
  ];
}

/** Adds the accounts that only exchanges name. */
function historyOf(around: Around, exchanges: TrafficExchange[]): TrafficHistory {
  checkVersion(around);
  const accounts = Array.isArray(around.accounts) ? around.accounts : [];
  const aliases = new Set(exchanges.flatMap(({ account }) => (typeof account === 'string' ? [account] : [])));
  for (const { alias } of accounts) aliases.delete(alias);
  const others = [...aliases].map((alias) => ({ alias }));
  return { ...(around as TrafficHistory), accounts: [...accounts, ...others], exchanges };
}

/** An exchange of a history, which may be written by hand. Throws NotStored if it lacks a member that rules need. */
function exchangeOf(value: unknown, place: number, contract: Contract): TrafficExchange {
  const { request, operation, response, id } = (value ?? {}) as Partial<TrafficExchange>;
  const texts = [request?.method, request?.url, request?.path];
  const isWhole =
    Number.isSafeInteger(id) &&
    texts.every((text) => typeof text === 'string') &&
    typeof request?.query === 'object' &&
    (operation === null || contract.operations.some((each) => each.id === operation)) &&
    (response === undefined || response === null || Number.isInteger(response.status));
  if (!isWhole)
    throw new NotStored(
      `Number ${place} of its exchanges lacks an id, a request with method, url, path and query, an operation (or null), or the status of its answer.`,
    );
  return value as TrafficExchange;
}
