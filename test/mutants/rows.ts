/** Mutants as rows of catalogue.yaml: a change of requests or answers, stated as data. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import { atUse, comparesBlindly, derivedKey, spoiltBy } from './operation-keys.js';
import * as groups from './operations.js';
import * as rule from './rules.js';

type OneOrMore<T> = T | readonly T[];
type Values = Readonly<Record<string, unknown>>;

/**
 * A condition for each member: `present`, `absent`, a value, or a JSON Schema. With the keyword `daysAgo`, a date is at least as
 * many days before today, by the target's clock. Of several sets of conditions, one must be met.
 */
type Conditions = OneOrMore<Values>;

/** A change of an object by `EDITS`. The members apply in the order of the row. A text such as `3 days ago` or `1 day ahead` is a date. */
export type Edit = { readonly [Name in keyof typeof EDITS]?: Parameters<(typeof EDITS)[Name]>[1] } & {
  /** Paths to the changed objects, such as `error.details`; default: the object. Paths enter lists, and `**` enters `groups`. */
  at?: OneOrMore<string>;
  where?: Conditions;
};

/** A row has at least one of the members from `request` on. `when`, `request` and `accept` use the query parameters of lookups. */
export interface Row {
  /** Names of groups of operations; `SEARCHES` by default. */
  on?: OneOrMore<keyof typeof groups>;
  /** Statuses of the answers to change; default: 422 with `accept`, otherwise 200. */
  status?: OneOrMore<number> | 'any';
  when?: Conditions;
  /** Conditions on the headers of the request, and on the JSON of the answer. */
  whenSent?: Conditions;
  whenAnswered?: Conditions;
  /** Whether the request has an API key. */
  caller?: 'missing' | 'sent';
  /** Changes only the answers to the n-th and later uses of an operation key with one body. */
  fromUse?: number;
  request?: OneOrMore<Edit>;
  requestHeaders?: Edit;
  headers?: Edit;
  answer?: OneOrMore<Edit>;
  text?: string;
  /** The JSON of the answer becomes the value of one of its members, or `wrapped` in an object with `success` and `data`. */
  becomes?: string;
  /** The `data` of searches that succeed; also their jobs, and their company. */
  results?: Edit;
  jobs?: Edit;
  company?: Edit;
  /** A JSON Schema of the jobs that stay on a page. */
  keepsJobs?: object;
  /** Accepts invalid requests: applies this edit and sends the request again. */
  accept?: OneOrMore<Edit>;
  refuse?: number;
  /** Replaces answers by a refusal with this status. */
  refusal?: number;
  restatus?: number;
  findsNothing?: true;
  /** Answers refused searches for the company of the last successful one. */
  findsTheLast?: true;
  /** Serves callers that the target refuses, by their API keys. */
  opens?: keyof typeof OPENED;
  /** Refuses an operation key after an answer with this status; null is a lost answer. */
  spoiltBy?: number | null;
  /** Serves a changed request with a used operation key if it differs only in parts that match this pattern. */
  blindTo?: string;
  /** Credits for each answer. */
  charge?: number;
  /** A factor by which the target's price is multiplied. */
  price?: number;
}

const list = (change: (items: unknown[]) => unknown) => (value: unknown) =>
  Array.isArray(value) ? change(value) : value;
const unlessNull = (change: (value: unknown) => unknown) => (value: unknown) =>
  (value ?? null) === null ? value : change(value);

/** Changes a text, or each text of a list. */
function ofTexts(value: unknown, change: (text: string) => string | string[]): unknown {
  if (Array.isArray(value)) return value.flatMap((each) => ofTexts(each, change));
  return typeof value === 'string' ? change(value) : value;
}

