/**
 * The moves of a story. Each makes one or several steps from the facts known so far, or none if it does not apply. Its choices
 * depend only on its random source, so that it makes the same choices on another target.
 */
import type { LookupId, LookupOperation, Operation, SearchOperation } from '../../spec/contract.js';
import { FILTERS, isKeywordFilter } from '../model/filters.js';
import { familyOf, type Base, type Family } from './known.js';
import { termsIn } from '../run/survey/together.js';
import { isText, type Fields } from '../values/fields.js';
import { canonical } from '../values/json.js';
import type { Random } from '../values/random.js';
import { asJson } from '../values/unchanged.js';
import { badInput, wrongQueries } from './bad-input.js';
import type { Asked, Chapter } from './chapter.js';
import type { Helper, StoryStep } from './step.js';

/** Members of a step. The others are those of `stepOf`, with the move and the operation of the choice. */
type Members = Partial<StoryStep>;

type Fits = (asked: Asked) => boolean;

export interface Move {
  /** The operations that the move can use. */
  on: Operation['kind'] | 'keyed';
  /** How often the move is chosen, in proportion to others. */
  weight: number;
  needsAdmin?: true;
  /** True if the move probably buys jobs. */
  buys?: true;
  /** The move needs an earlier search of its operation for which this returns true. */
  needs?: Fits;
  /** Empty if the move does not apply. */
  steps(maker: StepMaker): Members[];
}

const CURSORS = ['search_after', 'next_cursor'];

const isAny = (): boolean => true;
const hasKey = ({ key }: Asked): boolean => key !== null;
const hasNext = ({ data, operation }: Asked): boolean => (data?.[operation.cursorField] ?? null) !== null;

const hasCursor = (body: Fields): boolean => CURSORS.some((name) => body[name] !== undefined);
const membersOf = ({ body }: Asked): number => Object.keys(body).length;

/** Makes bodies and keys for the steps of a move on one operation. */
export class StepMaker {
  readonly chapter: Chapter;
  /** The operation of the move. If it is not a search, members that only searches have are undefined. */
  readonly search: SearchOperation;
  readonly random: Random;
  /** Chooses a base. It is separate because bases depend on data, and other choices must be the same on another target. */
  readonly #randomBase: Random;
  readonly #family: Family;

  constructor(chapter: Chapter, search: SearchOperation, random: Random, randomBase: Random) {
    this.chapter = chapter;
    this.search = search;
    this.random = random;
    this.#randomBase = randomBase;
    this.#family = familyOf(search);
  }

