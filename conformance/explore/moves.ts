/**
 * The moves of a story. Each makes one or several steps from the facts known so far, or none if it does not apply. Its choices
 * depend only on its random source, so that it makes the same choices on another target.
 */
import type { OperationId, SearchOperation } from '../../spec/contract.js';
import { FILTERS, type TermsToTry } from '../model/filters.js';
import { letters } from '../pack/write-pack.js';
import type { Fields } from '../values/fields.js';
import { canonical } from '../values/json.js';
import { asJson } from '../values/unchanged.js';
import type { Asked, Chapter } from './chapter.js';
import { SPOILS, spoiltQueries } from './bad-input.js';
import { familyOf, type Base } from './known.js';
import type { Random } from '../values/random.js';
import { stepOf, type StoryStep } from './step.js';

export interface MoveContext {
  move: string;
  chapter: Chapter;
  random: Random;
  /** Chooses a base. It is separate because bases depend on data, and other choices must be the same on another target. */
  randomBase: Random;
  operation: OperationId;
  /** The operation of the move. If it is not a search, members that only searches have are undefined. */
  search: SearchOperation;
}

type Fits = (asked: Asked) => boolean;

export interface Move {
  /** The operations that the move can use. */
  on: 'searches' | 'keyed' | 'lookups' | 'balance';
  /** How often the move is chosen, in proportion to others. */
  weight: number;
  needsAdmin?: true;
  /** True if the move probably buys jobs. */
  buys?: true;
  /** The move needs an earlier search of its operation for which this returns true. */
  needs?: Fits;
  bind(context: MoveContext): StoryStep[] | null;
}

const step = ({ move, operation, chapter }: MoveContext, members: Partial<StoryStep>): StoryStep =>
  stepOf(members.move ?? move, chapter.nextId(), { operation, ...members });

/* ------------------------------------------------------------------------------------------------------- searches */

const CURSORS = ['search_after', 'next_cursor'];

/** The base of this search's family, which the chapter keeps from its first use on. */
function baseOf(context: MoveContext): Base | null {
  const { chapter, randomBase } = context;
  const family = familyOf(context.search);
  const base =
    chapter.bases[family] ??
    chapter.known.baseFor(family, family === chapter.mainFamily, chapter.now, randomBase);
  if (base !== null) chapter.bases[family] = base;
  return base;
}

/** A body for this search within a base; `more` are further members. Null if the base is unknown. */
function bodyWithin(context: MoveContext, more: Fields = {}, base = baseOf(context)): Fields | null {
  const { search } = context;
  if (base === null) return null;
  const all = {
    ...base.body,
    // By default, historical company searches leave out jobs without a salary.
    ...(search.id === 'searchCompanyJobsHistorical' ? { salary_data_available: false } : {}),
    ...more,
    limit: more['limit'] ?? 10,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => search.bodyFields.includes(name)));
}

/** A new operation key, sometimes of an extreme form. */
function newKey({ chapter, random }: MoveContext): string {
  chapter.keys += 1;
  const name = `$inputs.operationKey${letters(chapter.keys - 1)}`;
  if (chapter.keys === 3 && random.chance(0.5)) return '{$inputs.longestKey}';
  return random.chance(0.1) ? `{${name}}_${random.pick(['-', 'Z', '0-_'])}` : `{${name}}`;
}

/** The step that sends this body: with or without a key, perhaps in concurrent copies or with the connection closed early. */
function stepsFor(context: MoveContext, body: Fields): StoryStep[] {
  const { random } = context;
  const way = random.next();
  const key = context.search.acceptsOperationKey && random.chance(0.55) ? newKey(context) : null;
  const how = (): Partial<StoryStep> => {
    if (way >= 0.72 && way < 0.82) return { copies: 2 + random.below(2) };
    if (way < 0.82 || way >= 0.96 || key === null) return {};
    return way < 0.9 ? { key: `${newKey(context)}-{$copy}`, copies: 2 } : { cut: true };
  };
  return [step(context, { body, key, ...how() })];
}

/** Returns an earlier search of this operation, usually one of the latest. */
function earlier({ chapter, random, operation }: MoveContext, fits: Fits): Asked | null {
  const all = chapter.asked.filter((each) => each.operation.id === operation && fits(each));
  return oneOf(all, random);
}

