/** Reads a file of traffic of any length: a HAR file, or a history as JSON or with one exchange on each line. */
import type { Contract } from '../../spec/contract.js';
import { Redactor } from '../../common/redact.js';
import { inOrder, observedIn, responseAlone } from '../record/har.js';
import { createKeeper, noteOnMissing } from '../record/kept-bodies.js';
import { checkVersion, parsedAs, restoreBodies, redactedExchange } from '../record/message.js';
import { createRecorder } from '../record/recorder.js';
import { madeHistory, type TrafficExchange, type TrafficHistory } from '../record/traffic.js';
import { follow } from '../values/pointers.js';
import { splitJson, UnreadableText } from '../values/split-json.js';
import { count, fileMessageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

const MIB = 1024 * 1024;
/** The most bytes of one request with its response, and of the text around all requests. */
const [MOST_BYTES, MOST_AROUND] = [64 * MIB, 16 * MIB];
const HAR = 'log.entries';

/**
 * Reads the pieces of a file with this name. `aside`: how many requests were skipped, by reason. Throws UsageError for any other
 * file.
 */
export function readTrafficFile(file: string, pieces: Iterable<Buffer>, contract: Contract) {
  try {
    return readTraffic(pieces, contract);
  } catch (error) {
    const stop = error instanceof UnreadableText ? '' : '.';
    if (stop !== '' && (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(
      `${file} cannot be judged: ${fileMessageOf(error)}${stop} Pass a stored run (--report json=FILE), a HAR file, or a history of traffic.`,
    );
  }
}

function readTraffic(pieces: Iterable<Buffer>, contract: Contract) {
  const redactor = new Redactor();
  const keeper = createKeeper();
  const recorder = createRecorder({ contract, redactor, keeper, seesAllHeaders: false });
  const exchanges: TrafficExchange[] = [];
  const aside: Record<string, number> = {};
  let [items, elsewhere] = [0, 0];
  let isPlaywright = false;
  const read = (list: string, text: string): TrafficExchange | string => {
    const value = parsedAs<unknown>(text, `number ${items} of its requests`);
    if (list !== HAR) return restoreBodies(exchangeOf(value, items, contract), keeper);
    const observed = observedIn(value, contract);
    return typeof observed === 'string' ? observed : recorder.record(observed)!;
  };
  const { text: around, whole } = splitJson(
    pieces,
    [HAR, 'exchanges'],
    ({ list, text }) => {
      items += 1;
      if (text?.includes('"_file":') === true) elsewhere += 1;
      isPlaywright ||= text?.includes('"_monotonicTime":') === true;
      const exchange = text === null ? `longer than ${MOST_BYTES / MIB} MiB` : read(list, text);
      if (typeof exchange === 'string') aside[exchange] = (aside[exchange] ?? 0) + 1;
      else exchanges.push(exchange);
    },
    MOST_BYTES,
    MOST_AROUND,
  );
  if (items > 0 && aside['without a request'] === items)
    throw new UnreadableText(
      `${items === 1 ? 'Its one entry' : `Each of its ${items} entries`} lacks a request.`,
    );
  if (!whole && items === 0)
    throw new UnreadableText(
      around.trim() === '' ? 'It is empty.' : 'It ends before the end of its first request.',
    );
  const document = whole ? parsedAs<Around>(around, 'the part around its requests') : null;
  const requests = exchanges.length;
  const notes = noteOnMissing(keeper.refused);
  if (!whole)
    notes.unshift(`The file ends in the middle: ${count(requests, 'request')} before that were judged.`);
  if (elsewhere > 0)
    notes.push(
      `Bodies of ${count(elsewhere, 'request')} are in other files, which are not read: record with embedded bodies.`,
    );
  if (items === 0) notes.push('It contains no request.');
  else if (requests === 0)
    notes.push('None of its requests belongs to this API, whose paths begin with /api/v1.');
  if (document !== null && !isHar(document)) return { history: historyOf(document, exchanges), aside, notes };
  const isInsomnia = /^insomnia/i.test(String(follow(document, ['log', 'creator', 'name'])));
  if (isInsomnia) notes.push(RENDERED);
  const observed = isInsomnia ? exchanges.map(responseAlone) : exchanges;
  const redacted = observed.map((each) => redactedExchange(each, redactor, keeper));
  const ordered = inOrder(redacted, isPlaywright);
  const copies = redacted.length - ordered.length;
  if (copies > 0) aside['recorded twice'] = copies;
  return { history: madeHistory('har', recorder.accounts(), ordered), aside, notes };
}

const RENDERED =
  'Requests and times were not judged: Insomnia exports each request as it would send it now, with the time of the export.';

/** The document without its requests. */
type Around = Partial<Omit<TrafficHistory, 'exchanges'>> & { log?: unknown; exchanges?: unknown };

/** True for a HAR file, false for a history. Throws UnreadableText for any other document. */
function isHar({ log, format, exchanges = [] }: Around): boolean {
  if (typeof log === 'object' && log !== null) {
    if (!Array.isArray((log as { entries?: unknown }).entries))
      throw new UnreadableText('Its "log" has no list of "entries".');
    return true;
  }
  if (format !== 'job-search-kit/traffic') throw new UnreadableText('Its format is unknown.');
  if (!Array.isArray(exchanges)) throw new UnreadableText('Its "exchanges" are not a list.');
  return false;
}

/** Adds the accounts that only exchanges name. */
function historyOf(around: Around, exchanges: TrafficExchange[]): TrafficHistory {
  checkVersion(around, [1], 'history');
  const accounts = Array.isArray(around.accounts) ? around.accounts : [];
  const aliases = new Set(exchanges.flatMap(({ account }) => account ?? []));
  for (const { alias } of accounts) aliases.delete(alias);
  const others = [...aliases].map((alias) => ({ alias }));
  return { ...(around as TrafficHistory), accounts: [...accounts, ...others], exchanges };
}

/** An exchange of a history, which may be written by hand. Throws UnreadableText if it lacks a member that rules need. */
function exchangeOf(value: unknown, place: number, contract: Contract): TrafficExchange {
  const { request, operation, response, id } = (value ?? {}) as Partial<TrafficExchange>;
  const isWhole =
    Number.isSafeInteger(id) &&
    [request?.method, request?.url, request?.path].every((text) => typeof text === 'string') &&
    typeof request?.query === 'object' &&
    (operation === null || contract.operations.some((each) => each.id === operation)) &&
    (response === undefined || response === null || Number.isInteger(response.status));
  if (!isWhole)
    throw new UnreadableText(
      `Number ${place} of its exchanges lacks an id, a request with method, url, path and query, an operation (or null), or the status of its answer.`,
    );
  return value as TrafficExchange;
}
