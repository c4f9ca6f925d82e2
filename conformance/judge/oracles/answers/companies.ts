/** The company of a company search: its details beyond their form, and the names on its jobs (§2.2, §4.3, §4.4, §4.6). */
import type { Exchange } from '../../../record/exchange.js';
import { alike, squeezed } from '../../../values/names.js';
import { count, decoded, shown, textOf } from '../../../values/text.js';
import { IDENTITIES, searchAnswers, type SearchAnswer } from '../../../model/answers.js';
import { fields, strings, type Fields } from '../../../values/fields.js';
import { clausesOf, oracleOf, type Evidence, type Rules } from '../../oracle.js';

/** The fewest companies that are compared, since two may belong to one. */
const FEWEST_EMPLOYERS = 3;
/** From this number and share of foreign names on a page, a subsidiary or a mistake of the enrichment does not explain them. */
const FEWEST_STRANGERS = 3;
const LEAST_SHARE = 0.25;

/** The clauses of the searches about the details of each company. */
const OWN_DETAILS = ['COMP-6', 'HIST-1', 'LEG-6'] as const;

interface Seen extends SearchAnswer {
  /** Null if the answer describes no company. */
  company: Fields | null;
}

const RULES: Rules<Seen> = {
  'CO-9': ({ company, request }) => {
    const asked = identifierIn(request['company_network_url'])?.toLowerCase();
    const returned = identifierIn(company?.['network_url'])?.toLowerCase();
    const isKnown = asked !== undefined && returned !== undefined;
    return isKnown && [asked === returned, `a profile URL of ${shown(asked)}`, `one of ${shown(returned)}`];
  },
  'CO-10': ({ company }) => {
    const locations = company?.['locations'];
    const places = Array.isArray(locations) ? locations.map(fields) : [];
    const countries = strings(places.map((place) => place?.['country'])).filter((name) => name !== '');
    const odd = countries.find((name) => !/^[A-Z]{2,3}$/.test(name));
    const actual = odd === undefined ? countries.slice(0, 5).join(', ') : shown(odd);
    return countries.length > 0 && [odd === undefined, 'country codes', actual];
  },
  'LEG-29': ({ company }) => {
    if (company === null) return null;
    const tagline = 'tagline' in company ? `tagline ${shown(company['tagline'], 60)}` : 'none';
    return [tagline === 'none', 'no tagline', tagline];
  },
  /**
   * The target's enrichment decides what a variant of a name is. So a name is foreign only if nothing links it to the company: no
   * word, no initials, no spelling, no mention in the company's details. A few foreign names on a page are accepted.
   */
  'COMP-7': (answer) => {
    const names = strings(answer.jobs.map((job) => job['Company Name']));
    if (names.length < FEWEST_STRANGERS || !isByUrlAlone(answer.request)) return null;
    const strangers = strangersIn(names, answer);
    if (strangers === null) return null;
    const isNone = strangers.length === 0;
    const isFew = strangers.length < Math.max(FEWEST_STRANGERS, names.length * LEAST_SHARE);
    const actual = isNone
      ? `${count(names.length, 'job')}, all as expected`
      : `${strangers.length} of ${count(names.length, 'job')} under a name such as ${shown(strangers[0])}`;
    const expected = 'jobs under the name of the company or a variant of it';
    return (isNone || !isFew) && [isNone, expected, actual];
  },
};

export const companies = oracleOf({
  id: 'companies',
  clauses: [...clausesOf(RULES), ...OWN_DETAILS],
  judge(history, context, evidence) {
    const found = searchAnswers(history, context);
    for (const answer of found)
      evidence.check(RULES, { ...answer, company: fields(answer.data['company_details']) });
    judgeOwnDetails(found, evidence);
  },
});

/**
 * Each company has its own details. A profile URL may lead to a parent company or a new name. So the details are wrong only if a
 * run asked for three companies, their jobs are of unrelated employers, and all details are the same.
 */
function judgeOwnDetails(found: readonly SearchAnswer[], evidence: Evidence): void {
  const profiles = new Set<string>();
  const employers = new Map<string, Exchange>();
  const asked = new Set<string>();
  for (const { exchange, request, data, jobs } of found) {
    const { company_name: name, network_url: url } = fields(data['company_details']) ?? {};
    const profile = strings([name, url]).join(', ');
    const [employer, ...others] = strings(jobs.map((job) => job['Company Name']));
    if (profile === '' || employer === undefined) continue;
    profiles.add(profile);
    if (employers.size === FEWEST_EMPLOYERS) continue;
    // Companies that belong to a larger one may post on its profile.
    const company = JSON.stringify(IDENTITIES.map((field) => request[field]));
    const isOne = others.every((other) => alike(employer, other));
    const isKnown = asked.has(company) || [...employers.keys()].some((known) => alike(known, employer));
    if (!isOne || isKnown) continue;
    asked.add(company);
    employers.set(employer, exchange);
  }
  if (employers.size < FEWEST_EMPLOYERS) return;
  const names = [...employers.keys()].map((name) => shown(name));
  const actual = profiles.size === 1 ? `those of ${shown([...profiles][0])} for all` : 'several';
  const expected = `details of their own for ${names.join(', ')}`;
  evidence.judge(OWN_DETAILS, [...employers.values()], profiles.size > 1, expected, actual);
}

/** The company's part of a profile URL, after `/company/`. */
function identifierIn(url: unknown): string | undefined {
  return typeof url === 'string' ? /\/company\/([^/?#]+)/.exec(url)?.[1] : undefined;
}

/** A name or a domain widens the search, and so does fuzzy matching. */
function isByUrlAlone(request: Fields): boolean {
  const given = IDENTITIES.filter((field) => (request[field] ?? null) !== null);
  return request['company_broad_search'] !== true && given.join() === 'company_network_url';
}

/** The names of jobs that nothing links to the company; null if no name is linked to it. */
function strangersIn(names: readonly string[], { request, company }: Seen): string[] | null {
  const { company_name: name, description, tagline, website } = company ?? {};
  const host = /^(?:https?:\/\/)?(?:www\.)?([^./]+)/.exec(textOf(website ?? ''))?.[1] ?? '';
  const known = [decoded(identifierIn(request['company_network_url']) ?? ''), textOf(name ?? ''), host];
  const mentions = squeezed(JSON.stringify([description, tagline]));
  const distinct = new Set(names);
  // A name that is linked to a variant is a variant, too.
  for (let grown = true; grown;) {
    grown = false;
    for (const name of distinct) {
      const isMentioned = squeezed(name).length >= 4 && mentions.includes(squeezed(name));
      if (!isMentioned && !known.some((each) => alike(name, each))) continue;
      distinct.delete(name);
      known.push(name);
      grown = true;
    }
  }
  const strangers = names.filter((name) => distinct.has(name));
  return strangers.length === names.length ? null : strangers;
}
