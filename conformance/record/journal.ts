/** Strikes secrets out of the record of a run, and reads a stored record. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { splitJson, UnreadableText } from '../values/split-json.js';
import { count } from '../values/text.js';
import type { Exchange } from './exchange.js';
import { createKeeper, type BodyKeeper } from './kept-bodies.js';
import {
  checkVersion,
  cutMessage,
  parsedAs,
  restoreBodies,
  struckExchange,
  type Striker,
} from './message.js';
import type { RunRecord } from './run-record.js';

/** Milliseconds after which the event loop handles signals again. */
const TURN = 50;
/** Characters of a body that is searched for secrets even if the run is late. */
const SHORT = 1 << 16;

/**
 * A copy of the record without secrets. The copy is judged and stored, so both agree. Bodies move from the record to the copy
 * one by one, because all of them twice may exceed the memory. A target can make responses that take seconds each to search.
 * Once `isLate` returns true, long responses are therefore cut, and a note says so.
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
    const { response } = exchange;
    if (isLate() && (response?.bodyText?.length ?? 0) > SHORT) {
      exchange.response = cutMessage(response!);
      cut += 1;
    }
    const struck = struckExchange(exchange, striker, keeper, isClean);
    Object.assign(exchange, { request: struck.request, response: struck.response });
    struckExchanges.push(struck);
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

/** Reads a stored record, or a report made of one. Throws UnreadableText. */
export function readRecord<R extends RunRecord>(pieces: Iterable<Buffer>): R {
  const keeper = createKeeper(Infinity);
  const exchanges: Exchange[] = [];
  const { text } = splitJson(pieces, ['exchanges'], ({ list, text }) => {
    if (list === '') throw new UnreadableText('It is not JSON: something follows its end.');
    exchanges.push(restoreBodies(parsedAs<Exchange>(text!), keeper));
  });
  const record = parsedAs<Partial<R> | null>(text);
  if (record?.format !== 'job-search-kit/conformance-report' || !Array.isArray(record.exchanges))
    throw new UnreadableText('It is not a conformance report. Write one with --report json=FILE.');
  checkVersion(record, 3, 'conformance report');
  // Reports of earlier kits lack it.
  record.survey ??= null;
  return { ...(record as R), exchanges };
}
