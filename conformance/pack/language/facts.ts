/** Facts about the target's data that scenarios need, as declared in `facts.yaml`. */
import { SLICE_FACTS, TARGET_FACTS } from './generated/facts.js';

export { OPTIONAL_FACTS, SLICE_FACTS, TARGET_FACTS } from './generated/facts.js';

export const SLICES = ['market', 'company'] as const;
export type SliceName = (typeof SLICES)[number];
export type SliceFact = keyof typeof SLICE_FACTS;
export type FactName = `${SliceName}${SliceFact}` | keyof typeof TARGET_FACTS;

/** The facts about companies, which a profile can name. */
export const COMPANY_FACTS = [
  'networkUrl',
  'companyUrl',
  'companyName',
  'companyDomain',
  'emptyCompanyUrl',
  'hugeCompanyUrl',
] as const;
export type CompanyFacts = Partial<Record<(typeof COMPANY_FACTS)[number], string>>;

/** The known facts: texts, numbers, `true`, and location items. */
export type Facts = CompanyFacts & Partial<Record<FactName, unknown>>;

export function factOf(slice: SliceName, fact: SliceFact): FactName {
  return `${slice}${fact}`;
}

/** The facts about the days of slices. They always exist: if there is no slice, they are the widest window up to today. */
export const DAYS: readonly FactName[] = SLICES.flatMap((slice) => [
  factOf(slice, 'From'),
  factOf(slice, 'To'),
]);

interface Fact {
  says: string;
  lacks: string;
}

const ALL = new Map<string, Fact>([
  ...SLICES.flatMap((slice) =>
    Object.entries(SLICE_FACTS).map(([fact, { says, lacks }]): [string, Fact] => [
      slice + fact,
      { says: says.replaceAll('…', slice), lacks },
    ]),
  ),
  ...Object.entries(TARGET_FACTS),
]);

/** The meaning of each fact, by name. */
export const FACTS: ReadonlyMap<string, string> = new Map([...ALL].map(([name, { says }]) => [name, says]));

/** Returns the reason for a missing fact, such as `no agency`. */
export function lackOf(fact: string): string {
  return `no ${ALL.get(fact)?.lacks ?? 'company that suits'}`;
}