const CHANGES = {
  'each twice': list((items) => items.flatMap((item) => [item, item])),
  reversed: list((items) => items.toReversed()),
  'another order': list((items) =>
    items.length === 1 ? [{ ...(items[0] as object), 'Job Title': 'Another' }] : items.toReversed(),
  ),
  joined: list((items) => items.join(', ')),
  'in title case': list((names) =>
    names.map((name) =>
      String(name)
        .toLowerCase()
        .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
        .replaceAll(' And ', ' and '),
    ),
  ),
  'in a list': (value: unknown) => [value],
  text: unlessNull(String),
  'JSON text': unlessNull((value) => JSON.stringify(value)),
  'in other dress': unlessNull(
    (url) =>
      `${String(url)
        .replace(/[^/]+$/, (id) => id.toUpperCase())
        .replace('://', '://www.')}/`,
  ),
  'yes or no': (value: unknown) => (value ? 'yes' : 'no'),
  negated: (value: unknown) => (typeof value === 'boolean' ? !value : value),
  'one more': (count: unknown) => String(Number(count) + 1),
  'in ASCII': unlessNull(
    (value) => JSON.parse(JSON.stringify(value).replace(/[^\0-\x7f]/gu, '?')) as unknown,
  ),
  'in Latin-1': unlessNull((text) => Buffer.from(String(text)).toString('latin1')),
  'lowered in Turkish': list((texts) => texts.map((text) => String(text).toLocaleLowerCase('tr'))),
  'from 1 to 30': (count: unknown) => String(Math.min(30, Math.max(1, Number(count)))),
  'derived key': (key: unknown) => derivedKey(String(key)),
  'key in capitals': (key: unknown) => `use_v1_${String(key).slice(7).toUpperCase()}`,
  'key backwards': (key: unknown) => `use_v1_${[...String(key).slice(7)].reverse().join('')}`,
  'without sign': (value: unknown) => Math.abs(Number(value)),
  'one percent more': (count: unknown) => Number(count) + Math.floor(Number(count) / 100),
  'and as or': (mode: unknown) => ((mode ?? 'and') === 'and' ? 'or' : mode),
  'or as and': (mode: unknown) => (mode === 'or' ? 'and' : mode),
  'the other mode': (mode: unknown) => (mode === 'or' ? 'and' : 'or'),
};

/** By the value of `opens`: whether a key is served because another one is known. */
const OPENED = {
  missing: (sent: string) => sent === '',
  sent: (sent: string) => sent !== '',
  'a known one and more': (sent: string, known: string) => sent !== known && sent.startsWith(known),
  'the start of a known one': (sent: string, known: string) =>
    sent !== '' && sent !== known && known.startsWith(sent),
};

const ajv = new Ajv({ strict: false, $data: true, passContext: true });
addFormats.default(ajv, { formats: ['date'], keywords: true });
ajv.addKeyword({
  keyword: 'daysAgo',
  validate(this: Call, least: number, date: unknown) {
    return rule.isDayShaped(date) && date <= rule.daysAgo(this, least);
  },
});

function dated(given: unknown, call: Call): unknown {
  const [, days, to] = /^(\d+) days? (ago|ahead)$/.exec(String(given)) ?? [];
  return days === undefined ? given : rule.daysAgo(call, to === 'ago' ? Number(days) : -Number(days));
}

/** Replaces members. `read` gets the old value and the row's value. */
function replacing(read: (old: unknown, given: unknown, holder: rule.Fields) => unknown) {
  return (holder: rule.Fields, values: Values, call: Call): void => {
    for (const [name, given] of Object.entries(values))
      rule.change(holder, name, read(holder[name], dated(given, call), holder));
  };
}

function calculating(read: (old: number, given: number) => number) {
  return replacing((old, given, holder) => {
    const number = Number(typeof given === 'string' ? holder[given] : given);
    return typeof old === 'number' ? read(old, number) : old;
  });
}

