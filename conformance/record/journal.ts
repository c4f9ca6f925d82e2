/** How a run is kept: secrets struck out, and read back as it was. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { visible } from '../../common/visible.js';
import { JsonElements } from '../values/json-elements.js';
import { count, messageOf } from '../values/text.js';
import type { Exchange } from './exchange.js';
import { createKeeper, type BodyKeeper } from './kept-bodies.js';
import { cutMessage, restoreBody, struckMessage, type Striker } from './message.js';
import type { RunRecord } from './run-record.js';

/** Milliseconds after which signals are heard again. */
const TURN = 50;
/** Characters of a body that is looked through however late it is. */
const SHORT = 1 << 16;

/**
 * A copy of the record without secrets. What is judged and what is stored is this copy, so both say the same. The
 * bodies of the record go over to it one by one, because all of them twice may be more than the memory holds. From when
 * `isLate`, long answers are cut, and a note says so: a target can make them such that to look through each takes seconds.
 */
export async function struckOut(
  record: RunRecord,
  striker: Striker,
  keeper: BodyKeeper,
  isLate = (): boolean => false,
): Promise<RunRecord> {
  const { exchanges, ...rest } = record;
  const looked = new Map<string, boolean>();
  const isClean = (part: string): boolean => {
    const known = looked.get(part) ?? striker.text(part) === part;
    looked.set(part, known);
    return known;
  };
  let cut = 0;
  let turn = performance.now();
  const struckExchanges: Exchange[] = [];
  for (const exchange of exchanges) {
    const { request, response, ...others } = exchange;
    const isTooLong = isLate() && (response?.bodyText?.length ?? 0) > SHORT;
    if (isTooLong) cut += 1;
    const without = {
      request: struckMessage(request, striker, keeper, isClean),
      response:
        response &&
        (isTooLong ? cutMessage(response, striker) : struckMessage(response, striker, keeper, isClean)),
    };
    Object.assign(exchange, without);
    struckExchanges.push({ ...striker.value(others), ...without });
    if (performance.now() - turn < TURN) continue;
    await nextTurn();
    turn = performance.now();
  }
  if (cut > 0)
    rest.notes.push(
      `When the run had to end, ${count(cut, 'long answer')} had not been looked through for secrets: only the beginning is kept.`,
    );
  return { ...striker.value(rest), exchanges: struckExchanges };
}

/** The record (or a report made of it) as JSON, in pieces that are no larger than an exchange. */
export function* recordPieces(record: RunRecord): Generator<string> {
  const rest = visible(JSON.stringify({ ...record, exchanges: undefined }, null, 2));
  yield `${rest.slice(0, -2)},\n  "exchanges": [`;
  for (const [i, { request, response, ...others }] of record.exchanges.entries()) {
    // Parsed bodies are left out: reading makes them from their texts.
    const exchange = {
      ...others,
      request: { ...request, body: undefined },
      response: response === null ? null : { ...response, body: undefined },
    };
    // One line for each exchange: whole bodies, indented, would double the file.
    yield `${i === 0 ? '' : ','}\n    ${visible(JSON.stringify(exchange))}`;
  }
  yield '\n  ]\n}\n';
}

/** Reads what `recordPieces` gave, in whatever pieces. Throws an Error that says what the text is instead. */
export function readRecord<R extends RunRecord>(pieces: Iterable<Buffer>): R {
  const keeper = createKeeper(Infinity);
  const exchanges: Exchange[] = [];
  const take = (list: string, text: string | null): void => {
    if (list !== EXCHANGES) throw new Error('It is not JSON: something follows its end.');
    const exchange = parsedAs<Exchange>(text!);
    restoreBody(exchange.request, keeper);
    if (exchange.response !== null) restoreBody(exchange.response, keeper);
    exchanges.push(exchange);
  };
  const elements = new JsonElements([EXCHANGES], take, Infinity, Infinity);
  for (const piece of pieces) elements.push(piece);
  const record = parsedAs<Partial<R> | null>(elements.end().text);
  if (record?.format !== 'job-search-kit/conformance-report' || !Array.isArray(record.exchanges))
    throw new Error('It is not a conformance report. Write one with --report json=FILE.');
  if (record.version !== 3)
    throw new Error(
      `It is a conformance report of version ${JSON.stringify(record.version)}, and this kit reads version 3.`,
    );
  record.exchanges = exchanges;
  // A report of an earlier kit has none.
  record.survey ??= null;
  return record as R;
}

const EXCHANGES = 'exchanges';

function parsedAs<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Error(`It is not JSON: ${messageOf(error)}`, { cause: error });
  }
}