function oneOf(all: readonly Asked[], random: Random): Asked | null {
  if (all.length === 0) return null;
  return random.chance(0.6) ? all[Math.max(0, all.length - 1 - random.below(3))]! : random.pick(all);
}

/** The body with its members in another order, which means the same. */
function reordered(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).reverse());
}

/** The body as another text with the same JSON value. Null if it contains expressions, which a text cannot have. */
function otherText(body: Fields, random: Random): string | null {
  const text = asJson(body);
  if (text.includes('"$')) return null;
  const limit = body['limit'];
  const way = random.below(typeof limit === 'number' ? 3 : 2);
  if (way === 0) return JSON.stringify(body, null, 2);
  if (way === 1) return ` ${text.replaceAll('":', '" : ')}\n`;
  return text.replace(`"limit":${String(limit)}`, `"limit":${String(limit)}.0`);
}

/** Another body with another intent: one filter more, other results, or another page. */
function changedBody(body: Fields, context: MoveContext): Fields | null {
  const { random, search } = context;
  // How a service compares bodies hardly depends on the search.
  const more = random.chance(0.3) ? filtered(body, context, 'conflict') : null;
  const changes = Object.entries(body).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return [{ ...body, [name]: !value }];
    if (typeof value !== 'object' || value === null || CURSORS.includes(name)) return [];
    const other = valueOf(name, context);
    return [withOtherMode(body, name), ...(other === undefined ? [] : [{ ...body, [name]: other }])];
  });
  const all = [
    ...changes,
    ...changes,
    nextPage(body, context),
    { ...body, limit: body['limit'] === 11 ? 12 : 11 },
  ];
  const possible = all.filter((each) => each !== null && canonical(each) !== canonical(body));
  const changed = more ?? random.pick(possible);
  const isOfSearch = Object.keys(changed ?? {}).every((name) => search.bodyFields.includes(name));
  return isOfSearch ? changed : null;
}

/** The body with the other mode (`and`, `or`) in a member. */
function withOtherMode(body: Fields, name: string): Fields {
  const text = JSON.stringify(body[name]);
  const other = text.replace(
    /"mode":"(and|or)"/,
    (_all, mode) => `"mode":"${mode === 'and' ? 'or' : 'and'}"`,
  );
  return { ...body, [name]: JSON.parse(other) as unknown };
}

function nextPage(body: Fields, context: MoveContext): Fields | null {
  const { chapter, operation, search } = context;
  const own = chapter.asked.findLast(
    (each) => each.operation.id === operation && canonical(each.body) === canonical(body),
  );
  const cursor = own?.data?.[search.cursorField] ?? null;
  return own === undefined || cursor === null ? null : withCursor(own, search);
}

const withCursor = ({ step, body }: Asked, { cursorField }: SearchOperation): Fields => ({
  ...body,
  [cursorField]: `$steps.${step.id}.outputs.${cursorField}`,
});

/** Adds a filter to the body, the least used one for the purpose, with values of known jobs. Null if no filter is left. */
function filtered(
  body: Fields,
  context: MoveContext,
  purpose = `filter ${context.operation}`,
): Fields | null {
  const { chapter, random, search } = context;
  const names = [...Object.keys(FILTERS), 'industry', 'is_agency', 'job_boards', 'exclude_duplicates'].filter(
    (name) => search.bodyFields.includes(name) && body[name] === undefined,
  );
  for (let left = names; left.length > 0;) {
    const name = chapter.known.leastUsed(purpose, left, random);
    const value = valueOf(name, context);
    if (value !== undefined) return { ...body, [name]: value };
    left = left.filter((each) => each !== name);
  }
  return null;
}

function valueOf(name: string, context: MoveContext): unknown {
  const { chapter, random } = context;
  const { enums } = chapter.session.documents.contract;
  if (name === 'industry') return [random.pick(enums.industry)];
  if (name === 'is_agency' || name === 'job_boards' || name === 'exclude_duplicates')
    return random.chance(0.5);
  const base = chapter.bases[familyOf(context.search)];
  const words = base?.words ?? [];
  const lists = words.length < 2 ? [] : [[words[0]!], [words.at(-1)!], words.slice(0, 2)];
  const terms: TermsToTry = {
    title: { wanted: lists, excluded: lists },
    description: { wanted: lists, excluded: lists },
  };
  const jobs = [...chapter.paid.values()];
  const tries = FILTERS[name]!.tries(jobs, { boards: chapter.known.boards, enums }, terms);
  const value = tries.length === 0 ? undefined : random.pick(tries);
  const isPlace = name.endsWith('jobs_locations') && chapter.known.places.length > 0;
  if (isPlace && random.chance(0.3)) return [random.pick(chapter.known.places)];
  if (
    name.endsWith('job_keywords') &&
    !name.startsWith('advanced') &&
    value !== undefined &&
    random.chance(0.3)
  )
    return { ...(value as Fields), description: words.slice(0, 1), mode: random.pick(['and', 'or']) };
  return value;
}

