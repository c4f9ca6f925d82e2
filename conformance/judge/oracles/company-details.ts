/** What company details should say beyond their form (§2.2, §4.6). */
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import { searchAnswers } from '../../model/answers.js';
import { fields } from '../../values/fields.js';
import { gatherEvidence } from './evidence.js';

export const companyDetails: Oracle = {
  id: 'company-details',
  clauses: ['CO-9', 'CO-10', 'LEG-29'],
  judge(history, context) {
    const evidence = gatherEvidence('company-details', context);
    for (const { exchange, data, request } of searchAnswers(history, context)) {
      const company = fields(data['company_details']);
      if (company === null) continue;

      const [asked, told] = [identifier(request['company_network_url']), identifier(company['network_url'])];
      if (asked !== null && told !== null) {
        evidence.judge(
          'CO-9',
          exchange,
          asked === told,
          `a profile URL of ${shown(asked)}`,
          `one of ${shown(told)}`,
        );
      }

      const countries = (Array.isArray(company['locations']) ? company['locations'] : [])
        .map((location) => fields(location)?.['country'])
        .filter((country) => typeof country === 'string' && country !== '');
      if (countries.length > 0) {
        const odd = countries.find((country) => !/^[A-Z]{2,3}$/.test(String(country)));
        const actual = odd === undefined ? countries.slice(0, 5).join(', ') : shown(odd);
        evidence.judge('CO-10', exchange, odd === undefined, 'country codes', actual);
      }

      const tagline = 'tagline' in company ? `tagline ${shown(company['tagline'], 60)}` : 'none';
      evidence.judge('LEG-29', exchange, tagline === 'none', 'no tagline', tagline);
    }
    return evidence.findings();
  },
};

/** The company's part of a profile URL: what follows `/company/`, without slashes, query and letter case. */
function identifier(url: unknown): string | null {
  const found = typeof url === 'string' ? /\/company\/([^/?#]+)/.exec(url) : null;
  return found === null ? null : found[1]!.toLowerCase();
}
