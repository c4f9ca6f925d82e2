import type { Company } from '../../fixtures/index.js';

/** How a caller names an employer (§4.3, §4.6); fields that were not given are null. */
export interface CompanyIdentity {
  profileUrl: string | null;
  name: string | null;
  domain: string | null;
  broad: boolean;
}

export interface CompanyMatch {
  /** The employer whose details are shown. */
  company: Company | null;
  /** Ids of all employers whose postings are searched. */
  ids: ReadonlySet<number>;
}

/**
 * Names count as alike when they share this part of their letter pairs (Dice's coefficient): `Acme Robotics` and
 * `ACME Robotic Inc.` are (0.89), `Acme Robotics` and `Apex Robotics` are not (0.71).
 */
const ALIKE = 0.8;

/** Legal forms, which do not tell two names apart. */
const LEGAL_FORM =
  /[\s,](?:inc|incorporated|llc|llp|ltd|limited|gmbh|ag|sa|bv|co|corp|corporation|company|plc)\.?$/u;
/** As much of the end of a name as a legal form can take. */
const LEGAL_FORM_LENGTH = 16;

/** A name in lower case and normal width, without its legal form, only letters and digits. */
export function plainName(name: string): string {
  const bare = withoutLegalForms(name.normalize('NFKC').toLowerCase().trim());
  return bare.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}

/** Takes off the end what it looks at, so that the time grows with the length of the name and no faster. */
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

/** The identifier in a company profile URL, whatever follows it, or null for a URL of another form. */
export function profileSlug(url: string): string | null {
  const match = /\/company\/([^/?#\s]+)/iu.exec(url);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1]!).toLowerCase();
  } catch {
    return match[1]!.toLowerCase();
  }
}

/** A domain without scheme, `www.` and path. */
function plainDomain(domain: string): string {
  const bare = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//u, '')
    .replace(/^www\./u, '');
  const end = bare.search(/[/?#:]/u);
  return end < 0 ? bare : bare.slice(0, end);
}

/** Finds employers by what callers know of them. */
export class CompanyDirectory {
  readonly #companies: readonly Company[];
  readonly #bySlug = new Map<string, number>();
  readonly #byDomain = new Map<string, number>();
  /** Made on first use: most searches do not need it, and a mock has to start quickly. */
  #names: CompanyNames | null = null;

  constructor(companies: readonly Company[]) {
    this.#companies = companies;
    for (const { id, slug, domain } of companies) {
      this.#bySlug.set(slug.toLowerCase(), id);
      this.#byDomain.set(plainDomain(domain), id);
    }
  }

  /**
   * The employer that the profile URL names, or else the domain, or else the name; with it every employer that
   * has the given name in any spelling (§4.3, broader matching) and, in a broad search, every employer whose
   * name is like the given name or like a name of the employer found. An unknown profile URL finds no employer,
   * whatever else was given (reading `unknown-company`).
   */
  find({ profileUrl, name, domain, broad }: CompanyIdentity): CompanyMatch {
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

/** Which companies, by id, have which plain name, and which names share letter pairs. */
class CompanyNames {
  readonly #byName = new Map<string, number[]>();
  readonly #names: { owner: number; pairs: number }[] = [];
  /** For each letter pair, the names that have it. */
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

  /** Owners of names that are like a plain name, the most alike first. */
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

/** Neighbouring letters, with the edges of the name as letters, so that a name of one letter has pairs too. */
function letterPairs(name: string): Set<string> {
  const letters = [...` ${name} `];
  return new Set(letters.slice(1).map((letter, i) => letters[i]! + letter));
}