/* ---------------------------------------------------------------------------------------------------------- moves */

function buy(context: MoveContext): StoryStep[] | null {
  const { random, chapter } = context;
  const limit = random.pick([10, 10, 10, 12, 20]);
  const body = bodyWithin(context, { limit: chapter.isFirstPurchase ? 1 : limit });
  if (body === null) return null;
  const steps = stepsFor(context, body);
  const { id, cut } = steps[0]!;
  if (cut || random.chance(0.6)) return steps;
  const { cursorField } = context.search;
  const next = { ...body, [cursorField]: `$steps.${id}.outputs.${cursorField}` };
  return [...steps, step(context, { move: 'page', body: next })];
}

function page(context: MoveContext, asked: Asked): StoryStep[] {
  const body = withCursor(asked, context.search);
  // A new page needs a new key.
  if (asked.key !== null && context.random.chance(0.2))
    return [step(context, { move: 'conflict', body, key: asked.key })];
  const again = context.search.acceptsOperationKey && context.random.chance(0.4);
  return [
    ...stepsFor(context, body),
    ...(again ? [step(context, { move: 'page-again', body, key: newKey(context) })] : []),
  ];
}

/** The body of the step with its expressions, so that a repetition on another target sends that target's cursors. */
const bodyAsMade = ({ step }: Asked): Fields => step.body!;

function repeat(context: MoveContext, asked: Asked): StoryStep[] {
  const body = bodyAsMade(asked);
  const isNull = context.random.chance(0.2) && !CURSORS.some((name) => body[name] !== undefined);
  return stepsFor(context, isNull ? { ...body, [asked.operation.cursorField]: null } : body);
}

function retry(context: MoveContext, asked: Asked): StoryStep[] {
  const { random } = context;
  const { key } = asked;
  const body = bodyAsMade(asked);
  const way = random.next();
  const written =
    way < 0.7 ? { body } : way < 0.85 ? { body: reordered(body) } : { body, text: otherText(body, random) };
  const first = step(context, { key, ...written, copies: random.chance(0.1) ? 2 : 1 });
  return random.chance(0.3) ? [first, step(context, { key, body })] : [first];
}

const isAny = (): boolean => true;
const hasKey = ({ key }: Asked): boolean => key !== null;
const hasNext = ({ data, operation }: Asked): boolean => (data?.[operation.cursorField] ?? null) !== null;

/** Sends the key of an earlier search with another body. Takes two searches, and changes the body with more members. */
function conflict(context: MoveContext, one: Asked): StoryStep[] | null {
  const other = earlier(context, hasKey)!;
  const asked = membersOf(other) > membersOf(one) ? other : one;
  const { key } = asked;
  const changed = changedBody(bodyAsMade(asked), context);
  if (changed === null) return null;
  const conflicting = step(context, { body: changed, key });
  return context.random.chance(0.5)
    ? [conflicting]
    : [conflicting, step(context, { body: bodyAsMade(asked), key })];
}

/** Sends a search with a new filter, and then the same key with another mode or value of this filter, or without it. */
function changedFilter(context: MoveContext, body: Fields): StoryStep[] | null {
  const first = filtered(body, context, 'changed-filter');
  if (first === null) return null;
  const name = Object.keys(first).at(-1)!;
  const others = [withOtherMode(first, name), { ...body, [name]: valueOf(name, context) }, body];
  const other = others.find((each) => canonical(each) !== canonical(first))!;
  const key = newKey(context);
  return [step(context, { body: first, key }), step(context, { move: 'conflict', body: other, key })];
}

const membersOf = ({ body }: Asked): number => Object.keys(body).length;

