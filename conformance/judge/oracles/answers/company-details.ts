/** Company details beyond their form (§2.2, §4.6). */
import { shown } from '../../../values/text.js';
import { searchAnswers } from '../../../model/answers.js';
import { fields, strings } from '../../../values/fields.js';
import { oracleByRules } from '../../evidence.js';

export const companyDetails = oracleByRules({
  id: 'company-details',
  answers: (history, context) =>
    searchAnswers(history, context).flatMap((answer) => {
      const company = fields(answer.data['company_details']);
      return company === null ? [] : [{ ...answer, company }];
    }),
  rules: {
    'CO-9': ({ company, request }) => {
      const [asked, told] = [identifier(request['company_network_url']), identifier(company['network_url'])];
      const isKnown = asked !== null && told !== null;
      return isKnown && [asked === told, `a profile URL of ${shown(asked)}`, `one of ${shown(told)}`];
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

/** The company's part of a profile URL, after `/company/`, in lower case. */
function identifier(url: unknown): string | null {
  const found = typeof url === 'string' ? /\/company\/([^/?#]+)/.exec(url) : null;
  return found === null ? null : found[1]!.toLowerCase();
}
