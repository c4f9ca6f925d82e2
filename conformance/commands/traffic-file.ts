/** Reads a file of traffic, of any length, as it comes: a HAR file, or a history as JSON or one exchange a line. */
import { createReadStream } from 'node:fs';
import type { Contract } from '../../spec/contract.js';
import { kitVersion } from '../../common/kit-version.js';
import { createRedactor } from '../../common/redact.js';
import { inOrder, sightingOf } from '../record/har.js';
import { createKeeper, NOT_KEPT, type KeptBody } from '../record/kept-bodies.js';
import { createRecorder } from '../record/sighting.js';
import {
  restoreBodies,
  struckExchange,
  type TrafficExchange,
  type TrafficHistory,
} from '../record/traffic.js';
import { JsonElements, NotElements, type Rest } from '../values/json-elements.js';
import { count, messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

export interface ReadTraffic {
  history: TrafficHistory;
  /** Requests that are not looked at, by reason. */
  aside: Record<string, number>;
  notes: string[];
}

/** Of one request with its answer. */
const MOST_BYTES = 64 * 1024 * 1024;
const MIB = 1024 * 1024;
const HAR = 'log.entries';

/** Throws UsageError for a file that is neither. */
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
    if (error instanceof NotElements || error instanceof NotTraffic) return fail(error.message);
    if ((error as NodeJS.ErrnoException).code !== undefined) return fail(`${messageOf(error)}.`);
    throw error;
  }
}

class NotTraffic extends Error {}

const NO_REQUEST = 'without a request';

interface Reading {
  take(list: string, text: string | null): void;
  end(rest: Rest): ReadTraffic;
}

function createReading(contract: Contract): Reading {
  const redactor = createRedactor();
  const keeper = createKeeper();
  let unkept = 0;
  const keep = (body: Buffer): KeptBody | null => {
    const kept = keeper.keep(body);
    if (kept === null) unkept += 1;
    return kept;
  };
  const recorder = createRecorder({ contract, redactor, keep, seesAllHeaders: false });
  const exchanges: TrafficExchange[] = [];
  const aside: Record<string, number> = {};
  let items = 0;
  const putAside = (why: string): void => void (aside[why] = (aside[why] ?? 0) + 1);

  const takeEntry = (entry: unknown): void => {
    let seen: ReturnType<typeof sightingOf>;
    try {
      seen = sightingOf(entry, contract);
    } catch {
      return putAside(NO_REQUEST);
    }
    if (typeof seen === 'string') return putAside(seen);
    const exchange = recorder.record(seen);
    if (exchange !== null) exchanges.push(exchange);
  };

  return {
    take(list, text) {
      items += 1;
      if (text === null) return putAside(`longer than ${MOST_BYTES / MIB} MiB`);
      const value = parsed(text, `number ${items} of its requests`);
      if (list === HAR) takeEntry(value);
      else {
        const exchange = exchangeOf(value, items, contract);
        unkept += restoreBodies(exchange, keeper);
        exchanges.push(exchange);
      }
    },
    end(rest) {
      if (items > 0 && aside[NO_REQUEST] === items)
        throw new NotTraffic(
          `${items === 1 ? 'Its one entry' : `Each of its ${items} entries`} lacks a request.`,
        );
      const notes = notesOn(rest, items, exchanges.length, unkept);
      if (rest.whole) {
        const around = parsed(rest.text, 'what stands around its requests') as Record<string, unknown>;
        if (!isHar(around)) return { history: historyOf(around, exchanges), aside, notes };
      } else if (items === 0) throw new NotTraffic('It ends before its first request is whole.');
      const struck = exchanges.map((each) => struckExchange(each, redactor, keeper));
      return { history: harHistory(struck, recorder.accounts()), aside, notes };
    },
  };
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new NotTraffic(`It is not JSON: ${what} cannot be read (${messageOf(error)}).`);
  }
}

/** Whether the file is a HAR file; what stands around its requests tells. Throws NotTraffic for one that cannot be read as such. */
function isHar({ log, format, exchanges = [] }: Record<string, unknown>): boolean {
  if (typeof log === 'object' && log !== null) {
    const { entries } = log as { entries?: unknown };
    if (!Array.isArray(entries)) throw new NotTraffic('Its "log" has no list of "entries".');
    return true;
  }
  if (format !== 'job-search-kit/traffic') throw new NotTraffic('It is none of these.');
  if (!Array.isArray(exchanges)) throw new NotTraffic('Its "exchanges" are no list.');
  return false;
}

function notesOn({ whole }: Rest, items: number, requests: number, unkept: number): string[] {
  return [
    ...(whole ? [] : [`The file ends in the middle: ${count(requests, 'request')} before that were judged.`]),
    ...(unkept === 0
      ? []
      : [`${count(unkept, 'body')} not kept, and nothing concluded from them: ${NOT_KEPT}.`]),
    ...(items > 0 ? [] : ['It holds no request.']),
    ...(requests > 0 || items === 0
      ? []
      : ['None of its requests is one of this API, whose paths begin with /api/v1.']),
  ];
}

function harHistory(exchanges: readonly TrafficExchange[], accounts: readonly string[]): TrafficHistory {
  return {
    format: 'job-search-kit/traffic',
    version: 1,
    kitVersion: kitVersion(),
    source: 'har',
    accounts: accounts.map((alias) => ({ alias })),
    exchanges: inOrder(exchanges),
  };
}

function historyOf(around: Record<string, unknown>, exchanges: TrafficExchange[]): TrafficHistory {
  if (around['version'] !== 1)
    throw new NotTraffic(
      `It is a history of version ${JSON.stringify(around['version'])}, and this kit reads version 1.`,
    );
  const accounts = Array.isArray(around['accounts'])
    ? (around['accounts'] as TrafficHistory['accounts'])
    : [];
  const told = new Set(accounts.map(({ alias }) => alias));
  const met = new Set(exchanges.flatMap(({ account }) => (typeof account === 'string' ? [account] : [])));
  const others = [...met].filter((alias) => !told.has(alias)).map((alias) => ({ alias }));
  return { ...(around as unknown as TrafficHistory), accounts: [...accounts, ...others], exchanges };
}

/** An exchange of a history that somebody may have written by hand. */
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
    throw new NotTraffic(
      `Number ${place} of its exchanges lacks an id, a request with method, url, path and query, an operation (or null), or the status of its answer.`,
    );
  return value as TrafficExchange;
}
