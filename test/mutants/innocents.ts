/** Differences that harm nobody: a suite that turns red over one of these raises a false alarm. */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ReadingAssignment } from '../../spec/clauses.js';
import type { Call, ForwardedAnswer, Innocent, Rule } from './mutant.js';
import { habitInnocents } from './habits.js';
import { movingInnocents } from './moving.js';
import { passingInnocents } from './passing.js';
import { isOperationKey } from '../../spec/operation-key.js';
import { jobNames, perJob } from './charging.js';
import { again, atUse, spoiltBy } from './operation-keys.js';
import {
  ALL,
  answered,
  ANY_HISTORICAL,
  asked,
  BALANCE,
  balanceOf,
  bodyOf,
  COMPANY,
  concerns,
  daysAgo,
  details,
  DIRECT,
  editAnswer,
  emptyResult,
  everyJob,
  FREE,
  HISTORICAL,
  HISTORICAL_DIRECT,
  incoming,
  intentOf,
  inTurn,
  isFields,
  KEYED,
  LEGACY,
  listed,
  LISTS,
  LOOKUPS,
  misreads,
  openBooks,
  operationKeyOf,
  outgoing,
  refusal,
  refuses,
  results,
  resultsOf,
  SEARCHES,
  setJson,
  shifted,
  type Fields,
  type Results,
} from './rules.js';

/** A word that no posting holds. */
const NOWHERE = 'qxzvkjwqxzvkjw';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function addTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTo);
  if (!isFields(value)) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([name, each]) => [name, addTo(each)]),
    ['x_more', 'yes'],
  ]);
}

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, backwards(each)]),
  );
}

/** After so many searches a billing cycle has turned: what was paid for is new again, and keys have expired. */
function turnsAfter(searches: number): () => Rule {
  return () => {
    const books = openBooks();
    const paid = new Set<string>();
    const old = new Set<string>();
    let count = 0;
    return async (call) => {
      if (!concerns(SEARCHES, call)) {
        const answer = await call.send();
        books.tell(call, answer);
        return answer;
      }
      count += 1;
      const isNew = count > searches;
      const sent = operationKeyOf(call);
      if (isNew && sent !== undefined && old.has(`${call.key} ${sent}`) && concerns(KEYED, call))
        return refusal(call, 409, 'The billing period of the operation key has ended');
      const answer = await call.send();
      const data = resultsOf(answer);
      if (sent !== undefined && !isNew) old.add(`${call.key} ${sent}`);
      if (data !== null && isNew && !books.isRetry(call, answer)) {
        const names = jobNames(data).map((name) => `${call.key} ${name}`);
        const due = names.filter((name) => !paid.has(name)).length * perJob(call);
        books.charge(call.key, due - data.credits_used);
        editAnswer(answer, (body) => void ((body['data'] as Results).credits_used = due));
        for (const name of names) paid.add(name);
      }
      books.tell(call, answer);
      return answer;
    };
  };
}

/** Refuses every n-th search that says nothing against it, once each, in passing. */
function inPassing(status: number, every: number, retryAfter = '1'): Rule {
  let count = 0;
  return (call) => {
    if (!concerns(ALL, call) || call.key === '') return call.send();
    count += 1;
    if (count % every !== 0) return call.send();
    const answer = refusal(
      call,
      status,
      status === 503 ? 'service_unavailable: try again' : 'Rate limit exceeded: 200 requests per minute',
    );
    answer.headers['retry-after'] = retryAfter;
    return Promise.resolve(answer);
  };
}

/** The same results, each page from its end to its beginning. */
function pagesBackwards(): Rule {
  return outgoing(SEARCHES, 200, (answer) => {
    if (resultsOf(answer) === null) return;
    editAnswer(answer, (body) => void (body['data'] as Results).jobs.reverse());
  });
}

/* ---------------------------------------------------------------------------------------------- other readings */