/** Sends the key and body of an earlier search to another search operation. */
function elsewhere(context: MoveContext): StoryStep[] | null {
  const { search } = context;
  const isElsewhere = ({ key, operation }: Asked): boolean =>
    key !== null && operation.id !== search.id && familyOf(operation) === familyOf(search);
  const asked = oneOf(context.chapter.asked.filter(isElsewhere), context.random);
  if (asked === null) return null;
  const members = Object.entries(bodyAsMade(asked)).filter(([name]) => search.bodyFields.includes(name));
  return [step(context, { body: Object.fromEntries(members), key: asked.key })];
}

function filter(context: MoveContext, body: Fields): StoryStep[] | null {
  const one = filtered(body, context);
  if (one === null) return null;
  const two = context.random.chance(0.35) ? filtered(one, context) : null;
  return stepsFor(context, two ?? one);
}

const emptyBody = (context: MoveContext): Fields | null =>
  bodyWithin(context, { job_keywords: { title: ['{$inputs.unlikelyWord}'] } });

function nothing(context: MoveContext): StoryStep[] | null {
  const body = emptyBody(context);
  return body && stepsFor(context, body);
}

/** Searches for a company whose jobs a direct search found, to learn its profile URL. */
function identify(context: MoveContext): StoryStep[] | null {
  const name = context.chapter.known.nextEmployer();
  return name === null ? null : [step(context, { body: { company_name: name, limit: 1 } })];
}

function badInput(context: MoveContext, body: Fields): StoryStep[] | null {
  const { random, search } = context;
  const spoilt = random.pick(SPOILS)(body, search, random, context.chapter.now);
  if (spoilt === null) return null;
  const key = search.acceptsOperationKey && random.chance(0.4) ? newKey(context) : null;
  const bad = step(context, { key, ...spoilt });
  // Sometimes the correct body follows, under another key.
  const isTriedAgain = key !== null && random.chance(0.3);
  return isTriedAgain ? [bad, step(context, { move: 'after-bad-input', body, key: newKey(context) })] : [bad];
}

function badKey(context: MoveContext, body: Fields): StoryStep[] {
  const key = context.random.pick([
    'use_v1_',
    'kit_{$inputs.operationKeyBad}',
    '{$inputs.operationKeyBad}.dot',
    '{$inputs.longestKey}x',
    '{$inputs.operationKeyBad} x',
    'USE_V1_abc',
  ]);
  return [step(context, { body, key })];
}

/** Sends two searches under different keys that look alike. */
function similarKeys(context: MoveContext, body: Fields): StoryStep[] | null {
  const { random, chapter } = context;
  const other = filtered(body, context);
  if (other === null) return null;
  chapter.keys += 1;
  const key = `{$inputs.operationKey${letters(chapter.keys - 1)}}`;
  const long = `${key}_0123456789-0123456789-0123456789-0123456789-0123456789`;
  const [one, two] = random.pick([
    [`${key}_a`, `${key}_A`],
    [`${long}_a`, `${long}_A`],
    [`${key}-`, `${key}_`],
  ] as const);
  return [step(context, { body, key: one }), step(context, { body: other, key: two })];
}

function noCredential(context: MoveContext, body: Fields): StoryStep[] {
  return [step(context, { body, sender: context.random.pick(['none', 'unknown']) })];
}

function lookup(context: MoveContext): StoryStep[] | null {
  const { random, operation, chapter } = context;
  const labels = chapter.known.labels;
  const text = labels.length === 0 ? 'ber' : random.pick(labels);
  const part = text.trim().slice(0, 3 + random.below(4));
  const isOfPlaces = operation === 'listLocations';
  const queries: Record<string, string>[] = [
    isOfPlaces ? { q: part, limit: String(1 + random.below(30)) } : {},
    { q: part },
    { q: part.toUpperCase() },
    { q: ` ${part} ` },
    { q: 'zzqxnothing' },
    ...(isOfPlaces ? [] : [{}, { q: '' }, { q: '   ' }]),
  ];
  const query = random.chance(0.15) ? random.pick(spoiltQueries(isOfPlaces, part)) : random.pick(queries);
  const isShort = isOfPlaces && (query['q'] ?? '').replace(/\s/g, '').length < 3 && query['q'] === part;
  return isShort ? null : [step(context, { query })];
}

/* --------------------------------------------------------------------------------- moves that need the admin API */

const FAULTS = [
  'rate-limited',
  'service-unavailable',
  'server-error',
  'drop-before-charge',
  'drop-after-charge',
  'truncate',
  'server-error-after-charge',
] as const;

