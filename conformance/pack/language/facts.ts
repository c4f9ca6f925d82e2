/**
 * What scenarios have to know of the target's data, by name. A run finds it out from the target itself (the survey), and
 * inputs carry it. Two slices of the data are read: closed windows of days, of all companies and of one.
 */

export const SLICES = ['market', 'company'] as const;
export type SliceName = (typeof SLICES)[number];

/** Facts about a slice, by what stands behind the name of the slice: `marketTitleWord`, `companyTitleWord`. */
export const SLICE_FACTS = {
  From: 'first day of the slice, for `published_after`',
  To: 'end of the slice, for `published_before`; it is closed, and within reach of every search',
  Total: 'how many jobs the slice holds, duplicates included, where the survey read all of them',
  Read: 'how many jobs of the slice were read',
  Earlier: 'a day, for `published_before`; where the slice is wide enough, some of its jobs are older',
  Later:
    'the day but one behind it, for `published_after`; where the slice is wide enough, some of its jobs are newer',
  TitleWord: 'a word of some titles; in the other titles it is not even a part of a word',
  TitleWordOtherCase: 'the same word in capitals, or in small letters',
  TitleWordPart: 'the inner part of it, which is no word of any title',
  TitlePhrase: 'two neighboring words of some titles, of which no other title holds both',
  TitleWordA: 'a word of titles; some hold it and `…TitleWordB`, some one of the two, some neither',
  TitleWordB: 'the other of the two',
  DescriptionWord: 'a word of some descriptions; in the other descriptions it is not even a part of a word',
  DescriptionWordA:
    'a word of descriptions; some hold it and `…DescriptionWordB`, some one of the two, some neither',
  DescriptionWordB: 'the other of the two',
  PairTitleWord:
    'a title word; some jobs hold it and, in the description, `…PairDescriptionWord`, some one of the two, some neither',
  PairDescriptionWord: 'the description word of that pair',
  Country: 'a country that some jobs name and others do not',
  OtherCountry: 'another such country',
  AbsentCountry: "a country of the target's jobs that no job of the slice names",
  State: 'a state that some jobs name and others do not',
  City: 'a city that some jobs name and others do not',
  Place: '`{ country, state, city }` of a job; other jobs name another city of that country',
  PlaceRead: 'how many jobs that were read name that country',
  Board: 'value, as in the lookup, of a job board that some jobs are from and others are not',
  BoardLabel: 'that board as jobs name it',
  BoardOtherCase: 'its value in capitals, or in small letters',
  OtherBoard: 'value of another such board',
  AbsentBoard: 'value of a job board that no job of the slice is from',
  Department: 'an accepted department that some jobs list and others do not',
  OtherDepartment: 'another one; some jobs list it and not the first, some the first and not it',
  AbsentDepartment: 'an accepted department that no job of the slice lists',
  JobType: 'an accepted job type that some jobs have and others do not',
  OtherJobType: 'another one',
  SeniorityLevel: 'an accepted level that some jobs have and others do not',
  OtherSeniorityLevel: 'another one',
  Industry: 'an accepted industry of an employer with jobs in the slice',
  IndustryOtherCase: 'the same industry in capitals, or in small letters',
  OtherIndustry: 'an accepted industry of another employer of it; for the company one that is not its own',
  ThirdIndustry: 'for the company one more industry that is not its own',
  Remote: '`true`: some jobs are remote, others say that they are not',
  Unplaced: '`true`: some jobs name no country, others do',
  Salary: '`true`: some jobs have salary data, others have none',
  CareerPage: '`true`: some jobs name no job board, others do',
} as const;

const together = (search: string): string =>
  `body of a ${search} within the slice, with several filters: some jobs satisfy all of them, and for each filter others fail that one alone`;
const FURTHER = 'one more such body, with filters together that are not together in those before it';

