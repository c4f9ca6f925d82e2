/** Company details beyond their form (§2.2, §4.6). */
import type { Exchange } from '../../../record/exchange.js';
import { alike } from '../../../values/names.js';
import { shown } from '../../../values/text.js';
import { IDENTITIES, searchAnswers } from '../../../model/answers.js';
import { fields, strings } from '../../../values/fields.js';
import { oracleByRules, oracleOf } from '../../evidence.js';

/** The fewest companies that are compared, since two may belong to one. */
const FEWEST_EMPLOYERS = 3;

export const companyDetails = oracleByRules({
  id: 'company-details',
  answers: (history, context) =>
    searchAnswers(history, context).flatMap((answer) => {
      const company = fields(answer.data['company_details']);
      return company === null ? [] : [{ ...answer, company }];
    }),
  rules: {
    'CO-9': ({ company, request }) => {
      const [asked, returned] = [
        identifier(request['company_network_url']),
        identifier(company['network_url']),
      ];
      const isKnown = asked !== null && returned !== null;
      return isKnown && [asked === returned, `a profile URL of ${shown(asked)}`, `one of ${shown(returned)}`];
    },
    'CO-10': ({ company: { locations } }) => {
      const places = Array.isArray(locations) ? locations.map(fields) : [];
      const countries = strings(places.map((place) => place?.['country'])).filter((name) => name !== '');
      const odd = countries.find((name) => !/^[A-Z]{2,3}$/.test(name));
      const actual = odd === undefined ? countries.slice(0, 5).join(', ') : shown(odd);
      return countries.length > 0 && [odd === undefined, 'country codes', actual];
    },
    'LEG-29': ({ company }) => {
      const tagline = 'tagline' in company ? `tagline ${shown(company['tagline'], 60)}` : 'none';
      return [tagline === 'none', 'no tagline', tagline];
    },
  },
});

/**
 * Each company has its own details (§4.3, §4.4, §4.6). A profile URL may lead to a parent company or a new name. So the details are
 * wrong only if a run asked for three companies, their jobs are of unrelated employers, and all details are the same.
 */
export const ownDetails = oracleOf({
  id: 'own-details',
  clauses: ['COMP-6', 'HIST-1', 'LEG-6'],
  judge(history, context, evidence) {
    const profiles = new Set<string>();
    const employers = new Map<string, Exchange>();
    const asked = new Set<string>();
    for (const { exchange, request, data, jobs } of searchAnswers(history, context)) {
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
    evidence.judge(
      ['COMP-6', 'HIST-1', 'LEG-6'],
      [...employers.values()],
      profiles.size > 1,
      expected,
      actual,
    );
  },
});

/** The company's part of a profile URL, after `/company/`, in lower case. */
function identifier(url: unknown): string | null {
  const found = typeof url === 'string' ? /\/company\/([^/?#]+)/.exec(url) : null;
  return found === null ? null : found[1]!.toLowerCase();
}
