/** How a run is kept: secrets struck out, bodies whole up to a ceiling, and read back as it was. */
import { visible } from '../../spec/visible.js';
import { parsedJson } from '../values/json.js';
import { messageOf } from '../values/text.js';
import type { Exchange } from './exchange.js';
import type { RunRecord } from './run-record.js';

/** A single body is kept up to this many characters; what is longer is cut, marked (`bodyCut`) and has no parsed body. */
export const MOST_BODY = 16 * 1024 * 1024;

/** What strikes secrets out of texts and values. */
export interface Striker {
  text(value: string): string;
  value<T>(value: T): T;
}

/** A copy of the record without secrets. What is judged and what is stored is this copy, so both say the same. */
export function struckOut(record: RunRecord, striker: Striker): RunRecord {
  const { exchanges, ...rest } = record;
  return { ...striker.value(rest), exchanges: exchanges.map((exchange) => struck(exchange, striker)) };
}

function struck({ request, response, ...rest }: Exchange, striker: Striker): Exchange {
  const { body: requestBody, bodyText: requestText, ...requestRest } = request;
  const kept = keptBody(requestText, requestBody, striker);
  const exchange = { ...striker.value(rest), request: { ...striker.value(requestRest), ...kept } };
  if (response === null) return { ...exchange, response: null };
  const { body, bodyText, ...responseRest } = response;
  return {
    ...exchange,
    response: { ...striker.value(responseRest), ...keptBody(bodyText, body, striker) },
  };
}

interface KeptBody<Text> {
  bodyText: Text;
  bodyCut?: number;
  body: unknown;
}

function keptBody<Text extends string | null>(text: Text, body: unknown, striker: Striker): KeptBody<Text> {
  if (text === null) return { bodyText: text, body };
  const clean = striker.text(text);
  if (clean.length > MOST_BODY)
    return { bodyText: clean.slice(0, MOST_BODY) as Text, bodyCut: clean.length, body: undefined };
  // Parsing megabytes again is worth it only where something was struck out.
  return { bodyText: clean as Text, body: clean === text ? body : parsedJson(clean) };
}

/** The record (or a report made of it) as JSON. Parsed bodies are left out: reading makes them from their texts. */
export function writeRecord(record: RunRecord): string {
  const exchanges = record.exchanges.map(({ request, response, ...rest }) => ({
    ...rest,
    request: { ...request, body: undefined },
    response: response === null ? null : { ...response, body: undefined },
  }));
  // One line for each exchange: whole bodies, indented, would double the file.
  const lines = exchanges.map((exchange) => `\n    ${visible(JSON.stringify(exchange))}`);
  const rest = visible(JSON.stringify({ ...record, exchanges: undefined }, null, 2));
  return `${rest.slice(0, -2)},\n  "exchanges": [${lines.join(',')}\n  ]\n}\n`;
}

/** Reads what `writeRecord` wrote. Throws an Error that says what the text is instead. */
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
    request.body = request.bodyCut === undefined ? parsedJson(request.bodyText) : undefined;
    if (response !== null)
      response.body = response.bodyCut === undefined ? parsedJson(response.bodyText) : undefined;
  }
  return record as R;
}