  /** The base of this search's family, which the chapter keeps from its first use on. */
  base(): Base | null {
    const { bases, known } = this.chapter;
    const family = this.#family;
    const base = bases[family] ?? known.baseFor(family, this.chapter.sizeOf(family), this.#randomBase);
    if (base !== null) bases[family] = base;
    return base;
  }

  /** A body for this search within a base; `more` are further members. Null if the base is unknown. */
  bodyWithin(more: Fields = {}, base = this.base()): Fields | null {
    if (base === null) return null;
    // By default, historical company searches leave out jobs without a salary.
    const salary = this.search.id === 'searchCompanyJobsHistorical' ? { salary_data_available: false } : {};
    return this.ownOf({ ...base.body, ...salary, ...more, limit: more['limit'] ?? 10 });
  }

  emptyBody(): Fields | null {
    return this.bodyWithin({ job_keywords: { title: ['{$inputs.unlikelyWord}'] } });
  }

  /** The members of a body that this search has. */
  ownOf(body: Fields): Fields {
    return Object.fromEntries(Object.entries(body).filter(([name]) => this.search.bodyFields.includes(name)));
  }

  /** The body for the page after that of a step. */
  pageAfter(id: string, body: Fields): Fields {
    const { cursorField } = this.search;
    return { ...body, [cursorField]: `$steps.${id}.outputs.${cursorField}` };
  }

  /** A new operation key, sometimes of an extreme form. */
  newKey(): string {
    const { chapter, random } = this;
    const name = chapter.newKey();
    if (chapter.keys === 3 && random.chance(0.5)) return '{$inputs.longestKey}';
    return random.chance(0.1) ? `{${name}}_${random.pick(['-', 'Z', '0-_'])}` : `{${name}}`;
  }

  /** A new operation key with this probability, if the search accepts keys. */
  perhapsKey(probability: number): string | null {
    return this.search.acceptsOperationKey && this.random.chance(probability) ? this.newKey() : null;
  }

  /** A step with this body: with or without a key, perhaps in concurrent copies or with the connection closed early. */
  stepWith(body: Fields): Members {
    const way = this.random.next();
    const key = this.perhapsKey(0.55);
    if (way >= 0.72 && way < 0.82) return { body, key, copies: 2 + this.random.below(2) };
    if (way < 0.82 || way >= 0.96 || key === null) return { body, key };
    return way < 0.9 ? { body, key: `${this.newKey()}-{$copy}`, copies: 2 } : { body, key, cut: true };
  }

  /** Returns an earlier search, by default of this operation, usually one of the latest. */
  earlier(fits: Fits, isOwn: Fits = ({ operation }) => operation.id === this.search.id): Asked | null {
    const { chapter, random } = this;
    const all = chapter.asked.filter((each) => isOwn(each) && fits(each));
    if (all.length === 0) return null;
    return random.chance(0.6) ? all[Math.max(0, all.length - 1 - random.below(3))]! : random.pick(all);
  }

  /** Adds a filter to the body, the least used one for the purpose, with values of known jobs. Null if no filter is left. */
  filtered(body: Fields, purpose = `filter ${this.search.id}`): Fields | null {
    const { chapter, random, search } = this;
    const others = ['industry', 'is_agency', 'job_boards', 'exclude_duplicates'];
    const names = [...Object.keys(FILTERS), ...others].filter(
      (name) => search.bodyFields.includes(name) && body[name] === undefined,
    );
    for (let left = names; left.length > 0;) {
      const name = chapter.known.leastUsed(purpose, left, random);
      const value = this.valueOf(name);
      if (value !== undefined) return { ...body, [name]: value };
      left = left.filter((each) => each !== name);
    }
    return null;
  }

  /** A value for a filter; undefined if no known job has one. */
  valueOf(name: string): unknown {
    const { chapter, random } = this;
    const { known } = chapter;
    const { enums } = chapter.session.documents.contract;
    if (name === 'industry') return [random.pick(enums.industry)];
    if (!Object.hasOwn(FILTERS, name)) return random.chance(0.5);
    const jobs = [...chapter.paid.values()].map(({ job }) => job);
    const terms = termsIn(isKeywordFilter(name) ? jobs : []);
    const tries = FILTERS[name]!.tries(jobs, { boards: known.boards, enums }, terms);
    const value = tries.length === 0 ? undefined : random.pick(tries);
    if (name.endsWith('jobs_locations') && known.places.length > 0 && random.chance(0.3))
      return [random.pick(known.places)];
    const isPlain = isKeywordFilter(name) && !name.startsWith('advanced');
    if (isPlain && value !== undefined && random.chance(0.3))
      return {
        ...(value as Fields),
        description: terms.description.wanted[0],
        mode: random.pick(['and', 'or']),
      };
    return value;
  }

  /** Another body with another intent: one filter more, other results, or another page. */
  changed(body: Fields): Fields | null {
    const { chapter, random, search } = this;
    // How a service compares bodies hardly depends on the search.
    const more = random.chance(0.3) ? this.filtered(body, 'conflict') : null;
    const changes = Object.entries(body).flatMap(([name, value]) => {
      if (typeof value === 'boolean') return [{ ...body, [name]: !value }];
      if (typeof value !== 'object' || value === null || CURSORS.includes(name)) return [];
      const other = this.valueOf(name);
      return [withOtherMode(body, name), ...(other === undefined ? [] : [{ ...body, [name]: other }])];
    });
    const own = chapter.asked.findLast(
      ({ operation, body: sent }) => operation.id === search.id && canonical(sent) === canonical(body),
    );
    const next = own !== undefined && hasNext(own) ? [this.pageAfter(own.step.id, own.body)] : [];
    const all = [...changes, ...changes, ...next, { ...body, limit: body['limit'] === 11 ? 12 : 11 }];
    const changed = more ?? random.pick(all.filter((each) => canonical(each) !== canonical(body)));
    return Object.keys(changed).every((name) => search.bodyFields.includes(name)) ? changed : null;
  }
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

/** The field of a job with a name that a lookup lists. */
const NAMED_BY: Readonly<Record<LookupId, string>> = {
  listJobBoards: 'Job Board',
  listDepartments: 'Department Name',
  listLocations: 'City',
};

const FAULTS = [
  'rate-limited',
  'service-unavailable',
  'server-error',
  'drop-before-charge',
  'drop-after-charge',
  'truncate',
  'server-error-after-charge',
] as const;

const callOf = (helper: Helper, given: Fields): Members => ({ operation: null, call: { helper, given } });

const setTo = (credits: number): Members => callOf('set-credits', { credits });

const BALANCE: Members = { move: 'balance', operation: 'getCreditBalance' };

type Row = Omit<Move, 'needs' | 'steps'>;

const move = (row: Row, steps: Move['steps']): Move => ({ ...row, steps });

/** A move with a body within the base of its search. */
const within = (row: Row, make: (maker: StepMaker, body: Fields) => Members[]): Move =>
  move(row, (maker) => {
    const body = maker.bodyWithin();
    return body === null ? [] : make(maker, body);
  });

/**
 * A move that uses an earlier search of its operation for which `needs` returns true. `body` is that of its step, with expressions,
 * so that a repetition on another target sends that target's cursors.
 */
const about = (
  row: Row,
  needs: Fits,
  make: (maker: StepMaker, asked: Asked, body: Fields) => Members[],
): Move => ({
  ...row,
  needs,
  steps(maker) {
    const asked = maker.earlier(needs);
    return asked === null ? [] : make(maker, asked, asked.step.body!);
  },
});

export const MOVES: Readonly<Record<string, Move>> = {
  buy: move({ on: 'search', weight: 8, buys: true }, (maker) => {
    const { random, chapter } = maker;
    const limit = random.pick([10, 10, 10, 12, 20]);
    const body = maker.bodyWithin({ limit });
    if (body === null) return [];
    const first = maker.stepWith(body);
    if (first.cut || random.chance(0.6)) return [first];
    return [first, { move: 'page', body: maker.pageAfter(chapter.nextId, body) }];
  }),
  page: about({ on: 'search', weight: 12 }, hasNext, (maker, { key, step, ...asked }) => {
    const { random } = maker;
    const body = maker.pageAfter(step.id, asked.body);
    // A new page needs a new key.
    if (key !== null && random.chance(0.2)) return [{ move: 'conflict', body, key }];
    const isAgain = maker.search.acceptsOperationKey && random.chance(0.4);
    const first = maker.stepWith(body);
    return isAgain ? [first, { move: 'page-again', body, key: maker.newKey() }] : [first];
  }),
  repeat: about({ on: 'search', weight: 5 }, isAny, (maker, { operation }, body) => {
    const isNull = maker.random.chance(0.2) && !hasCursor(body);
    return [maker.stepWith(isNull ? { ...body, [operation.cursorField]: null } : body)];
  }),
  retry: about({ on: 'search', weight: 8 }, hasKey, ({ random }, { key }, body) => {
    const way = random.next();
    const isReordered = way >= 0.7 && way < 0.85;
    const first = {
      key,
      body: isReordered ? Object.fromEntries(Object.entries(body).reverse()) : body,
      text: way < 0.85 ? null : otherText(body, random),
      copies: random.chance(0.1) ? 2 : 1,
    };
    return random.chance(0.3) ? [first, { key, body }] : [first];
  }),
  /** Sends the key of an earlier search with another body. Takes two searches, and changes the body with more members. */
  conflict: about({ on: 'keyed', weight: 9 }, hasKey, (maker, one) => {
    const other = maker.earlier(hasKey)!;
    const { key, step } = membersOf(other) > membersOf(one) ? other : one;
    const body = step.body!;
    const changed = maker.changed(body);
    if (changed === null) return [];
    const conflicting = { body: changed, key };
    return maker.random.chance(0.5) ? [conflicting] : [conflicting, { body, key }];
  }),
  /** Sends a search with a new filter, and then the same key with another mode or value of this filter, or without it. */
  'changed-filter': within({ on: 'keyed', weight: 5 }, (maker, body) => {
    const first = maker.filtered(body, 'changed-filter');
    if (first === null) return [];
    const name = Object.keys(first).at(-1)!;
    const others = [withOtherMode(first, name), { ...body, [name]: maker.valueOf(name) }, body];
    const other = others.find((each) => canonical(each) !== canonical(first))!;
    const key = maker.newKey();
    return [
      { body: first, key },
      { move: 'conflict', body: other, key },
    ];
  }),
  /** Sends the key and body of an earlier search to another search operation. */
  elsewhere: move({ on: 'keyed', weight: 3 }, (maker) => {
    const { search } = maker;
    const asked = maker.earlier(
      hasKey,
      ({ operation }) => operation.id !== search.id && familyOf(operation) === familyOf(search),
    );
    return asked === null ? [] : [{ body: maker.ownOf(asked.step.body!), key: asked.key }];
  }),
  filter: within({ on: 'search', weight: 8 }, (maker, body) => {
    const one = maker.filtered(body);
    if (one === null) return [];
    const two = maker.random.chance(0.35) ? maker.filtered(one) : null;
    return [maker.stepWith(two ?? one)];
  }),
  nothing: move({ on: 'search', weight: 2 }, (maker) => {
    const body = maker.emptyBody();
    return body === null ? [] : [maker.stepWith(body)];
  }),
  'bad-input': within({ on: 'search', weight: 7 }, (maker, body) => {
    const { random, search, chapter } = maker;
    const { contract } = chapter.session.documents;
    const bad = { key: maker.perhapsKey(0.4), ...badInput(contract, search, body, chapter.now, random) };
    // Sometimes the correct body follows, under another key.
    const isTriedAgain = bad.key !== null && random.chance(0.3);
    return isTriedAgain ? [bad, { move: 'after-bad-input', body, key: maker.newKey() }] : [bad];
  }),
  'bad-key': within({ on: 'keyed', weight: 4 }, ({ random }, body) => {
    const key = random.pick([
      'use_v1_',
      'kit_{$inputs.operationKeyBad}',
      '{$inputs.operationKeyBad}.dot',
      '{$inputs.longestKey}x',
      '{$inputs.operationKeyBad} x',
      'USE_V1_abc',
    ]);
    return [{ body, key }];
  }),
  /** Sends two searches under different keys that look alike. */
  'similar-keys': within({ on: 'keyed', weight: 2 }, (maker, body) => {
    const other = maker.filtered(body);
    if (other === null) return [];
    const key = `{${maker.chapter.newKey()}}`;
    const long = `${key}_0123456789-0123456789-0123456789-0123456789-0123456789`;
    const [one, two] = maker.random.pick([
      [`${key}_a`, `${key}_A`],
      [`${long}_a`, `${long}_A`],
      [`${key}-`, `${key}_`],
    ] as const);
    return [
      { body, key: one },
      { body: other, key: two },
    ];
  }),
  'no-credential': within({ on: 'search', weight: 3 }, ({ random }, body) => [
    { body, sender: random.pick(['none', 'unknown']) },
  ]),
  lookup: move({ on: 'lookup', weight: 4 }, ({ random, search, chapter }) => {
    const operation = search as Operation as LookupOperation;
    if (random.chance(0.15))
      return [{ query: random.pick(wrongQueries(chapter.session.documents.contract, operation)) }];
    const names = [...chapter.paid.values()].flatMap(({ job }) => job[NAMED_BY[operation.id]]).filter(isText);
    const part = (names.length === 0 ? 'ber' : random.pick(names)).trim().slice(0, 3 + random.below(4));
    const isOfPlaces = operation.id === 'listLocations';
    const query = random.pick<Record<string, string>>([
      isOfPlaces ? { q: part, limit: String(1 + random.below(30)) } : {},
      { q: part },
      { q: part.toUpperCase() },
      { q: ` ${part} ` },
      { q: 'zzqxnothing' },
      ...(isOfPlaces ? [] : [{}, { q: '' }, { q: '   ' }]),
    ]);
    // The lookup of places refuses short texts.
    return operation.validateQuery(query).length > 0 ? [] : [{ query }];
  }),
  /** Reads the balance, sometimes twice. */
  balance: move({ on: 'balance', weight: 9 }, ({ random }) => (random.chance(0.25) ? [{}, {}] : [{}])),
  /** Sends a request that a fault hits, and usually a retry. */
  fault: within({ on: 'search', weight: 6, needsAdmin: true }, (maker, body) => {
    const { random, search } = maker;
    const key = maker.perhapsKey(0.85);
    const effect = random.pick(FAULTS);
    return [
      callOf('plant-fault', { fault: { operation: search.id, effect } }),
      { move: 'faulted', body, key },
      callOf('clear-faults', {}),
      ...(random.chance(0.25) ? [BALANCE] : []),
      ...(random.chance(0.85) ? [{ move: 'after-fault', body, key }] : []),
    ];
  }),
  /** Sets the balance to 0, to a debt, or to about the price of the next page. Not in chapters that start with a large balance. */
  'set-credits': move({ on: 'balance', weight: 4, needsAdmin: true }, ({ chapter, random }) => {
    const base = chapter.bases.direct?.total ?? 10;
    if (chapter.credits === null) return [];
    return [setTo(random.pick([0, 0, -5, 1, Math.min(10, base), 10, 30, 100]))];
  }),
  /**
   * Searches for a few jobs with too few credits, and then with exactly their price. Sometimes sends two copies, and the credits
   * pay for one.
   */
  'last-credits': move({ on: 'search', weight: 2, needsAdmin: true, buys: true }, (maker) => {
    const { chapter, random, search } = maker;
    const base = chapter.known.baseFor(familyOf(search), 'small', random);
    const limit = Math.min(3, base?.total ?? 3);
    // Only with duplicates are all pages before the last certainly full (reading page-fullness).
    const body = maker.bodyWithin({ limit, exclude_duplicates: false }, base);
    if (body === null) return [];
    const price = limit * search.creditCost;
    const key = maker.perhapsKey(0.3);
    const twice = key === null ? {} : { key: `${key}-{$copy}`, copies: 2 };
    const tooFew =
      price > 1 ? [setTo(1 + random.below(price - 1)), BALANCE, { move: 'unaffordable', body }] : [];
    return [...tooFew, setTo(price), BALANCE, { move: 'buy', body, ...twice }, setTo(50)];
  }),
  /** Repeats an earlier search or an empty one, first without and then with credits. A free answer must not need credits. */
  'without-credits': move({ on: 'search', weight: 5, needsAdmin: true }, (maker) => {
    const { random } = maker;
    const asked = maker.earlier(({ jobs }) => jobs.length > 0);
    const isEmpty = random.chance(0.35);
    const body = isEmpty ? maker.emptyBody() : (asked?.step.body ?? null);
    if (body === null) return [];
    return [
      ...(isEmpty ? [{ move: 'nothing', body }] : []),
      setTo(random.pick([0, 0, -5])),
      BALANCE,
      { body, key: !isEmpty && random.chance(0.4) ? asked!.key : null },
      BALANCE,
      setTo(50),
      { move: 'with-credits', body },
    ];
  }),
  /** Moves the clock, usually into the next billing period, and repeats an earlier search with its key, and often without it. */
  clock: move({ on: 'balance', weight: 2, needsAdmin: true }, ({ chapter, random }) => {
    if (chapter.hasMovedClock) return [];
    const by = random.pick([{ days: 1 }, { days: 33 }, { days: 33 }, { days: 40 }]);
    const moved = callOf('advance-clock', { by });
    const keyed = chapter.asked.filter(({ key, data }) => key !== null && data !== null);
    if (keyed.length === 0) return [moved];
    const { key, operation, step } = random.pick(keyed);
    const search = { operation: operation.id, body: step.body };
    return [
      moved,
      { move: 'retry', ...search, key },
      ...(random.chance(0.6) ? [{ move: 'repeat', ...search }] : []),
    ];
  }),
  /** A second account repeats a search of this one without a key, or with the same key and often with limit 1. */
  'other-account': about({ on: 'search', weight: 4, needsAdmin: true }, isAny, (maker, asked, body) => {
    const { random, chapter } = maker;
    // The second account has its own clock.
    if (chapter.hasMovedClock) return [];
    const isOfStep = asked.key?.includes('$steps.') === true;
    const key = isOfStep || random.chance(0.3) ? null : asked.key;
    if (hasCursor(body)) return [];
    const isLess = key !== null && random.chance(0.6);
    return [{ body: isLess ? { ...body, limit: 1 } : body, key, sender: 'second' }];
  }),
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
