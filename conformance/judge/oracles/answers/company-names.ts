/**
 * With a profile URL alone, every job is one of that company, under its name or a variant of it (§4.3). The target's enrichment
 * decides what a variant is, so a name is foreign only if nothing links it to the company: no word, no initials, no spelling, no
 * mention in the company's details. A few foreign names on a page are accepted.
 */
import { alike, squeezed } from '../../../values/names.js';
import { count, decoded, shown, textOf } from '../../../values/text.js';
import { IDENTITIES, searchAnswers, type SearchAnswer } from '../../../model/answers.js';
import { fields, strings, type Fields } from '../../../values/fields.js';
import { oracleByRules } from '../../evidence.js';

/** The fewest foreign names, and the smallest share of the page, that are more than a subsidiary or a mistake of the enrichment. */
const FEWEST_STRANGERS = 3;
const LEAST_SHARE = 0.25;

export const companyNames = oracleByRules({
  id: 'company-names',
  answers: (history, context) =>
    searchAnswers(history, context).filter(({ request }) => isByUrlAlone(request)),
  rules: {
    'COMP-7': (answer) => {
      const names = strings(answer.jobs.map((job) => job['Company Name']));
      const strangers = strangersIn(names, answer);
      if (strangers === null || names.length < FEWEST_STRANGERS) return null;
      const isNone = strangers.length === 0;
      const isFew = strangers.length < Math.max(FEWEST_STRANGERS, names.length * LEAST_SHARE);
      const actual = isNone
        ? `${count(names.length, 'job')}, all as expected`
        : `${strangers.length} of ${count(names.length, 'job')} under a name such as ${shown(strangers[0])}`;
      const expected = 'jobs under the name of the company or a variant of it';
      return (isNone || !isFew) && [isNone, expected, actual];
    },
  },
});

/** A name or a domain widens the search, and so does fuzzy matching. */
function isByUrlAlone(request: Fields): boolean {
  const given = IDENTITIES.filter((field) => (request[field] ?? null) !== null);
  return (
    request['company_broad_search'] !== true &&
    given.join() === 'company_network_url' &&
    typeof request['company_network_url'] === 'string'
  );
}

/** The names of jobs that nothing links to the company; null if no name is linked to it. */
function strangersIn(names: readonly string[], { request, data }: SearchAnswer): string[] | null {
  const company = fields(data['company_details']) ?? {};
  const identifier = /\/company\/([^/?#]+)/.exec(textOf(request['company_network_url']))?.[1] ?? '';
  const host = /^(?:https?:\/\/)?(?:www\.)?([^./]+)/.exec(textOf(company['website'] ?? ''))?.[1] ?? '';
  const known = [decoded(identifier), textOf(company['company_name'] ?? ''), host];
  const mentions = squeezed(JSON.stringify([company['description'], company['tagline']]));
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