/** Every refusal whose status or form is open, met the other way. */
const otherRefusals: Rule = async (call) => {
  const [body, { operation }] = [call.json(), call];
  if (operation === null) return call.send();
  if (operation.kind !== 'search')
    return call.request.query.has('kit_unknown_parameter')
      ? refusal(call, 422, 'What is that?')
      : call.send();
  if (isFields(body)) {
    const odd = Object.keys(body).find((name) => !operation.bodyFields.includes(name) && name !== 'industry');
    if (odd !== undefined) return refusal(call, 422, `${odd} is not known`);
    const places = [body['jobs_locations'], body['exclude_jobs_locations']].flat();
    if (places.some((place) => isFields(place) && Object.keys(place).length === 0))
      return refusal(call, 422, 'An empty place');
  }
  const answer = await call.send();
  const about = (word: string): boolean => answer.body.includes(word);
  if (answer.status === 422) {
    if (!isFields(body)) return refusal(call, 400, 'The body is no JSON object');
    if (concerns([...DIRECT, ...HISTORICAL_DIRECT], call) && about('_job_boards'))
      return refusal(call, 400, 'Unknown job board');
    if (about('search_after')) return refusal(call, 400, 'search_after is no cursor');
    if (/"enum"/.test(answer.body.toString()) && !about('mode'))
      return refusal(call, 400, 'A value that is on no list');
  }
  if (answer.status === 400 && bodyOf(call)['company_network_url'] === null && !concerns(LEGACY, call))
    return refusal(call, 422, 'company_network_url is no text');
  if (concerns(LEGACY, call)) {
    if (answer.status === 402) setJson(answer, { detail: 'Not enough credits' });
    if (answer.status === 400 && !Object.keys(bodyOf(call)).some((name) => name.startsWith('company_')))
      return refusal(call, 422, 'Name a company');
  }
  return answer;
};

/** Takes boards that nobody knows, and departments in other letters, for such as no job has. */
const unlistedFindNothing: Rule = async (call) => {
  for (;;) {
    const answer = await call.send();
    const body = call.json();
    if (answer.status !== 422 || !isFields(body)) return answer;
    const before = JSON.stringify(body);
    const leave = (field: string, values: readonly unknown[]): void => {
      if (values.length === 0 && !field.startsWith('exclude')) body['job_keywords'] = { title: [NOWHERE] };
      if (values.length === 0) delete body[field];
      else body[field] = values;
    };
    const { department } = body;
    if (Array.isArray(department))
      leave(
        'department',
        department.filter((name) => String(name).length > 30 || !/^([a-z ]+|[A-Z ]+)$/.test(String(name))),
      );
    for (const field of ['include_job_boards', 'exclude_job_boards']) {
      const boards = body[field];
      if (Array.isArray(boards) && concerns([...DIRECT, ...HISTORICAL_DIRECT], call))
        leave(
          field,
          boards.filter((name) => !answer.body.includes(JSON.stringify(JSON.stringify(name)).slice(1, -1))),
        );
    }
    if (JSON.stringify(body) === before) return answer;
    setJson(call.request, body);
  }
};

/** Takes a lone value for a list of one, a list of one for its value, and digits for a number. */
function neighbouringTypes(): Rule {
  const lists = ['department', 'job_type', 'seniority_level', 'industry'];
  return asked(SEARCHES, (body) => {
    for (const field of [...lists, 'include_job_boards', 'exclude_job_boards'])
      if (typeof body[field] === 'string') body[field] = [body[field]];
    for (const field of ['is_remote', 'country_exists', 'job_boards'])
      if (Array.isArray(body[field]) && body[field].length === 1) body[field] = body[field][0] as unknown;
    if (typeof body['limit'] === 'string') body['limit'] = Number(body['limit']);
  });
}

/** Finds the same for a word of titles and for its plural; which words there are, it learns from what was asked before. */
function pluralsAreSingular(): Rule {
  const words = new Set<unknown>();
  const singular = (term: unknown): unknown => {
    const stem = typeof term === 'string' && term.endsWith('s') ? term.slice(0, -1) : undefined;
    if (words.has(stem)) return stem;
    words.add(term);
    return term;
  };
  return misreads(SEARCHES, 'job_keywords', (value) =>
    isFields(value) && Array.isArray(value['title'])
      ? { ...value, title: (value['title'] as unknown[]).map(singular) }
      : value,
  );
}

/** Refuses a copy of a search that is still under way. */
function oneAtATime(): Rule {
  const running = new Set<string>();
  return async (call) => {
    const name = `${call.key} ${operationKeyOf(call)}`;
    if (operationKeyOf(call) === undefined || !concerns(KEYED, call)) return call.send();
    if (running.has(name)) return refusal(call, 409, 'This search is under way');
    running.add(name);
    return call.send().finally(() => running.delete(name));
  };
}