/** Facts about the target as a whole. */
export const TARGET_FACTS = {
  marketScope:
    'a group for `advanced_job_keywords`: it narrows the days of the market slice, where they hold more jobs than the survey reads',
  historyScope: 'the same group, where the historical direct search takes it, whose body is not shown',
  historyTotal:
    'how many jobs the historical direct search should find in the market slice, all of which the survey read',
  companySince:
    'first day of a window, the slice if it is wide enough, that has days before `companyEarlier` and behind `companyLater`',
  companyUntil: 'end of that window',
  companyPageFrom:
    'first day of a window in which the company has more than a page of 100 jobs, as few more as can be',
  companyPageTo: 'end of that window, for `published_before`; that of the slice where it can be',
  fewJobsCompanyUrl: 'a company with 1 to 10 current jobs',
  manyJobsCompanyUrl: 'a company with more than 100 current jobs',
  agencyUrl: 'its profile URL',
  agencyScope: 'the group of `marketScope`, where there are jobs of agencies within it',
  historyCompanyUrl: 'a company with jobs that are older than the current searches reach',
  historyFrom: 'first day of a closed window with such jobs',
  historyTo: 'end of that window',
  directTogetherA: together('direct search'),
  directTogetherB: FURTHER,
  directTogetherC: FURTHER,
  companyTogetherA: together('company search'),
  companyTogetherB: FURTHER,
  companyTogetherC: FURTHER,
  historicalTogetherA: together('historical company search'),
  historicalTogetherB: FURTHER,
  legacyTogetherA: together('legacy search'),
  legacyTogetherB: FURTHER,
  boardText: 'a part of the names of some job boards, and not of all',
  boardTextOtherCase: 'the same text with its case changed',
  departmentText: 'a part of the names of some departments, and not of all',
  departmentTextOtherCase: 'the same text with its case changed',
  locationText: 'a text of three signs or more for which there are locations',
  locationTextOtherCase: 'the same text with its case changed',
  manyLocationsText: 'a text for which there are more locations than the 10 that come without a limit',
} as const;

/** What the data has none of where a fact is missing, by the name of the fact behind that of its slice. */
const LACKING: readonly (readonly [RegExp, string])[] = [
  [/^(From|To|Total|Read|Earlier|Later|Since|Until|Scope)$/, 'quiet days with a few jobs'],
  [/^Title/, 'words that only some titles hold'],
  [/^Description/, 'words that only some descriptions hold'],
  [/^Pair/, 'words by which titles and descriptions differ'],
  [/^(Other|Absent)?Country$/, 'several countries'],
  [/^(State|City|Place(Read)?)$/, 'several places of one country'],
  [/^(Other|Absent)?Board/, 'several job boards'],
  [/^(Other|Absent)?Department$/, 'several departments'],
  [/^(Other)?JobType$/, 'several job types'],
  [/^(Other)?SeniorityLevel$/, 'several levels'],
  [/^(Other|Third)?Industry(OtherCase)?$/, 'industries of employers'],
  [/^Page(From|To)$/, 'company with more than a page of jobs'],
  [/^Remote$/, 'remote jobs beside others'],
  [/^Unplaced$/, 'jobs with and without a country'],
  [/^Salary$/, 'jobs with and without a salary'],
  [/^CareerPage$/, 'jobs of boards beside those of career pages'],
  [/Together[A-C]$/, 'jobs that fail one filter of several'],
  [/^fewJobs/, 'company with few jobs'],
  [/^manyJobs/, 'company with more than a page of jobs'],
  [/^agency/, 'agency'],
  [/^history/, 'jobs older than six months'],
  [/^(board|department|location|manyLocations)Text/, 'text that the lookups tell apart'],
];

/** What was looked for in vain where a fact is missing: `no agency`. */
export function lackOf(fact: string): string {
  const slice = SLICES.find((name) => fact.startsWith(name) && FACTS.has(fact)) ?? '';
  const found = LACKING.find(([name]) => name.test(fact.slice(slice.length)))?.[1];
  return `no ${found ?? 'company that suits'}`;
}

export type SliceFact = keyof typeof SLICE_FACTS;
export type FactName = `${SliceName}${SliceFact}` | keyof typeof TARGET_FACTS;

/** What the survey found: texts, numbers, `true`, and a place as a location item. */
export type Facts = Partial<Record<FactName, unknown>>;

export function factOf(slice: SliceName, fact: SliceFact): FactName {
  return `${slice}${fact}`;
}

/** The days of the slices: always known, since the widest window up to today stands in where there is no slice. */
export const DAYS: readonly FactName[] = SLICES.flatMap((slice) => [
  factOf(slice, 'From'),
  factOf(slice, 'To'),
]);

/** What the fact is, in the words that say what was looked for. */
export const FACTS: ReadonlyMap<string, string> = new Map<FactName, string>([
  ...SLICES.flatMap((slice) =>
    Object.entries(SLICE_FACTS).map(([fact, says]): [FactName, string] => [
      factOf(slice, fact as SliceFact),
      says.replaceAll('…', slice),
    ]),
  ),
  ...(Object.entries(TARGET_FACTS) as [FactName, string][]),
]);
