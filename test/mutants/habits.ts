/** Innocents with other lawful habits: of HTTP, of JSON, of what is said beside what the contract says. */
import { hash } from 'node:crypto';
import type { OperationId } from '../../spec/contract.js';
import type { Innocent } from './mutant.js';
import { jsonOf, type ForwardedAnswer, type Rule } from './mutant.js';
import {
  ALL,
  answered,
  BALANCE,
  bodyOf,
  COMPANY,
  concerns,
  DEPARTMENTS,
  details,
  everyJob,
  HISTORICAL,
  isFields,
  KEYED,
  LEGACY,
  listed,
  LOCATIONS,
  LOOKUPS,
  outgoing,
  refusal,
  results,
  SEARCHES,
  setJson,
  type Fields,
  type Operations,
} from './rules.js';

/** Rewrites the text of every answer in JSON. */
function written(write: (value: unknown) => string): Rule {
  return outgoing(ALL, null, (answer) => {
    const value = jsonOf(answer);
    if (value !== undefined) answer.body = Buffer.from(write(value));
  });
}

function headers(change: (headers: ForwardedAnswer['headers']) => void): Rule {
  return outgoing(ALL, null, (answer) => change(answer.headers));
}

/** Limits operations that the source names no limit for, each to so many requests a minute. */
function limitOf(most: number, operations: Operations): Rule {
  const counts = new Map<OperationId, number>();
  return (call) => {
    if (!concerns(operations, call) || call.key === '') return call.send();
    const count = (counts.get(call.operation!.id) ?? 0) + 1;
    counts.set(call.operation!.id, count);
    if (count % (most + 1) !== 0) return call.send();
    const answer = refusal(call, 429, `Rate limit exceeded: ${most} requests per minute`);
    answer.headers['retry-after'] = '20';
    return Promise.resolve(answer);
  };
}

/** Texts of errors in other words, with as much beside them as the source asks for. */
function reworded(body: Fields): Fields | void {
  const { detail, error } = body;
  if (
    typeof detail === 'string' &&
    !/service_unavailable|invalid_result|company_network_url|no credits/.test(detail)
  )
    return { detail: 'Das geht so nicht.' };
  if (Array.isArray(detail))
    return { detail: (detail as Fields[]).map(({ type }) => ({ msg: 'Das geht so nicht.', type })) };
  if (body['success'] === false && isFields(error) && typeof error['message'] === 'string')
    error['message'] = `Das geht so nicht: ${error['message']}`;
}

/** Company details of which not much more than the name is known. */
const LITTLE_KNOWN = {
  description: null,
  industry: null,
  employee_data: null,
  website: null,
  founded_date: null,
  locations: [],
};