/** Takes a body of other bytes for another request, whatever it means. */
function sameBytesOnly(): Rule {
  const bodies = new Map<string, Buffer>();
  return async (call) => {
    const name = `${call.key} ${operationKeyOf(call)}`;
    if (operationKeyOf(call) === undefined || !concerns(KEYED, call)) return call.send();
    const before = bodies.get(name);
    if (before !== undefined && !before.equals(call.request.body))
      return refusal(call, 409, 'This key was used for another request');
    const { body } = call.request;
    const answer = await call.send();
    if (answer.status === 200) bodies.set(name, body);
    return answer;
  };
}

async function balanceOfNow(answer: ForwardedAnswer, call: Call): Promise<void> {
  if (resultsOf(answer) === null) return;
  const balance = await balanceOf(call);
  editAnswer(answer, (body) => void ((body['data'] as Results).credits_remaining = balance));
}

/** A legacy search that stores its responses under the keys it is sent, as the other searches do. */
function legacyWithKeys(): Rule {
  const stored = new Map<string, { intent: string; answer: ForwardedAnswer }>();
  return async (call) => {
    const key = operationKeyOf(call);
    if (key === undefined || !concerns(LEGACY, call)) return call.send();
    const name = `${call.key} ${key}`;
    const before = stored.get(name);
    if (before !== undefined)
      return before.intent === intentOf(call)
        ? again(before.answer, call)
        : refusal(call, 409, 'This key was used for another request');
    const answer = await call.send();
    if (answer.status !== 200) return answer;
    answer.headers['idempotency-key'] = key;
    stored.set(name, { intent: intentOf(call), answer });
    return answer;
  };
}

/** Keys whose scope is one endpoint: passed on under a name of their own for each, but for those that it made for itself. */
function keysByEndpoint(): Rule {
  const made = new Set<string>();
  return async (call) => {
    if (!concerns(KEYED, call)) return call.send();
    const key = operationKeyOf(call);
    const nameOf = (each: string): string => `${call.key} ${call.operation!.id} ${each}`;
    if (key === undefined) {
      const answer = await call.send();
      made.add(nameOf(answer.headers['idempotency-key'] ?? ''));
      return answer;
    }
    if (!isOperationKey(key) || made.has(nameOf(key))) return call.send();
    call.request.headers['idempotency-key'] = derivedKey(`${call.operation!.id} ${key}`);
    const answer = await call.send();
    if (answer.headers['idempotency-key'] !== undefined) answer.headers['idempotency-key'] = key;
    return answer;
  };
}

/** A service that makes its keys from the request, so that a search sent twice is a retry. */
const keysFromRequests: Rule = async (call) => {
  if (operationKeyOf(call) !== undefined || !concerns(KEYED, call)) return call.send();
  const { headers } = call.request;
  headers['idempotency-key'] = derivedKey(intentOf(call));
  const answer = await call.send();
  if (answer.status !== 409) return answer;
  // Made in a billing cycle that is over: that one would have the cycle in it.
  delete headers['idempotency-key'];
  return call.send();
};

function derivedKey(text: string): string {
  return `use_v1_${hash('sha256', text)}`;
}

/** 1 for one posting in so many, always the same ones; 0 for the others. */
function lot(job: Fields, every: number): 0 | 1 {
  const name = String(job['Job URL'] ?? job['Job Title']);
  return hash('md5', name, 'buffer')[0]! % every === 0 ? 1 : 0;
}

/** Stores what the legacy search delivers, too, as far as it has room: by the size of earlier jobs of a company. */
function legacySnapshots(): Rule {
  const bytes = new Map<unknown, number>();
  return async (call) => {
    if (!concerns(LEGACY, call)) return call.send();
    const { company_network_url: company, limit = 100 } = bodyOf(call);
    if ((bytes.get(company) ?? 0) * Number(limit) > 4 * 1024 * 1024)
      return refusal(call, 503, 'invalid_result: the page is too large');
    const answer = await call.send();
    const jobs = resultsOf(answer)?.jobs.length ?? 0;
    if (jobs > 0) bytes.set(company, answer.body.length / jobs);
    return answer;
  };
}

