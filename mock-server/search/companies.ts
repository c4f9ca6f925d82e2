import type { Company } from '../../fixtures/index.js';

/** How a caller identifies an employer (§4.3, §4.6). Fields that were not sent are null. */
export interface CompanyIdentity {
  profileUrl: string | null;
  name: string | null;
  domain: string | null;
  broad: boolean;
}

/**
 * Names count as alike if they share this part of their letter pairs (Dice's coefficient), as do `Acme Robotics` and
 * `ACME Robotic Inc.` (0.89), but not `Acme Robotics` and `Apex Robotics` (0.71).
 */
const ALIKE = 0.8;

/** Legal forms, which do not distinguish names. */
const LEGAL_FORM =
  /[\s,](?:inc|incorporated|llc|llp|ltd|limited|gmbh|ag|sa|bv|co|corp|corporation|company|plc)\.?$/u;
/** The longest legal form and its separators, in characters. */
const LEGAL_FORM_LENGTH = 16;

/** Returns a name in lower case and normal width, without its legal form and with spaces for all but letters and digits. */
export function plainName(name: string): string {
  const bare = withoutLegalForms(name.normalize('NFKC').toLowerCase().trim());
  return bare.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}

/** Removes legal forms from the end of a name. Looks only at the end, so that the time is linear in the name's length. */
function withoutLegalForms(name: string): string {
  let rest = name;
  for (;;) {
    const form = LEGAL_FORM.exec(rest.slice(-LEGAL_FORM_LENGTH))?.[0];
    if (form === undefined) return rest;
    let end = rest.length - form.length;
    while (end > 0 && /[\s,]/u.test(rest[end - 1]!)) end -= 1;
    rest = rest.slice(0, end);
  }
}

/** Returns the identifier in a company profile URL, without what follows it; null for a URL of another form. */
export function profileSlug(url: string): string | null {
  const match = /\/company\/([^/?#\s]+)/iu.exec(url);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1]!).toLowerCase();
  } catch {
    return match[1]!.toLowerCase();
  }
}

/** Returns a domain without scheme, `www.` and path. */
function plainDomain(domain: string): string {
  return /^(?:[a-z]+:\/\/)?(?:www\.)?([^/?#:]*)/u.exec(domain.trim().toLowerCase())![1]!;
}

/** Finds employers by profile URL, domain or name. */
export class CompanyDirectory {
  readonly #companies: readonly Company[];
  readonly #bySlug = new Map<string, number>();
  readonly #byDomain = new Map<string, number>();
  /** Made on first use, because few searches need it and a mock must start quickly. */
  #names: CompanyNames | null = null;

  constructor(companies: readonly Company[]) {
    this.#companies = companies;
    for (const { id, slug, domain } of companies) {
      this.#bySlug.set(slug.toLowerCase(), id);
      this.#byDomain.set(plainDomain(domain), id);
    }
  }

  /**
   * Finds the employer with the profile URL or, without one, with the domain. Adds every employer with the given
   * name in any spelling (§4.3, broader matching) and, in a broad search, every employer whose name is like the
   * given name or like a name of the employers found. An unknown profile URL finds no employer, even if other
   * fields match (reading `unknown-company`). The details of `company` are shown, and postings of `ids` are searched.
   */
  find({ profileUrl, name, domain, broad }: CompanyIdentity): { company: Company | null; ids: Set<number> } {
    const found = new Set<number>();
    if (profileUrl !== null) {
      const id = this.#bySlug.get(profileSlug(profileUrl) ?? '');
      if (id === undefined) return { company: null, ids: found };
      found.add(id);
    } else if (domain !== null) {
      const id = this.#byDomain.get(plainDomain(domain));
      if (id !== undefined) found.add(id);
    }
    if (name !== null || broad) {
      const names = (this.#names ??= new CompanyNames(this.#companies));
      if (name !== null) for (const id of names.bearersOf(name)) found.add(id);
      if (broad) {
        const spellings = new Set([...found].flatMap((id) => namesOf(this.#companies[id]!)));
        if (name !== null) spellings.add(plainName(name));
        for (const spelling of spellings) for (const id of names.alike(spelling)) found.add(id);
      }
    }
    const [first] = found;
    return { company: first === undefined ? null : this.#companies[first]!, ids: found };
  }
}

function namesOf(company: Company): string[] {
  return [...new Set([company.name, ...company.variants].map(plainName))];
}

/** Finds the ids of companies by plain name, and by names that share letter pairs. */
class CompanyNames {
  readonly #byName = new Map<string, number[]>();
  readonly #names: { owner: number; pairs: number }[] = [];
  /** By letter pair, the names that contain it. */
  readonly #byPair = new Map<string, number[]>();

  constructor(companies: readonly Company[]) {
    for (const company of companies) for (const name of namesOf(company)) this.#add(name, company.id);
  }

  #add(name: string, owner: number): void {
    append(this.#byName, name, owner);
    const pairs = letterPairs(name);
    const number = this.#names.push({ owner, pairs: pairs.size }) - 1;
    for (const pair of pairs) append(this.#byPair, pair, number);
  }

  bearersOf(name: string): readonly number[] {
    return this.#byName.get(plainName(name)) ?? [];
  }

  /** Returns the owners of names that are like a plain name, the most similar first. */
  alike(name: string): number[] {
    const pairs = letterPairs(name);
    const shared = new Map<number, number>();
    for (const pair of pairs) {
      for (const number of this.#byPair.get(pair) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1);
    }
    return [...shared]
      .map(([number, common]) => ({
        owner: this.#names[number]!.owner,
        likeness: (2 * common) / (pairs.size + this.#names[number]!.pairs),
      }))
      .filter(({ likeness }) => likeness >= ALIKE)
      .sort((a, b) => b.likeness - a.likeness || a.owner - b.owner)
      .map(({ owner }) => owner);
  }
}

function append(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Returns the pairs of neighboring letters. A space at both ends counts as a letter, so that a name of one letter has pairs. */
function letterPairs(name: string): Set<string> {
  const letters = [...` ${name} `];
  return new Set(letters.slice(1).map((letter, i) => letters[i]! + letter));
}