type Helper = NonNullable<StoryStep['call']>['helper'];

const callOf = (context: MoveContext, helper: Helper, given: Fields): StoryStep =>
  step(context, { operation: null, call: { helper, given } });

const balanceOf = (context: MoveContext): StoryStep =>
  step(context, { move: 'balance', operation: 'getCreditBalance' });

/** Reads the balance, sometimes twice. */
function readBalance(context: MoveContext): StoryStep[] {
  return Array.from({ length: context.random.chance(0.25) ? 2 : 1 }, () => step(context, {}));
}

/** Sends a request that a fault hits, and usually a retry. */
function fault(context: MoveContext, body: Fields): StoryStep[] {
  const { random, operation } = context;
  const key = context.search.acceptsOperationKey && random.chance(0.85) ? newKey(context) : null;
  const effect = random.pick(FAULTS);
  const steps = [
    callOf(context, 'plant-fault', { fault: { operation, effect } }),
    step(context, { move: 'faulted', body, key }),
    callOf(context, 'clear-faults', {}),
  ];
  if (random.chance(0.25)) steps.push(balanceOf(context));
  if (random.chance(0.85)) steps.push(step(context, { move: 'after-fault', body, key }));
  return steps;
}

const setTo = (context: MoveContext, credits: number): StoryStep =>
  callOf({ ...context, move: 'set-credits' }, 'set-credits', { credits });

/** Sets the balance to 0, to a debt, or to about the price of the next page. Not in chapters that start with a large balance. */
function setCredits(context: MoveContext): StoryStep[] | null {
  const { chapter, random } = context;
  if (chapter.credits === null) return null;
  const base = chapter.bases.direct?.total ?? 10;
  return [setTo(context, random.pick([0, 0, -5, 1, Math.min(10, base), 10, 30, 100]))];
}

/**
 * Searches for a few jobs with too few credits, and then with exactly their price. Prefers days that the chapter does not use
 * otherwise. Sometimes sends two copies, and the credits pay for one.
 */
function lastCredits(context: MoveContext): StoryStep[] | null {
  const { chapter, random, search } = context;
  const own = baseOf(context);
  const others = chapter.known.bases.filter(
    ({ family, total, body }) =>
      family === familyOf(search) && total && body['published_before'] !== own?.body['published_before'],
  );
  const base = others.length === 0 ? own : random.pick(others);
  const limit = Math.min(3, base?.total ?? 3);
  // Only with duplicates are all pages before the last certainly full (reading page-fullness).
  const body = bodyWithin(context, { limit, exclude_duplicates: false }, base);
  if (body === null) return null;
  const price = limit * search.creditCost;
  const isTwice = search.acceptsOperationKey && random.chance(0.3);
  const key = isTwice ? `${newKey(context)}-{$copy}` : null;
  return [
    ...(price > 1
      ? [
          setTo(context, 1 + random.below(price - 1)),
          balanceOf(context),
          step(context, { move: 'unaffordable', body }),
        ]
      : []),
    setTo(context, price),
    balanceOf(context),
    step(context, { move: 'buy', body, key, copies: isTwice ? 2 : 1 }),
    setTo(context, 50),
  ];
}

/** Repeats an earlier search or an empty one, first without and then with credits. A free answer must not need credits. */
function withoutCredits(context: MoveContext): StoryStep[] | null {
  const { random } = context;
  const asked = earlier(context, ({ jobs }) => jobs.length > 0);
  const isEmpty = random.chance(0.35);
  const body = isEmpty ? emptyBody(context) : asked && bodyAsMade(asked);
  if (body === null) return null;
  return [
    ...(isEmpty ? [step(context, { move: 'nothing', body })] : []),
    setTo(context, random.pick([0, 0, -5])),
    balanceOf(context),
    step(context, { body, key: !isEmpty && random.chance(0.4) ? asked!.key : null }),
    balanceOf(context),
    setTo(context, 50),
    step(context, { move: 'with-credits', body }),
  ];
}