export const habitInnocents: readonly Innocent[] = [
  { name: 'closes-connections', rule: () => headers((all) => void (all['connection'] = 'close')) },
  {
    name: 'clock-a-little-off',
    rule: () =>
      headers((all) => void (all['date'] = new Date(Date.parse(all['date'] ?? '') - 7000).toUTCString())),
  },
  { name: 'without-date', rule: () => headers((all) => void delete all['date']) },
  {
    name: 'request-ids-in-capitals',
    rule: () => headers((all) => void (all['x-request-id'] = all['x-request-id']?.toUpperCase() ?? '')),
  },
  {
    name: 'media-type-with-parameters',
    rule: () =>
      headers((all) => {
        if (all['content-type']?.includes('json')) all['content-type'] = 'Application/JSON; Charset="UTF-8"';
      }),
  },
  {
    name: 'problem-media-type',
    rule: () =>
      outgoing(
        ALL,
        [400, 401, 402, 403, 409, 422, 429, 503],
        (answer) => void (answer.headers['content-type'] = 'application/problem+json'),
      ),
  },
  {
    name: 'json-with-spaces',
    fromOutside: true,
    rewrites: true,
    rule: () => written((value) => `\n${JSON.stringify(value, null, 2)}\n`),
  },
  {
    name: 'json-in-one-line-with-spaces',
    fromOutside: true,
    rewrites: true,
    rule: () =>
      written((value) => JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')),
  },
  {
    name: 'json-with-escapes',
    fromOutside: true,
    rewrites: true,
    rule: () =>
      written((value) =>
        JSON.stringify(value)
          .replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/'),
      ),
  },
  {
    name: 'numbers-in-other-forms',
    fromOutside: true,
    rewrites: true,
    rule: () => written((value) => JSON.stringify(value).replace(/(":)(\d{1,12})(?=[,}])/g, '$1$2.0')),
  },
  {
    name: 'other-words-in-errors',
    rule: () => answered(ALL, [400, 401, 402, 403, 409, 422, 429, 503], reworded),
  },
  {
    name: 'cursor-of-instants',
    rule: () => cursorsAs((cursor) => [new Date(Number(cursor[0])).toISOString(), cursor[1]]),
  },
  {
    name: 'cursor-of-nanoseconds',
    fromOutside: true,
    rewrites: true,
    rule: () => async (call) => {
      const { request } = call;
      const text = request.body.toString('latin1');
      request.body = Buffer.from(text.replace(/("search_after":\[\d{13})054721,/, '$1,'), 'latin1');
      const answer = await call.send();
      const told = answer.body.toString('latin1');
      answer.body = Buffer.from(told.replace(/("search_after":\[\d{13}),/, '$1054721,'), 'latin1');
      return answer;
    },
  },
  {
    name: 'cursor-of-fractions-that-is-compared-as-text',
    fromOutside: true,
    rewrites: true,
    rule: () => async (call) => {
      const { request } = call;
      const text = request.body.toString('latin1');
      if (/"search_after":\[\d{13},/.test(text)) return refusal(call, 422, 'search_after is no cursor');
      request.body = Buffer.from(text.replace(/("search_after":\[\d{13})\.0,/, '$1,'), 'latin1');
      const answer = await call.send();
      const told = answer.body.toString('latin1');
      answer.body = Buffer.from(told.replace(/("search_after":\[\d{13}),/, '$1.0,'), 'latin1');
      return answer;
    },
  },
  {
    name: 'empty-lists-for-null',
    rule: () =>
      everyJob((job) => {
        job['Skills'] ??= [];
        job['Department Name'] ??= [];
      }),
  },
  {
    name: 'remote-or-unknown',
    rule: () => everyJob((job) => void (job['Is Remote'] = job['Is Remote'] === true ? true : null)),
  },
  {
    name: 'balance-beside-instants',
    readings: ['balance-body=other'],
    rule: () =>
      answered(BALANCE, 200, (body) => ({
        balance: body['credits_remaining'],
        cycle: { from: '2026-01-01T00:00:00Z', until: 1767225600, days: 31 },
        used: 12,
      })),
  },
  {
    name: 'unlisted-limits-of-30',
    fromOutside: true,
    undisturbed: true,
    rule: () =>
      limitOf(30, [
        'searchCompanyJobs',
        'searchJobsHistorical',
        'searchCompanyJobsLegacy',
        ...LOOKUPS,
        ...BALANCE,
      ]),
  },
  {
    name: 'profile-urls-in-other-dress',
    rule: () =>
      details((company) => {
        const url = company['network_url'];
        if (typeof url === 'string')
          company['network_url'] =
            `${url.replace('://', '://www.').replace(/[^/]+$/, (id) => id.toUpperCase())}/`;
      }),
  },
  {
    name: 'legacy-knows-less',
    rule: () =>
      details((company) => {
        Object.assign(company, LITTLE_KNOWN, { specialties: [] });
      }, LEGACY),
  },
  {
    name: 'company-search-knows-less',
    rule: () =>
      details(
        (company) => {
          Object.assign(company, LITTLE_KNOWN, { tagline: null, specialties: null });
        },
        [...COMPANY, ...HISTORICAL],
      ),
  },
  {
    name: 'details-without-what-is-unknown',
    rule: () =>
      details((company) => {
        for (const name of [...Object.keys(LITTLE_KNOWN), 'tagline', 'specialties']) delete company[name];
      }),
  },
  {
    // Profiles are looked up by their addresses alone.
    name: 'legacy-knows-no-company-by-its-name',
    rule: () =>
      results(LEGACY, (data, call) => {
        const { company_network_url: url, company_domain: domain } = bodyOf(call);
        if (url === undefined && domain === undefined) data['company_details'] = null;
      }),
  },
  {
    // What the lookup calls a name is the value.
    name: 'departments-shown-by-number',
    rule: () =>
      listed(DEPARTMENTS, (items) =>
        items.map(({ value }) => ({ label: `Nr. ${numberOf(String(value))}`, value })),
      ),
  },
  {
    name: 'suggestions-in-other-words',
    rule: () =>
      listed(LOCATIONS, (items) =>
        items.map((item) => ({ ...item, label: `${String(item['label'])} (place)` })),
      ),
  },
];

function numberOf(text: string): number {
  return hash('md5', text, 'buffer').readUInt32BE();
}

/** Shows cursors in another form, and takes that form back. */
function cursorsAs(show: (cursor: unknown[]) => unknown[]): Rule {
  const known = new Map<string, unknown>();
  return async (call) => {
    const body = call.json();
    if (concerns(KEYED, call) && isFields(body)) {
      const real = known.get(JSON.stringify(body['search_after']));
      if (real !== undefined) setJson(call.request, { ...body, search_after: real });
    }
    const answer = await call.send();
    if (!concerns(SEARCHES, call) || answer.status !== 200) return answer;
    const given = jsonOf(answer);
    const data = isFields(given) && isFields(given['data']) ? given['data'] : {};
    const cursor = data['search_after'];
    if (!Array.isArray(cursor)) return answer;
    const shown = show(cursor as unknown[]);
    known.set(JSON.stringify(shown), cursor);
    data['search_after'] = shown;
    setJson(answer, given);
    return answer;
  };
}