const EDITS = {
  forget(holder: rule.Fields, names: OneOrMore<string>) {
    for (const name of [names].flat()) delete holder[name];
  },
  /** Removes all other members. */
  only(holder: rule.Fields, names: OneOrMore<string>) {
    for (const name of Object.keys(holder)) if (![names].flat().includes(name)) delete holder[name];
  },
  /** From the old name to the new one. */
  rename(holder: rule.Fields, names: Readonly<Record<string, string>>) {
    for (const [from, to] of Object.entries(names)) {
      rule.change(holder, to, holder[from]);
      delete holder[from];
    }
  },
  /** The value of all members that are null; `absent` removes them. */
  nulls(holder: rule.Fields, value: unknown) {
    for (const name of Object.keys(holder))
      if (holder[name] === null) rule.change(holder, name, value === 'absent' ? undefined : value);
  },
  /** JSON Schemas of the items that stay in lists. */
  keep: replacing((old, schema) =>
    Array.isArray(old) ? old.filter((item) => ajv.validate(schema as object, item)) : old,
  ),
  /** Parts of lists and texts that stay: a length (-1: all but the last item), or the arguments of `slice` in a list. */
  cut: replacing((old, most) =>
    typeof old === 'string' || Array.isArray(old)
      ? old.slice(...((Array.isArray(most) ? most : [0, most]) as [number]))
      : old,
  ),
  /** By `[pattern, text]`: replaces the matches of a pattern in a text, or in each text of a list. */
  substitute: replacing((old, given) => {
    const [pattern, text] = given as [string, string];
    return ofTexts(old, (each) => each.replace(new RegExp(pattern, 'gu'), text));
  }),
  /** Splits each text of a list at this separator. */
  split: replacing((old, at) => ofTexts(old, (text) => text.split(at as string))),
  /** From a member to the member whose value it gets. */
  copy: replacing((_old, from, holder) => holder[from as string]),
  set: replacing((_old, given) => given),
  /** Values of members that are missing or null. */
  default: replacing((old, given) => old ?? given),
  /** Values of members that are not null. */
  replace: replacing((old, given) => ((old ?? null) === null ? old : given)),
  /** Lengths of lists, by the member that gets the length. */
  count: replacing((_old, of, holder) => (holder[of as string] as unknown[]).length),
  /** These four calculate with a number, or with the member of that name. */
  add: calculating((old, given) => old + given),
  times: calculating((old, given) => old * given),
  atLeast: calculating(Math.max),
  atMost: calculating(Math.min),
  addDays: replacing((old, days) => rule.shifted(old, days as number)),
  /** The earliest dates; replaces earlier ones. */
  notBefore: replacing((old, given) => (typeof old === 'string' && old < String(given) ? given : old)),
  /** By names of `CHANGES`. */
  change: replacing((old, name) => CHANGES[name as keyof typeof CHANGES](old)),
};

/** Compiles conditions; without any, everything meets them. Throws for an invalid schema. */
function compiled(conditions: Conditions | undefined): (value: unknown, call: Call) => boolean {
  if (conditions === undefined) return () => true;
  const isMet = ajv.compile({ anyOf: [conditions].flat().map(membersLike) });
  return (value, call) => isMet.call(call, value);
}

function membersLike(conditions: Values): object {
  const absent = Object.keys(conditions).filter((name) => conditions[name] === 'absent');
  const others = Object.entries(conditions).filter(([name]) => !absent.includes(name));
  const schemas = others.map(([name, given]) => [name, schemaOf(given)]);
  return {
    type: 'object',
    required: others.map(([name]) => name),
    properties: Object.fromEntries([...absent.map((name) => [name, false]), ...schemas]),
  };
}

function schemaOf(given: unknown): object {
  if (given === 'present') return {};
  if (!rule.isFields(given)) return { const: given };
  return 'contains' in given || 'minItems' in given || 'maxItems' in given
    ? { type: 'array', ...given }
    : given;
}

function objectsAt(value: unknown, path: readonly string[]): rule.Fields[] {
  const [first, ...rest] = path;
  if (Array.isArray(value) && /^-?\d+$/.test(first ?? '')) return objectsAt(value.at(Number(first)), rest);
  if (first === '**') return rule.withGroups(value).flatMap((group) => objectsAt(group, rest));
  if (Array.isArray(value)) return value.flatMap((item) => objectsAt(item, path));
  if (!rule.isFields(value)) return [];
  return first === undefined ? [value] : objectsAt(value[first], rest);
}

/** Returns a function that edits an object in place. */
function editing(some: OneOrMore<Edit>): (holder: rule.Fields, call: Call) => void {
  const all = [some].flat().map(({ at = '', where, ...edits }: Edit) => {
    const isMeant = compiled(where);
    const paths = [at].flat().map((path) => (path === '' ? [] : path.split('.')));
    return (holder: rule.Fields, call: Call): void => {
      for (const object of paths.flatMap((path) => objectsAt(holder, path)))
        if (isMeant(object, call))
          for (const [name, argument] of Object.entries(edits))
            EDITS[name as keyof typeof EDITS](object, argument as never, call);
    };
  });
  return (holder, call) => all.forEach((edit) => edit(holder, call));
}

