/** Applies the rules to the histories of `test/client-histories.yaml`, whose head explains the rows. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { TrafficAccount, TrafficExchange } from '../../record/traffic.js';
import type { ClientRuleId } from '../../../spec/clients.js';
import { against, historyOf, judged, START, type Call } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';
import type { RunSeen } from './situation.js';

interface Request extends Call {
  later?: number;
  times?: number;
  lacks?: string[];
  request?: Partial<TrafficExchange['request']>;
  response?: Partial<TrafficExchange['response']>;
}

interface Facts extends Partial<TrafficAccount> {
  lacks?: string[];
  dropped?: number;
  askedOnce?: boolean;
  course?: string;
  judges?: ClientRuleId[];
  result?: RunSeen['result'];
  end?: RunSeen['end'];
  lag?: number;
}

type Row = ({ history: Facts } | Request | string)[];

/** The members of a request, of its recorded parts, and of `history`. */
const MEMBERS = new Set(
  (
    'body key status detail retryAfter next credits after leaks query later times lacks request response ' +
    'account operation sent aborted connection arrivedAt endedAt at served cycle delivered fault ' +
    'bodyText bodyBytes headers digests requestId method url path ' +
    'isComplete changes dropped askedOnce course judges result end lag'
  ).split(' '),
);

function refuseStrayMembers(parts: readonly ({ lacks?: string[] } | object | null | undefined)[]): void {
  const names = parts.flatMap((part) => [
    ...Object.keys(part ?? {}),
    ...(part && 'lacks' in part ? (part.lacks ?? []) : []),
  ]);
  const stray = names.find((name) => !MEMBERS.has(name));
  if (stray !== undefined) throw new Error(`a row has no member "${stray}"`);
}

function remove(names: readonly string[] = [], ...holders: object[]): void {
  for (const holder of holders) for (const name of names) Reflect.deleteProperty(holder, name);
}

function findingsOn(row: Row): string[] {
  const parts = row.filter((part) => typeof part === 'object');
  const requests = parts
    .filter((part): part is Request => !('history' in part))
    .flatMap(({ times = 1, ...request }) => Array<Request>(times).fill(request));
  const facts = parts.find((part) => 'history' in part)?.history ?? {};
  refuseStrayMembers([facts, ...requests.flatMap((each) => [each, each.request, each.response])]);
  const { lacks, dropped = 0, askedOnce, course, judges = [], ...others } = facts;
  const { result, end = 'itself', lag = 0, ...account } = others;
  const calls = requests.map(({ later, lacks: _, request: __, response: ___, ...call }) =>
    later === undefined ? call : { ...call, at: START + later * 1_000 },
  );
  const history = { ...historyOf(calls, account), dropped };
  remove(lacks, history, history.accounts[0]!);
  for (const [i, exchange] of history.exchanges.entries()) {
    const { request, response, lacks: lost } = requests[i]!;
    Object.assign(exchange.request, request);
    if (response !== undefined) Object.assign(exchange.response!, response);
    remove(lost, exchange, exchange.request);
  }
  if (course === undefined) return against(judged(history, askedOnce));
  const { run, seen } = seenIn(course, history, result);
  return verdictsOn({ run: { ...run, end }, seen: { ...seen, lag } }, ...judges);
}

const file = new URL('../../../test/client-histories.yaml', import.meta.url);
const [, ...topics] = Object.entries(
  parse(readFileSync(file, 'utf8'), { merge: true }) as Record<string, Record<string, Row[]>>,
);

describe.each(topics)('%s', (_, sentences) => {
  it.each(Object.entries(sentences))('%s', (_, rows) => {
    for (const row of rows) {
      const findings = row.filter((part) => typeof part === 'string');
      expect({ row, findings: findingsOn(row) }).toEqual({ row, findings });
    }
  });
});

it('rejects a misspelt member of a row', () => {
  expect(() => findingsOn([{ satus: 422 } as Request])).toThrow('a row has no member "satus"');
  expect(() => findingsOn([{ lacks: ['srved'] }])).toThrow('a row has no member "srved"');
});