/** Moves the clock, usually into the next billing period, and repeats an earlier search with its key, and often without it. */
function moveClock(context: MoveContext): StoryStep[] | null {
  const { chapter, random } = context;
  if (chapter.hasMovedClock) return null;
  const by = random.pick([{ days: 1 }, { days: 33 }, { days: 33 }, { days: 40 }]);
  const keyed = chapter.asked.filter(({ key, data }) => key !== null && data !== null);
  const asked = keyed.length === 0 ? null : random.pick(keyed);
  const moved = callOf(context, 'advance-clock', { by });
  if (asked === null) return [moved];
  const search = { operation: asked.operation.id, body: bodyAsMade(asked) };
  return [
    moved,
    step(context, { move: 'retry', ...search, key: asked.key }),
    ...(random.chance(0.6) ? [step(context, { move: 'repeat', ...search })] : []),
  ];
}

/** A second account repeats a search of this one without a key, or with the same key and often with limit 1. */
function otherAccount(context: MoveContext, asked: Asked): StoryStep[] | null {
  const { random, chapter } = context;
  // The second account has its own clock.
  if (chapter.hasMovedClock) return null;
  const isOfStep = asked.key?.includes('$steps.') === true;
  const key = isOfStep || random.chance(0.3) ? null : asked.key;
  const body = bodyAsMade(asked);
  if (CURSORS.some((name) => body[name] !== undefined)) return null;
  const isLess = key !== null && random.chance(0.6);
  return [step(context, { body: isLess ? { ...body, limit: 1 } : body, key, sender: 'second' })];
}

/** A move with a body within the base of its search. */
const within = (make: (context: MoveContext, body: Fields) => StoryStep[] | null): Pick<Move, 'bind'> => ({
  bind(context) {
    const body = bodyWithin(context);
    return body && make(context, body);
  },
});

/** A move that uses an earlier search of its operation for which `needs` returns true. */
const about = (
  needs: Fits,
  make: (context: MoveContext, asked: Asked) => StoryStep[] | null,
): Pick<Move, 'needs' | 'bind'> => ({
  needs,
  bind(context) {
    const asked = earlier(context, needs);
    return asked && make(context, asked);
  },
});

export const MOVES: Readonly<Record<string, Move>> = {
  buy: { on: 'searches', weight: 8, buys: true, bind: buy },
  page: { on: 'searches', weight: 12, ...about(hasNext, page) },
  repeat: { on: 'searches', weight: 5, ...about(isAny, repeat) },
  retry: { on: 'searches', weight: 8, ...about(hasKey, retry) },
  conflict: { on: 'keyed', weight: 9, ...about(hasKey, conflict) },
  'changed-filter': { on: 'keyed', weight: 5, ...within(changedFilter) },
  elsewhere: { on: 'keyed', weight: 3, bind: elsewhere },
  filter: { on: 'searches', weight: 8, ...within(filter) },
  nothing: { on: 'searches', weight: 2, bind: nothing },
  identify: { on: 'searches', weight: 10, bind: identify },
  'bad-input': { on: 'searches', weight: 4, ...within(badInput) },
  'bad-key': { on: 'keyed', weight: 2, ...within(badKey) },
  'similar-keys': { on: 'keyed', weight: 2, ...within(similarKeys) },
  'no-credential': { on: 'searches', weight: 1, ...within(noCredential) },
  lookup: { on: 'lookups', weight: 4, bind: lookup },
  balance: { on: 'balance', weight: 9, bind: readBalance },
  fault: { on: 'searches', weight: 6, needsAdmin: true, ...within(fault) },
  'set-credits': { on: 'balance', weight: 4, needsAdmin: true, bind: setCredits },
  'last-credits': { on: 'searches', weight: 2, needsAdmin: true, buys: true, bind: lastCredits },
  'without-credits': { on: 'searches', weight: 5, needsAdmin: true, bind: withoutCredits },
  clock: { on: 'balance', weight: 2, needsAdmin: true, bind: moveClock },
  'other-account': { on: 'searches', weight: 4, needsAdmin: true, ...about(isAny, otherAccount) },
};

/** Values of `StoryStep.move` whose requests cost nothing: they are refused, find nothing, or find jobs that are paid for. */
export const FREE = 'bad-input bad-key no-credential nothing conflict retry page-again unaffordable'.split(
  ' ',
);
/** Values of `StoryStep.move` whose requests are invalid. */
export const INVALID = ['bad-input', 'bad-key'];
/** Values of `StoryStep.move` whose results depend on earlier jobs, which may differ on another target. */
export const RESTS_ON_DATA =
  'retry conflict elsewhere other-account faulted after-fault page page-again unaffordable'.split(' ');
