/** Habits: choices that the source leaves to a deployment, and other lawful differences. A service has one value of each. */
import { createRandom } from './random.js';

const CHOICES = {
  // Refusals
  invalidKey: [403, 401],
  invalidLegacyKey: ['401 envelope', '403 envelope', '403 detail', '401 detail'],
  invalidLookupKey: [403, 401],
  malformedBody: [422, 400],
  profileUrlShape: [400, 422],
  nullProfileUrl: [400, 422],
  legacyIdentity: [400, 422],
  legacyUnaffordable: ['envelope', 'detail'],
  historyUnaffordable: [402, 403],
  unknownFields: ['ignored', 'ignored', 'refused'],
  numbersAsText: ['refused', 'refused', 'coerced'],
  unknownBoard: [422, 400, 'empty'],
  departmentInOtherCase: ['refused', 'empty'],
  emptyLocation: ['free', 'refused'],
  brokenCursor: [422, 400],
  keyOnErrors: [true, false],
  // Windows
  bounds: ['half-open', 'closed'],
  zoneHours: [0, 0, -8, 9],
  historyEndsToday: [true, false],
  // Search
  keywords: ['words', 'substring'],
  duplicates: ['title and place', 'title'],
  historySalaryDefault: [true, false],
  historyAdvanced: [true, false],
  order: ['newest', 'newest', 'hash', 'oldest', 'title', 'company'],
  cursor: ['milliseconds', 'text', 'seconds'],
  cursorOnFullLastPage: [true, false],
  pages: ['full', 'full', 'short'],
  legacySnapshot: [true, false],
  // Operation keys
  replay: ['stored', 'fresh balance'],
  sameBody: ['value', 'bytes'],
  copies: ['wait', 'conflict'],
  legacyKeys: ['ignored', 'as others'],
  keyScope: ['account', 'endpoint'],
  madeKeys: ['new', 'same'],
  // Rates
  rateWindow: ['sliding', 'fixed'],
  unlistedLimit: [600, 600, 30],
  retryAfterZero: [false, false, true],
  // Balances and errors in answers
  balance: ['flat', 'nested', 'with dates'],
  legacyEmpty: ['text', 'object'],
  listOrder: ['label', 'value'],
  absentFields: ['null', 'null', 'left out'],
  profileUrl: ['same', 'slash', 'capitals'],
  companies: ['known', 'known', 'half known'],
  extraFields: [true, false],
  // Data
  language: ['en', 'de', 'pl', 'ja'],
  typesAsPosted: [false, false, true],
  secondLocations: [false, false, true],
  severalIndustries: [false, false, true],
  moving: [false, false, true],
  // HTTP
  gzip: [true, false],
  closes: [false, false, true],
  passingFailures: [true, false],
  slow: [false, false, true],
  headerNames: ['usual', 'small', 'capitals'],
  mediaType: ['plain', 'with charset', 'either'],
  spaces: [false, false, true],
  dateHeader: [true, true, false],
  // Number of postings.
  postings: [2000, 2000, 400, 12_000],
} as const satisfies Record<string, readonly (string | number | boolean)[]>;

/** Lawful habits that no seed selects, with the usual value first. Each of them once caused a false alarm or ended a run. */
const RARE = {
  // The lookups of boards and departments ignore accents, and one board has an accent.
  accents: ['count', 'ignored'],
  boardLabels: ['own', 'shared'],
  departments: ['any of', 'all of'],
  // Each entry of a lookup has members about this query.
  entriesOfQuery: [false, true],
  // Each answer signs the addresses of logos again, and has other addresses for applications.
  links: ['lasting', 'of one answer'],
  // Each answer signs the addresses of listings again.
  listings: ['lasting', 'signed'],
  // The names of some job boards begin or end with blanks.
  paddedBoards: [false, true],
  // The account gets credits during the run.
  toppedUp: [false, true],
  // Paths outside the contract lead to the documents.
  otherPaths: [404, 307],
  unknownCompany: ['null', 'left out'],
} as const;

/** For `setHabit`: all rare habits. */
export const RARE_HABITS = Object.entries(RARE).map(([name, [, rare]]) => `${name}=${rare}`);

/** Noise that can leave a run incomplete, with the usual value first. Seeds never select it. */
const NOISE = {
  // Postings disappear during the run.
  vanishing: [false, true],
  // 2 % of the answers are 500 or 503.
  failing: [false, true],
  // Every two seconds, another caller of the account spends credits.
  otherCaller: [false, true],
  // Each answer takes ten times as long.
  tenTimesSlower: [false, true],
} as const;
/** For `noiseOf`: the habits of each kind of noise. */
const NOISES = [['moving=true', 'vanishing=true'], ['failing=true'], ['tenTimesSlower=true']];

const ALL = { ...CHOICES, ...RARE, ...NOISE };

export type Habits = { [Name in keyof typeof ALL]: (typeof ALL)[Name][number] };

export function habitsOf(seed: number): Habits {
  const random = createRandom(seed);
  const drawn = Object.entries(CHOICES).map(([name, choices]) => [name, random.pick<unknown>(choices)]);
  const quiet = Object.entries({ ...RARE, ...NOISE }).map(([name, [usual]]) => [name, usual]);
  return Object.fromEntries([...drawn, ...quiet]) as Habits;
}

/** Returns the habits of some kinds of noise. Seven consecutive seeds cover every combination. */
export function noiseOf(seed: number): string[] {
  const kinds = 1 + (seed % 7);
  return NOISES.flatMap((habits, i) => ((kinds >> i) & 1 ? habits : []));
}

/** Whether a run with this habit may end incomplete. */
export function isNoise(habit: string): boolean {
  return Object.entries(NOISE).some(
    ([name, [usual]]) => habit.startsWith(`${name}=`) && habit !== `${name}=${usual}`,
  );
}

/** Sets a habit, such as `moving=true`. Throws RangeError for an unknown habit or value. */
export function setHabit(habits: Habits, text: string): Habits {
  const [name = '', value] = text.split('=');
  const choices = new Map<string, readonly unknown[]>(Object.entries(ALL)).get(name);
  if (choices === undefined)
    throw new RangeError(`There is no habit "${name}"; use one of ${Object.keys(ALL).join(', ')}.`);
  const choice = choices.find((each) => String(each) === value);
  if (choice === undefined)
    throw new RangeError(`${name} must be one of ${[...new Set(choices)].join(', ')}.`);
  return { ...habits, [name]: choice };
}
