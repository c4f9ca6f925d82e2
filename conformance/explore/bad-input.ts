/** Requests that a service must refuse: a body, text or query with one mistake. The schemas of the contract say what is one. */
import {
  bodySchema,
  type Contract,
  type LookupOperation,
  type SearchOperation,
} from '../../spec/contract.js';
import { entries, list, operationsIn, resolve, type Json, type JsonObject } from '../../spec/document.js';
import { dateInput, dayBack, shiftDay } from '../values/dates.js';
import { fields, type Fields } from '../values/fields.js';
import { oncePerPair } from '../values/once.js';
import type { Random } from '../values/random.js';
import { asJson } from '../values/unchanged.js';
import type { StoryStep } from './step.js';

/** By keyword of a schema, values that may break it. Null is none of them, because many services read it as absent. */
const BREAKS: Readonly<Record<string, (stated: never) => readonly unknown[]>> = {
  type: () => ['text', 10.5, [true, false], { title: 'text' }],
  enum: ([first]: readonly string[]) => ['no such value', first!.toUpperCase()],
  pattern: () => ['', 'a', ' a  b '],
  format: () => ['yesterday', '2026-02-31'],
  minimum: (least: number) => [least - 1],
  maximum: (most: number) => [most + 1],
  maxLength: (most: number) => ['q'.repeat(most + 1)],
  minItems: (least: number) => [Array(least - 1).fill(1)],
  maxItems: (most: number) => [Array(most + 1).fill(1)],
  required: (names: readonly string[]) => names.map((name) => ({ [name]: undefined })),
};

/** Values that may break a schema. Those of an object have one wrong member each; undefined for a missing one. */
function wrongFor(document: JsonObject, schema: Json, around: readonly JsonObject[] = []): unknown[] {
  const form = resolve(document, schema);
  if (around.includes(form)) return [];
  const inside = (inner: Json): unknown[] => wrongFor(document, inner, [...around, form]);
  const stated = Object.keys(form).filter((keyword) => !list(form['x-unstated']).includes(keyword));
  return [
    ...stated.flatMap((keyword) => BREAKS[keyword]?.(form[keyword] as never) ?? []),
    ...list(form['anyOf']).flatMap(inside),
    ...(form['items'] === undefined ? [] : inside(form['items']).map((item) => [item])),
    ...entries(form['properties']).flatMap(([name, member]) =>
      inside(member).map((value) => ({ [name]: value })),
    ),
  ];
}

function sourceOf({ document }: Contract, id: string): JsonObject {
  return operationsIn(document).find(({ operation }) => operation['operationId'] === id)!.operation;
}

/** Members that make a body of a search wrong. One list for each member of a body, and one for missing members. */
export const wrongMembers = oncePerPair((contract: Contract, search: SearchOperation): Fields[][] => {
  const { document } = contract;
  const form = resolve(document, bodySchema(document, sourceOf(contract, search.id)['requestBody']!)!);
  const isWrong = (members: Fields): boolean =>
    search.validateStatedBody({ company_network_url: 'https://example.com/a', ...members }).length > 0;
  const alone = entries(form['properties']).map(([name, member]) => ({ properties: { [name]: member } }));
  return [{ ...form, properties: {} }, ...alone]
    .map((part) => wrongFor(document, part).map(fields))
    .map((all) => all.filter((members) => members !== null).filter(isWrong))
    .filter((wrong) => wrong.length > 0);
});

/** Queries that a lookup must refuse. */
export const wrongQueries = oncePerPair(
  (contract: Contract, lookup: LookupOperation): Record<string, string>[] => {
    const parameters = list(sourceOf(contract, lookup.id)['parameters']);
    const all = parameters.flatMap((each) => {
      const { name, schema } = resolve(contract.document, each);
      const texts = wrongFor(contract.document, schema!).filter((value) => typeof value !== 'object');
      return texts.map((value) => ({ q: 'text', [String(name)]: String(value) }));
    });
    return [{}, ...all].filter((query) => lookup.validateQuery(query).length > 0);
  },
);

/** Members of a body that are wrong for reasons that no schema states. */
const OTHERS: readonly ((search: SearchOperation, now: number) => Fields)[] = [
  ({ window }, now) => ({ published_after: shiftDay(dayBack(now, window.oldest), -9) }),
  (_search, now) => ({
    published_after: dateInput('daysAgo10', now),
    published_before: dateInput('daysAgo20', now),
  }),
  () => ({ include_job_boards: ['no-such-board-of-the-kit'] }),
  () => ({ company_network_url: 'https://example.com/elsewhere' }),
  () => ({ next_cursor: 'broken' }),
];

const TEXTS: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `[${text}]`,
  (text) => `${text}${text}`,
];

/** A wrong body or text for a search that has this correct body, as members of a step. */
export function badInput(
  contract: Contract,
  search: SearchOperation,
  body: Fields,
  now: number,
  random: Random,
): Partial<StoryStep> {
  const isOfSearch = (members: Fields): boolean =>
    Object.keys(members).every((name) => search.bodyFields.includes(name));
  const others = OTHERS.map((of) => of(search, now)).filter(isOfSearch);
  const wrong = random.pick([...wrongMembers(contract, search), ...others.map((each) => [each]), TEXTS]);
  const mistake = random.pick<Fields | ((text: string) => string)>(wrong);
  if (typeof mistake === 'function') return { body, text: mistake(asJson(body)) };
  // The smallest limit, in case that a service accepts the body.
  const changed = Object.entries({ ...body, limit: search.page.least, ...mistake });
  return { body: Object.fromEntries(changed.filter(([, value]) => value !== undefined)) };
}
