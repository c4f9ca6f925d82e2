/** Innocents that choose other readings than the mock. */
import { isOperationKey } from '../../spec/operation-key.js';
import { paidNames, perJob } from './charging.js';
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import { again, atUse, derivedKey, oneAtATime, sendAs, spoiltBy } from './operation-keys.js';
import * as on from './operations.js';
import * as rule from './rules.js';
import { SWITCHES } from './filters.js';

const KEY = 'idempotency-key';
const OTHER_REQUEST = 'This key was used for another request';

/** A word that no posting contains. */
const NOWHERE = 'qxzvkjwqxzvkjw';

/** Fields that hold a list. */
const LISTS = 'department job_type seniority_level industry include_job_boards exclude_job_boards'.split(' ');

/** Includes the day of the upper bound. `fallback` returns a default for a missing bound. */
function includesLastDay(
  operations: on.Operations,
  fallback: (call: Call) => string | undefined = () => undefined,
): Rule {
  return rule.misreads(operations, 'published_before', (before, { published_after: after }, call) => {
    if (before === undefined) return fallback(call);
    const isTurned = typeof after === 'string' && typeof before === 'string' && after >= before;
    return isTurned ? before : rule.shifted(before, 1);
  });
}

export const readingRules = (): rule.Rules => ({
  // Sends refusals with the other status or form wherever the source leaves it open.
  'other-refusals': async (call) => {
    const [body, { operation }] = [call.json(), call];
    if (operation === null) return call.send();
    if (operation.kind !== 'search')
      return call.request.query.has('kit_unknown_parameter')
        ? rule.refusal(call, 422, 'What is that?')
        : call.send();
    if (rule.isFields(body)) {
      const odd = Object.keys(body).find(
        (name) => !operation.bodyFields.includes(name) && name !== 'industry',
      );
      if (odd !== undefined) return rule.refusal(call, 422, `${odd} is not known`);
      const places = [body['jobs_locations'], body['exclude_jobs_locations']].flat();
      if (places.some((place) => rule.isFields(place) && Object.keys(place).length === 0))
        return rule.refusal(call, 422, 'An empty place');
    }
    const answer = await call.send();
    const about = (word: string): boolean => answer.body.includes(word);
    const isLegacy = rule.concerns(on.LEGACY, call);
    if (answer.status === 422) {
      if (!rule.isFields(body)) return rule.refusal(call, 400, 'The body is not a JSON object');
      if (rule.concerns(on.ANY_DIRECT, call) && about('_job_boards'))
        return rule.refusal(call, 400, 'Unknown job board');
      if (about('search_after')) return rule.refusal(call, 400, 'search_after is not a cursor');
      if (about('"enum"') && !about('mode'))
        return rule.refusal(call, 400, 'A value that is not in its list');
    }
    if (answer.status === 400 && rule.bodyOf(call)['company_network_url'] === null && !isLegacy)
      return rule.refusal(call, 422, 'company_network_url is not a text');
    if (isLegacy && answer.status === 402) rule.setJson(answer, { detail: 'Not enough credits' });
    const namesCompany = Object.keys(rule.bodyOf(call)).some((name) => name.startsWith('company_'));
    return isLegacy && answer.status === 400 && !namesCompany
      ? rule.refusal(call, 422, 'Name a company')
      : answer;
  },
  // Accepts unknown boards, and departments in another case, as values that no job has.
  'unlisted-values-find-nothing': async (call) => {
    for (;;) {
      const answer = await call.send();
      const body = call.json();
      if (answer.status !== 422 || !rule.isFields(body)) return answer;
      const before = JSON.stringify(body);
      const leave = (field: string, isListed: (name: unknown) => boolean): void => {
        if (!Array.isArray(body[field])) return;
        const values = body[field].filter(isListed);
        if (values.length === 0 && !field.startsWith('exclude')) body['job_keywords'] = { title: [NOWHERE] };
        rule.change(body, field, values.length === 0 ? undefined : values);
      };
      leave('department', (name) => String(name).length > 30 || !/^([a-z ]+|[A-Z ]+)$/.test(String(name)));
      if (rule.concerns(on.ANY_DIRECT, call))
        for (const field of ['include_job_boards', 'exclude_job_boards'])
          leave(field, (name) => !answer.body.includes(JSON.stringify(JSON.stringify(name)).slice(1, -1)));
      if (JSON.stringify(body) === before) return answer;
      rule.setJson(call.request, body);
    }
  },
  // Stores results of the legacy search if they fit, estimated from the size of earlier jobs of the company.
  'legacy-stores-snapshots': rule.remembering(new Map<unknown, number>(), (bytes) =>
    rule.limitTo(on.LEGACY, async (call) => {
      const { company_network_url: company, limit = 100 } = rule.bodyOf(call);
      if ((bytes.get(company) ?? 0) * Number(limit) > 4 * 1024 * 1024)
        return rule.refusal(call, 503, 'invalid_result: the page is too large');
      const answer = await call.send();
      const jobs = rule.resultsOf(answer)?.jobs.length ?? 0;
      if (jobs > 0) bytes.set(company, answer.body.length / jobs);
      return answer;
    }),
  ),
  // Accepts a single value instead of a list, a list of one value instead of the value, and digits instead of a number.
  'neighbouring-types': rule.asked(on.SEARCHES, (body) => {
    for (const field of LISTS) if (typeof body[field] === 'string') body[field] = [body[field]];
    for (const field of SWITCHES)
      if (Array.isArray(body[field]) && body[field].length === 1) body[field] = body[field][0] as unknown;
    if (typeof body['limit'] === 'string') body['limit'] = Number(body['limit']);
  }),
  'both-days-belong': includesLastDay(on.SEARCHES),
  'a-western-day-and-bounds-within': includesLastDay(on.KEYED_COMPANY, (call) => rule.daysAgo(call, 1)),
  'other-replays': rule.inTurn(
    oneAtATime(409),
    // Compares requests with the same operation key byte by byte.
    rule.remembering(new Map<string, Buffer>(), (bodies) =>
      rule.keyed(async (call, _key, own) => {
        const { body } = call.request;
        if (bodies.get(own)?.equals(body) === false) return rule.refusal(call, 409, OTHER_REQUEST);
        const answer = await call.send();
        if (answer.status === 200) bodies.set(own, body);
        return answer;
      }),
    ),
    spoiltBy(402),
    atUse(2, async (answer, call) => {
      const balance = await rule.balanceOf(call);
      rule.editResults(answer, (data) => void (data.credits_remaining = balance));
    }),
  ),
  // Treats a key whose search failed as new if it is sent with another body, by forwarding another key from then on.
  'keys-free-after-failures': rule.remembering(
    { names: new Map<string, string>(), served: new Set<string>() },
    ({ names, served }) =>
      rule.limitTo(on.KEYED, async (call) => {
        const key = rule.operationKeyOf(call);
        const own = `${call.key} ${key}`;
        const send = async (): Promise<ForwardedAnswer> => {
          const answer = await (key === undefined ? call.send() : sendAs(call, key, names.get(own) ?? key));
          // Includes keys that the target made.
          if (rule.resultsOf(answer) !== null) served.add(`${call.key} ${answer.headers[KEY]}`);
          return answer;
        };
        const answer = await send();
        if (key === undefined || !isOperationKey(key) || answer.status !== 409 || served.has(own))
          return answer;
        names.set(own, derivedKey(`${own} ${rule.intentOf(call)}`));
        return send();
      }),
  ),
  // Limits the scope of operation keys to one endpoint: renames them by endpoint, except keys that the target made.
  'keys-by-endpoint': rule.remembering(new Set<string>(), (made) =>
    rule.limitTo(on.KEYED, async (call) => {
      const key = rule.operationKeyOf(call);
      const nameOf = (own: string): string => `${call.key} ${call.operation!.id} ${own}`;
      if (key !== undefined && (!isOperationKey(key) || made.has(nameOf(key)))) return call.send();
      if (key !== undefined) return sendAs(call, key, derivedKey(`${call.operation!.id} ${key}`));
      const answer = await call.send();
      made.add(nameOf(answer.headers[KEY] ?? ''));
      return answer;
    }),
  ),
  // Derives operation keys from requests without one, so that the same search sent twice is a retry.
  'keys-from-requests': rule.limitTo(on.KEYED, async (call) => {
    if (rule.operationKeyOf(call) !== undefined) return call.send();
    const { headers } = call.request;
    headers[KEY] = derivedKey(rule.intentOf(call));
    const answer = await call.send();
    if (answer.status !== 409) return answer;
    // The billing cycle of the derived key has ended. A real service would derive keys from the cycle as well.
    delete headers[KEY];
    return call.send();
  }),
  // Stores responses of the legacy search under the operation keys that callers send.
  'legacy-heeds-operation-keys': rule.remembering(
    new Map<string, { intent: string; answer: ForwardedAnswer }>(),
    (stored) =>
      rule.keyed(async (call, key, own) => {
        const intent = rule.intentOf(call);
        const before = stored.get(own);
        if (before !== undefined)
          return before.intent === intent ? again(before.answer) : rule.refusal(call, 409, OTHER_REQUEST);
        const answer = await call.send();
        if (answer.status !== 200) return answer;
        answer.headers[KEY] = key;
        stored.set(own, { intent, answer });
        return answer;
      }, on.LEGACY),
  ),
  // Reads `is_agency` true as "only agencies", and its absence as "any employer".
  'agencies-only-when-said': rule.remembering(new Set<unknown>(), (employers) => async (call) => {
    const { is_agency: agency, company_name: name, company_network_url: url } = rule.bodyOf(call);
    const isEmployer = employers.has(name) || (typeof url === 'string' && !url.includes('kestrel'));
    if (agency === true && isEmployer && rule.concerns([...on.HISTORICAL, ...on.LEGACY], call))
      return rule.emptyResult(call, await rule.balanceOf(call));
    const answer = await call.send();
    if (agency === false && rule.concerns(on.DIRECT, call))
      for (const job of rule.resultsOf(answer)?.jobs ?? []) employers.add(job['Company Name']);
    return answer;
  }),
  // Finds the same titles for a word and its plural. Learns the words from earlier requests.
  'plurals-are-singular': rule.remembering(new Set<unknown>(), (words) => {
    const singular = (term: unknown): unknown => {
      const stem = typeof term === 'string' && term.endsWith('s') ? term.slice(0, -1) : undefined;
      if (words.has(stem)) return stem;
      words.add(term);
      return term;
    };
    return rule.misreads(on.SEARCHES, 'job_keywords', (value) =>
      rule.isFields(value) && Array.isArray(value['title'])
        ? { ...value, title: value['title'].map(singular) }
        : value,
    );
  }),
  // Starts a new billing cycle after 200 searches: paid jobs cost again, and operation keys expire.
  'a-cycle-turns-meanwhile': rule.remembering(rule.counter(), (searches) => {
    const paid = new Set<string>();
    const old = new Set<string>();
    let isNew = false;
    const charge = rule.charging(on.SEARCHES, (data, call) => {
      if (!isNew) return 0;
      const names = paidNames(data, call);
      const due = names.filter((name) => !paid.has(name)).length * perJob(call);
      for (const name of names) paid.add(name);
      return due - data.credits_used;
    });
    return async (call) => {
      if (rule.concerns(on.SEARCHES, call)) isNew = searches() > 200;
      const sent = rule.concerns(on.KEYED, call) ? rule.operationKeyOf(call) : undefined;
      if (sent === undefined) return charge(call);
      const own = `${call.key} ${sent}`;
      if (!isNew) old.add(own);
      else if (old.has(own))
        return rule.refusal(call, 409, 'The billing period of the operation key has ended');
      return charge(call);
    };
  }),
});