const AGENCIES_ONLY = ['historical-agency=only', 'legacy-agency=only'] as const;

/** Reads `is_agency` true as "only" where it is said, and asks nothing of agencies where it is not. */
function agenciesOnly(): Rule {
  const employers = new Set<unknown>();
  return async (call) => {
    const { is_agency: said, company_name: name, company_network_url: url } = bodyOf(call);
    const isEmployer = employers.has(name) || (typeof url === 'string' && !url.includes('kestrel'));
    if (said === true && isEmployer && concerns([...HISTORICAL, ...LEGACY], call))
      return emptyResult(call, await balanceOf(call));
    const answer = await call.send();
    if (said === false && concerns(DIRECT, call))
      for (const job of resultsOf(answer)?.jobs ?? []) employers.add(job['Company Name']);
    return answer;
  };
}

export const innocents: readonly Innocent[] = [
  { name: 'nothing-changed', rule: () => (call) => call.send() },
  {
    // Not within the balance, where the contract leaves the field unnamed and a profile would name it.
    name: 'added-fields',
    rule: () =>
      answered(ALL, 200, (body, call) =>
        call.operation?.kind === 'balance' ? { ...body, x_more: 'yes' } : addTo(body),
      ),
  },
  {
    name: 'added-fields-in-errors',
    rule: () => answered(ALL, [400, 402, 403, 409, 429, 503], (body) => ({ ...body, docs: '/docs' })),
  },
  { name: 'members-backwards', rewrites: true, rule: () => answered(ALL, null, (body) => backwards(body)) },
  {
    name: 'headers-in-capitals',
    rule: () =>
      outgoing(ALL, null, (answer) => {
        answer.headers = Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
        );
      }),
  },
  {
    name: 'more-headers',
    rule: () =>
      outgoing(ALL, null, ({ headers }) => {
        Object.assign(headers, {
          'x-ratelimit-remaining': '199',
          'set-cookie': 'a=b',
          server: 'nginx',
          vary: 'origin',
        });
      }),
  },
  {
    name: 'content-type-without-charset',
    rule: () =>
      outgoing(ALL, null, ({ headers }) => {
        headers['content-type'] = headers['content-type']?.replace('; charset=utf-8', '') ?? '';
      }),
  },
  {
    name: 'other-jobs',
    rule: () =>
      everyJob((job) => {
        job['Logo URL'] = null;
        job['Valid Through'] = null;
        if (typeof job['Apply URL'] === 'string') job['Apply URL'] = `${job['Apply URL']}?from=kit`;
      }),
  },
  { name: 'pages-backwards', readings: ['order=other'], rule: pagesBackwards },
  {
    name: 'other-words',
    rule: () =>
      outgoing(SEARCHES, 200, (answer) => {
        const data = resultsOf(answer);
        if (data === null || data.jobs.length > 0) return;
        editAnswer(answer, (body) => void (body['error'] = 'Leider nichts gefunden.'));
      }),
  },
  {
    name: 'slow-answers',
    rule: () => async (call) => {
      await pause(15);
      const answer = await call.send();
      await pause(15);
      return { ...answer, headers: { ...answer.headers, 'x-slow': '1' } };
    },
  },
  { name: 'now-and-then-503', undisturbed: true, rule: () => inPassing(503, 61) },
  ...passingInnocents,
  ...movingInnocents,
  ...habitInnocents,
  { name: 'now-and-then-429', undisturbed: true, rule: () => inPassing(429, 67) },
  {
    name: 'in-chunks',
    rule: () => outgoing(ALL, null, ({ headers }) => void (headers['transfer-encoding'] = 'chunked')),
  },
  {
    name: 'compressed',
    rewrites: true,
    rule: () =>
      outgoing(ALL, null, (answer) => {
        answer.headers['content-encoding'] = 'gzip';
        answer.body = gzipSync(answer.body);
      }),
  },
  {
    name: 'capitals-sort-first',
    rule: () =>
      listed(LOOKUPS, (items: Fields[], call) =>
        call.operation!.id === 'listLocations'
          ? items
          : [...items].sort((a, b) => (String(a['label']) < String(b['label']) ? -1 : 1)),
      ),
  },
  {
    name: 'request-ids-unread',
    rule: () => incoming(ALL, ({ request }) => void delete request.headers['x-request-id']),
  },
  {
    name: 'no-operation-key-on-errors',
    readings: ['effective-key-on-errors=absent'],
    rule: () =>
      outgoing(
        KEYED,
        [400, 402, 403, 409, 422, 429, 500, 503],
        ({ headers }) => void delete headers['idempotency-key'],
      ),
  },
  {
    name: 'balance-elsewhere',
    readings: ['balance-body=other'],
    rule: () => answered(BALANCE, 200, (body) => ({ account: { balance: body['credits_remaining'] } })),
  },
  {
    // Which integer is the balance only a profile could say; without one nobody is to blame.
    name: 'balance-among-others',
    leavesOpen: 'what the balance is',
    rule: () => answered(BALANCE, 200, (body) => ({ amount: body['credits_remaining'], cycle_days: 30 })),
  },
  {
    // Ten to a hundred are recommended, and no least is named.
    name: 'no-limit-below-ten',
    rule: () =>
      refuses(
        [...DIRECT, ...COMPANY],
        ({ limit }) => Number.isInteger(limit) && Number(limit) > 0 && Number(limit) < 10,
        422,
        'limit: Input should be greater than or equal to 10',
      ),
  },
  {
    name: 'other-refusals',
    readings: [
      'malformed-json=400',
      'legacy-missing-identity=422',
      'legacy-unaffordable=detail',
      'unknown-field=422',
      'unknown-board=400',
      'null-profile-url=422',
      'bad-cursor=400',
      'unknown-value=400',
      'empty-location-item=422',
    ],
    rule: () => otherRefusals,
  },
  {
    name: 'unlisted-values-find-nothing',
    readings: ['unknown-board=nothing', 'value-case=nothing'],
    rule: () => unlistedFindNothing,
  },
  {
    name: 'lookups-without-key-are-401',
    readings: ['lookup-auth-status=401'],
    rule: () =>
      outgoing(FREE, 403, (_answer, call) =>
        call.key === '' ? refusal(call, 401, 'Missing API key') : undefined,
      ),
  },
  {
    name: 'legacy-refuses-keys-with-detail',
    readings: ['legacy-refusal-form=detail'],
    rule: () => outgoing(LEGACY, [401, 403], (answer) => setJson(answer, { detail: 'Invalid API key' })),
  },
  {
    name: 'legacy-explains-in-objects',
    readings: ['legacy-empty-message=object'],
    rule: () =>
      results(LEGACY, ({ jobs }, _call, body) => {
        if (jobs.length === 0) body['error'] = { code: 'no_results', message: body['error'], details: [] };
      }),
  },
  {
    name: 'legacy-stores-snapshots',
    readings: ['legacy-snapshot=bound'],
    fromWithin: true,
    rule: legacySnapshots,
  },
  {
    name: 'lists-by-value',
    readings: ['lookup-order=value'],
    rule: () =>
      listed(LISTS, (items: Fields[]) =>
        [...items].sort((a, b) => (String(a['value']) < String(b['value']) ? -1 : 1)),
      ),
  },
  {
    name: 'now-and-then-429-for-no-time',
    fromOutside: true,
    readings: ['retry-after-zero=0'],
    undisturbed: true,
    rule: () => inPassing(429, 59, '0'),
  },
  {
    name: 'unknown-fields-are-left-out',
    readings: ['absent-fields=left-out'],
    unrecommended: ['JOB-2'],
    rule: () =>
      everyJob((job) => {
        for (const name of Object.keys(job)) if (job[name] === null) delete job[name];
      }),
  },
  {
    // Duplicates are left out after a page was filled.
    name: 'pages-are-not-full',
    readings: ['page-fullness=short'],
    rule: () =>
      asked(SEARCHES, (body) => {
        const limit = body['limit'] ?? 100;
        if (body['exclude_duplicates'] !== false && typeof limit === 'number' && limit > 11 && limit <= 100)
          body['limit'] = Math.ceil(limit * 0.9);
      }),
  },
  { name: 'neighbouring-types', readings: ['strict-types=coerced'], rule: neighbouringTypes },
  {
    name: 'both-days-belong',
    readings: ['date-bounds=inclusive'],
    rule: () =>
      asked(SEARCHES, (body) => {
        const { published_after: after, published_before: before } = body;
        if (typeof before === 'string' && !(typeof after === 'string' && after >= before))
          body['published_before'] = shifted(before, 1);
      }),
  },
  {
    // West of Greenwich the first hours of a UTC day belong to the day before.
    name: 'days-of-a-western-zone',
    readings: ['calendar=zone'],
    rule: () => everyJob((job) => void (job['Post Date'] = shifted(job['Post Date'], -lot(job, 3)))),
  },
  {
    name: 'days-of-an-eastern-zone',
    fromOutside: true,
    alone: 'beside a western zone one takes back what the other moved',
    rule: () => everyJob((job) => void (job['Post Date'] = shifted(job['Post Date'], lot(job, 3)))),
  },
  {
    // There the day is still the one before: what a caller calls yesterday is today, and as a bound it is within.
    name: 'a-western-day-and-bounds-within',
    alone: 'a bound that is moved twice is another one',
    fromOutside: true,
    rule: () =>
      asked([...COMPANY, ...HISTORICAL], (body, call) => {
        const { published_after: after, published_before: before } = body;
        if (before === undefined) body['published_before'] = daysAgo(call, 1);
        else if (typeof before === 'string' && !(typeof after === 'string' && after >= before))
          body['published_before'] = shifted(before, 1);
      }),
  },
  {
    name: 'history-up-to-now',
    alone: 'beside a western zone no job shows the day of today',
    // Its rule reads the target's clock, which an account whose clock was moved does not share.
    fromOutside: true,
    readings: ['historical-window-today=included'],
    rule: () => misreads(HISTORICAL, 'published_before', (date, _body, call) => date ?? daysAgo(call, -1)),
  },
  {
    name: 'other-replays',
    readings: [
      'replay-body=fresh-balance',
      'unchanged-body=equal-bytes',
      'concurrent-same-key=409',
      'failed-attempt-key=used-by-402',
    ],
    rule: () => inTurn(oneAtATime(), sameBytesOnly(), spoiltBy(402)(), atUse(2, balanceOfNow)()),
  },
  { name: 'keys-by-endpoint', readings: ['key-scope=endpoint'], rule: keysByEndpoint },
  {
    name: 'keys-from-requests',
    alone: 'rules further on would give its keys to other requests',
    readings: ['made-keys=same-for-same-request'],
    rule: () => keysFromRequests,
  },
  { name: 'legacy-heeds-operation-keys', readings: ['legacy-idempotency=honoured'], rule: legacyWithKeys },
  { name: 'agencies-only-when-said', readings: AGENCIES_ONLY, rule: agenciesOnly },
  {
    name: 'plurals-are-singular',
    readings: ['keyword-match=stemmed'],
    rule: pluralsAreSingular,
  },
  {
    // Reading duplicate: whether a total counts what was left out is not said.
    name: 'totals-count-duplicates',
    rule: () =>
      results(SEARCHES, (data, call) => {
        if (bodyOf(call)['exclude_duplicates'] === false) return;
        data.total_jobs_found += Math.floor(data.total_jobs_found / 25);
      }),
  },
  {
    name: 'registered-names',
    rule: () => details((company) => void (company['company_name'] = 'Holding of Many Names Inc.')),
  },
  {
    name: 'a-cycle-turns-meanwhile',
    readings: ['cycle-turn=instant'],
    alone: 'beside rules that find other jobs it would charge what nobody asked for',
    fromOutside: true,
    rule: turnsAfter(200),
  },
  {
    // Reading error-order: a key that may not search history hears that before all else.
    name: 'history-is-closed',
    readings: ['historical-access=granted'],
    fromOutside: true,
    rule: () => refuses(ANY_HISTORICAL, (_body, { key }) => key === 'key_demo', 403, 'No access to history'),
  },
];

/** Choices that no innocent makes and that the mock cannot be told to make. */
export const unplayed: readonly { choice: ReadingAssignment; why: string }[] = [
  {
    choice: 'keyword-match=substring',
    why: 'parts of words cannot be found through a target that knows whole words alone',
  },
  {
    choice: 'rate-window=fixed-minutes',
    why: 'a proxy would have to count for the target, and would then be what is judged',
  },
];
