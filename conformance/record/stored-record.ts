/** Redacts secrets in the record of a run, and writes and reads stored records. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { visible } from '../../common/visible.js';
import { splitJson, UnreadableText } from '../values/split-json.js';
import { count } from '../values/text.js';
import type { Exchange } from './exchange.js';
import type { ScenarioOutcome } from './facts.js';
import { createKeeper, type BodyKeeper } from './kept-bodies.js';
import {
  checkVersion,
  cutMessage,
  parsedAs,
  restoreBodies,
  storedExchange,
  redactedExchange,
  type TextRedactor,
} from './message.js';
import { packedBlocks, unpackedLines } from './packed-lines.js';
import type { RunRecord } from './run-record.js';

/** Milliseconds after which redaction pauses, so that the process can handle signals. */
const PAUSE_EVERY_MS = 50;
/** Bodies of at most this many characters are searched for secrets even if the run is late. */
const SHORT_BODY = 1 << 16;

/**
 * Returns a copy of the record without secrets, which is both judged and stored. Moves bodies from the record to the copy one
 * by one, because two copies of all bodies may exceed the memory. Searching a response for secrets can take seconds, so once
 * `isLate` returns true, long responses are cut, and a note says so.
 */
export async function redactedRecord(
  record: RunRecord,
  redactor: TextRedactor,
  keeper: BodyKeeper,
  isLate = (): boolean => false,
): Promise<RunRecord> {
  const { exchanges, ...rest } = record;
  const looked = new Map<string, boolean>();
  const isClean = (part: string): boolean => {
    const known = looked.get(part) ?? redactor.text(part) === part;
    looked.set(part, known);
    return known;
  };
  let cut = 0;
  let turn = performance.now();
  const redactedExchanges: Exchange[] = [];
  for (const exchange of exchanges) {
    const { response } = exchange;
    if (isLate() && (response?.bodyText?.length ?? 0) > SHORT_BODY) {
      exchange.response = cutMessage(response!);
      cut += 1;
    }
    const redacted = redactedExchange(exchange, redactor, keeper, isClean);
    Object.assign(exchange, { request: redacted.request, response: redacted.response });
    redactedExchanges.push(redacted);
    if (performance.now() - turn < PAUSE_EVERY_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  if (cut > 0)
    rest.notes.push(
      `The run had to end before ${count(cut, 'long answer')} had been searched for secrets, so only the beginning is kept.`,
    );
  return { ...redactor.value(rest), exchanges: redactedExchanges };
}

/**
 * Yields a record or report as JSON, in pieces. Outcomes of scenarios and exchanges are at the end and packed, because they are
 * most of the size and only `readRecord` needs all of them.
 */
export function* recordPieces({ exchanges, ...rest }: RunRecord): Generator<string> {
  const scenarios = rest.scenarios.map((scenario) => ({ ...scenario, outcome: undefined }));
  const members = Object.entries({ ...rest, scenarios }).filter(([, value]) => value !== undefined);
  yield `{\n${members.map(([name, value]) => `  "${name}": ${visible(laidOut(value))}`).join(',\n')}`;
  yield* packedMember('outcomes', rest.scenarios, ({ outcome }) => visible(JSON.stringify(outcome)));
  yield* packedMember('exchanges', exchanges, (each) => visible(JSON.stringify(storedExchange(each))));
  yield '\n}\n';
}

/** Writes a value as JSON. Lists have one line for each item, because indented items would take 50% more space. */
function laidOut(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0)
    return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

function* packedMember<T>(name: string, items: readonly T[], lineOf: (item: T) => string): Generator<string> {
  yield `,\n  "${name}": [`;
  let separator = '';
  for (const block of packedBlocks(items, lineOf)) {
    yield `${separator}\n    "${block}"`;
    separator = ',';
  }
  yield '\n  ]';
}

/** Reads a stored record or report. In version 3, nothing was packed. Throws UnreadableText. */
export function readRecord<R extends RunRecord>(pieces: Iterable<Buffer>): R {
  const keeper = createKeeper(Infinity);
  const outcomes: ScenarioOutcome[] = [];
  const exchanges: Exchange[] = [];
  const { text } = splitJson(pieces, ['outcomes', 'exchanges'], ({ list, text }) => {
    if (list === '') throw new UnreadableText('It is not JSON: there is more text after its end.');
    for (const line of text!.startsWith('"') ? unpackedLines(parsedAs(text!)) : [text!]) {
      if (list === 'outcomes') outcomes.push(parsedAs(line));
      else exchanges.push(restoreBodies(parsedAs<Exchange>(line), keeper));
    }
  });
  const record = parsedAs<(Partial<R> & { outcomes?: unknown }) | null>(text);
  if (record?.format !== 'job-search-kit/conformance-report' || !Array.isArray(record.exchanges))
    throw new UnreadableText('It is not a conformance report. Write one with --report json=FILE.');
  checkVersion(record, [3, 4], 'conformance report');
  if (record.outcomes !== undefined) addOutcomes(record.scenarios ?? [], outcomes);
  delete record.outcomes;
  // Reports of earlier kits lack this member.
  record.survey ??= null;
  return { ...(record as R), version: 4, exchanges };
}

function addOutcomes(scenarios: RunRecord['scenarios'], outcomes: readonly ScenarioOutcome[]): void {
  if (scenarios.length !== outcomes.length)
    throw new UnreadableText(
      `It has ${count(scenarios.length, 'scenario')} and ${count(outcomes.length, 'outcome')}.`,
    );
  scenarios.forEach((scenario, i) => Object.assign(scenario, { outcome: outcomes[i] }));
}
