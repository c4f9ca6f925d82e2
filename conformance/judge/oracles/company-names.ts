/**
 * With a profile URL alone, every job is one of the company it leads to, under its name or a variant of it (§4.3). What a
 * variant is, the target's enrichment decides, so a name is a stranger only if nothing ties it to the company: no word, no
 * initials, no spelling, no mention in the company's details. A few strangers on a page are let pass.
 */
import type { Oracle } from '../oracle.js';
import { alike, squeezed } from '../../values/names.js';
import { shown, textOf } from '../../values/text.js';
import { searchAnswers, type SearchAnswer } from '../../model/answers.js';
import { fields, type Fields } from '../../values/fields.js';
import { gatherEvidence } from './evidence.js';

/** So many strangers, and so large a share of the page, are more than a subsidiary or a slip of the enrichment. */
const FEWEST_STRANGERS = 3;
const LEAST_SHARE = 0.25;

export const companyNames: Oracle = {
  id: 'company-names',
  clauses: ['COMP-7'],
  judge(history, context) {
    const evidence = gatherEvidence('company-names', context);
    for (const answer of searchAnswers(history, context)) {
      const { exchange, jobs, request } = answer;
      if (!isByUrlAlone(request)) continue;
      const names = jobs.map((job) => job['Company Name']).filter((name) => typeof name === 'string');
      const strangers = strangersIn(names, answer);
      if (strangers === null || names.length < FEWEST_STRANGERS) continue;
      if (strangers.length > 0 && strangers.length < FEWEST_STRANGERS) continue;
      if (strangers.length > 0 && strangers.length < names.length * LEAST_SHARE) continue;
      evidence.judge(
        'COMP-7',
        exchange,
        strangers.length === 0,
        'jobs under the name of the company or a variant of it',
        strangers.length === 0
          ? `${names.length} jobs, all of them so`
          : `${strangers.length} of ${names.length} jobs under a name such as ${shown(strangers[0])}`,
      );
    }
    return evidence.findings();
  },
};

/** A name or a domain widens the search, and so does fuzzy matching. */
function isByUrlAlone(request: Fields): boolean {
  return (
    typeof request['company_network_url'] === 'string' &&
    request['company_broad_search'] !== true &&
    (request['company_name'] ?? null) === null &&
    (request['company_domain'] ?? null) === null
  );
}

/** The names, each job's own, that nothing ties to the company; null where no name is tied to it. */
function strangersIn(names: readonly string[], { request, data }: SearchAnswer): string[] | null {
  const company = fields(data['company_details']) ?? {};
  const identifier = /\/company\/([^/?#]+)/.exec(textOf(request['company_network_url']))?.[1] ?? '';
  const host = /^(?:https?:\/\/)?(?:www\.)?([^./]+)/.exec(textOf(company['website'] ?? ''))?.[1] ?? '';
  const known = [decoded(identifier), textOf(company['company_name'] ?? ''), host];
  const mentions = squeezed(JSON.stringify([company['description'], company['tagline']]));
  const distinct = new Set(names);
  // What is tied to a variant is a variant, too.
  for (let grown = true; grown;) {
    grown = false;
    for (const name of distinct) {
      if (!known.some((each) => alike(name, each)) && !isMentioned(name, mentions)) continue;
      distinct.delete(name);
      known.push(name);
      grown = true;
    }
  }
  const strangers = names.filter((name) => distinct.has(name));
  return strangers.length === names.length ? null : strangers;
}

function isMentioned(name: string, text: string): boolean {
  const sought = squeezed(name);
  return sought.length >= 4 && text.includes(sought);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