/** Makes the rule of a row. Throws if it has no known member that says what it does. */
export function ruleOf(row: Row): Rule {
  const isWhen = compiled(row.when);
  const isSent = compiled(row.whenSent);
  const isAnswered = compiled(row.whenAnswered);
  const isMeant = (call: Call): boolean =>
    isWhen(rule.bodyOf(call), call) &&
    isSent(call.request.headers, call) &&
    (row.caller === undefined || (row.caller === 'missing') === (call.key === ''));
  const asMeant = (edit: OneOrMore<Edit>): ReturnType<typeof editing> => {
    const apply = editing(edit);
    return (holder, call) => void (isMeant(call) && apply(holder, call));
  };
  const on = [row.on ?? 'SEARCHES'].flat().flatMap((name) => groups[name]);
  const status = row.status === 'any' ? null : (row.status ?? (row.accept === undefined ? 200 : 422));
  const answers = (change: (answer: ForwardedAnswer, call: Call) => ForwardedAnswer | void): Rule => {
    const changed = (answer: ForwardedAnswer, call: Call): ForwardedAnswer | void =>
      isMeant(call) && isAnswered(rule.jsonOf(answer), call) ? change(answer, call) : undefined;
    return row.fromUse === undefined
      ? rule.outgoing(on, status, changed)
      : rule.limitTo(on, atUse(row.fromUse, changed));
  };
  const data = (edit: Edit, partsOf: (data: rule.Results) => unknown): Rule => {
    const apply = editing(edit);
    return answers((answer, call) =>
      rule.editResults(answer, (found) => objectsAt(partsOf(found), []).forEach((part) => apply(part, call))),
    );
  };
  // The outermost rule first: `restatus` must not change the status that the other rules check.
  const kinds: Partial<Record<keyof Row, () => Rule>> = {
    restatus: () => answers((answer) => void (answer.status = row.restatus!)),
    request: () => rule.asked(on, asMeant(row.request!)),
    requestHeaders: () => {
      const apply = asMeant(row.requestHeaders!);
      return rule.incoming(on, (call) => apply(call.request.headers, call));
    },
    headers: () => {
      const apply = editing(row.headers!);
      return answers(({ headers }, call) => apply(headers, call));
    },
    answer: () => {
      const apply = editing(row.answer!);
      return answers((answer, call) => rule.editJson(answer, (body) => apply(body, call)));
    },
    text: () => answers((answer) => void (answer.body = Buffer.from(row.text!))),
    becomes: () =>
      rule.answered(on, status, (body) =>
        row.becomes === 'wrapped' ? { success: true, data: body } : body[row.becomes!],
      ),
    results: () => data(row.results!, (found) => found),
    jobs: () => data(row.jobs!, ({ jobs }) => jobs),
    company: () => data(row.company!, ({ company_details: company }) => company),
    keepsJobs: () => {
      const isKept = ajv.compile(row.keepsJobs!);
      return answers((answer) =>
        rule.editResults(answer, (data) => rule.withhold(data, (job) => isKept(job))),
      );
    },
    accept: () => rule.takes(on, status, asMeant(row.accept!)),
    refuse: () => rule.refuses(on, (_body, call) => isMeant(call), row.refuse),
    refusal: () => answers((_answer, call) => rule.refusal(call, row.refusal!, 'Not accepted')),
    findsNothing: () => rule.findsNothing(on, (_body, call) => isMeant(call)),
    findsTheLast: () => rule.findsTheLast(on, isMeant),
    opens: () => rule.opens(on, OPENED[row.opens!]),
    spoiltBy: () => spoiltBy(row.spoiltBy!),
    blindTo: () => comparesBlindly(new RegExp(row.blindTo!, 'gsu')),
    charge: () => rule.charges(on, (answer) => (answer.status === status ? row.charge! : 0)),
    price: () =>
      rule.charges(on, (answer, call, isRetry) => {
        const used = rule.resultsOf(answer)?.credits_used ?? 0;
        const more = isMeant(call) ? Math.ceil(used * row.price!) - used : 0;
        // A recovered answer shows the price of the first one.
        if (more !== 0) rule.editResults(answer, (data) => void (data.credits_used += more));
        return isRetry() ? 0 : more;
      }),
  };
  const made = Object.entries(kinds).flatMap(([kind, make]) => (kind in row ? [make()] : []));
  if (made.length === 0) throw new Error(`The row has no known change: ${JSON.stringify(row)}`);
  return rule.inTurn(...made);
}
