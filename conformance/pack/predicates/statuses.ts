/** Predicates on statuses and on lost answers. */
import { shown } from '../../values/text.js';
import { closed, shared } from '../language/json-schema.js';
import { mismatch } from '../language/matchers.js';
import { argument, listOfOneOf, optional, readingId } from './arguments.js';
import { predicate, said, type Arguments } from './predicate.js';

const STATUS = '^[1-5][0-9][0-9]$';
const choices = argument<Readonly<Record<string, string>>>("{ '403': choice }", {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: STATUS },
  additionalProperties: { type: 'string' },
});
const number = { anyOf: [{ type: 'number' }, shared('expression')] };
const count = argument<number | Arguments>("'200': 1", {
  anyOf: [{ type: 'integer' }, closed({ equals: number, 'at-least': number, 'at-most': number })],
});
const statuses = argument<readonly number[]>('[200, 429]', {
  type: 'array',
  items: { type: 'integer' },
  minItems: 1,
});

export const statusCounts = predicate('status-counts', {
  holdsWhen:
    "each status came so often over copies and rounds: `'200': 1` or `{ at-least, at-most, equals }`; with `only` no other status came",
  arguments: { only: optional(statuses) },
  patterns: { [STATUS]: count },
  expectsStatus: (args, status) =>
    String(status) in args || ((args['only'] ?? []) as number[]).includes(status),
  judge: ({ only, ...wanted }, answers) => {
    const counts = new Map<number, number>();
    for (const { response } of answers)
      if (response !== null) counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    const stray = only !== undefined && [...counts.keys()].some((status) => !only.includes(status));
    const wrong = Object.entries(wanted).some(([status, asked]) => {
      const rule = typeof asked === 'number' ? { equals: asked } : (asked as Arguments);
      return mismatch(counts.get(Number(status)) ?? 0, rule) !== null;
    });
    const asked = Object.entries({ ...wanted, ...(only === undefined ? {} : { only }) });
    const expected = asked.map(([name, value]) => `${name} ${shown(value)}`).join(', ');
    const actual = [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
    return said(!stray && !wrong, expected, actual || 'no answers', answers);
  },
});

export const oneOfStatus = predicate('one-of-status', {
  holdsWhen: 'the status is one of them; the choice of the reading is reported as seen',
  arguments: { choices, reading: optional(readingId) },
  expectsStatus: (args, status) => String(status) in (args['choices'] as object),
  readings: ({ reading, choices: known }) =>
    typeof reading === 'string' ? [{ reading, choices: Object.values(known as object).map(String) }] : [],
  judge: ({ choices: known, reading }, answers) => {
    const seen = answers.map(({ response }) => response?.status);
    const expected = Object.keys(known).join(' or ');
    const wrong = answers.find(({ response }) => response === null || !(String(response.status) in known));
    if (wrong !== undefined)
      return said(false, expected, `${wrong.response?.status ?? 'no answer'}`, [wrong]);
    const choice = known[String(seen[0])];
    return {
      ...said(true, expected, seen.join(', '), answers),
      ...(reading !== undefined && choice !== undefined ? { observation: { reading, choice } } : {}),
    };
  },
});

export const noResponse = predicate('no-response', {
  holdsWhen: 'the answer was lost, as planned; the step then needs no criteria',
  arguments: { kinds: optional(listOfOneOf('connection', 'timeout', 'aborted', 'too-large')) },
  expectsNoAnswer: true,
  judge: ({ kinds = ['connection', 'timeout', 'aborted'] }, answers) => {
    const other = answers.find(
      ({ failure }) => failure === null || !kinds.some((kind) => kind === failure.kind),
    );
    const actual =
      other?.failure?.kind ?? (other === undefined ? 'none came' : `status ${other.response?.status}`);
    return said(other === undefined, `no answer (${kinds.join(' or ')})`, actual, answers);
  },
});

export const responded = predicate('responded', {
  holdsWhen: 'every copy and round was answered',
  arguments: {},
  judge: (_args, answers) => {
    const lost = answers.find(({ response }) => response === null);
    return said(lost === undefined, 'an answer each time', lost?.failure?.message ?? 'all answered', answers);
  },
});
