/** How a run is kept: secrets struck out, and read back as it was. */
import { visible } from '../../spec/visible.js';
import { parsedJson } from '../values/json.js';
import { messageOf } from '../values/text.js';
import type { Exchange } from './exchange.js';
import type { RunRecord } from './run-record.js';

/** What strikes secrets out of texts and values. */
export interface Striker {
  text(value: string): string;
  value<T>(value: T): T;
}

/**
 * A copy of the record without secrets. What is judged and what is stored is this copy, so both say the same. The
 * bodies of the record go over to it one by one, because all of them twice may be more than the memory holds.
 */
export function struckOut(record: RunRecord, striker: Striker): RunRecord {
  const { exchanges, ...rest } = record;
  const struckExchanges = exchanges.map((exchange) => {
    const { request, response, ...others } = exchange;
    const without = {
      request: struckBody(request, striker),
      response: response === null ? null : struckBody(response, striker),
    };
    Object.assign(exchange, without);
    return { ...striker.value(others), ...without };
  });
  return { ...striker.value(rest), exchanges: struckExchanges };
}

function struckBody<Half extends Exchange['request'] | NonNullable<Exchange['response']>>(
  half: Half,
  striker: Striker,
): Half {
  const { body, bodyText, ...rest } = half;
  const clean = bodyText === null ? null : striker.text(bodyText);
  // Parsing megabytes again is worth it only where something was struck out.
  const isSame = clean === bodyText || body === undefined;
  return { ...striker.value(rest), bodyText: clean, body: isSame ? body : parsedJson(clean) } as Half;
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

/** Reads what `recordPieces` gave. Throws an Error that says what the text is instead. */
export function readRecord<R extends RunRecord>(text: string): R {
  let record: Partial<R> | null;
  try {
    record = JSON.parse(text) as Partial<R> | null;
  } catch (error) {
    throw new Error(`It is not JSON: ${messageOf(error)}`, { cause: error });
  }
  if (record?.format !== 'job-search-kit/conformance-report' || !Array.isArray(record.exchanges))
    throw new Error('It is not a conformance report. Write one with --report json=FILE.');
  if (record.version !== 3)
    throw new Error(
      `It is a conformance report of version ${JSON.stringify(record.version)}, and this kit reads version 3.`,
    );
  // A report of an earlier kit has none.
  record.survey ??= null;
  for (const { request, response } of record.exchanges) {
    request.body = parsedJson(request.bodyText);
    if (response !== null)
      response.body = response.bodyCut === undefined ? parsedJson(response.bodyText) : undefined;
  }
  return record as R;
}
