/** Lawful differences from the mock. A suite that reports one of them raises a false alarm. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ReadingAssignment } from '../../spec/clauses.js';
import type { Innocent, Rule } from './mutant.js';
import { habitInnocents } from './habits.js';
import { movingInnocents } from './moving.js';
import { atUse, spoiltBy } from './operation-keys.js';
import { passingInnocents } from './passing.js';
import * as on from './operations.js';
import * as reading from './readings.js';
import * as rule from './rules.js';

/** Rebuilds a JSON value with edited members of each object, the inner ones first. */
function rebuilt(value: unknown, edit: (members: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, edit));
  if (!rule.isFields(value)) return value;
  return Object.fromEntries(
    edit(Object.entries(value).map(([name, member]) => [name, rebuilt(member, edit)])),
  );
}

const addTo = (value: unknown): unknown => rebuilt(value, (members) => [...members, ['x_more', 'yes']]);
const backwards = (value: unknown): unknown => rebuilt(value, (members) => members.reverse());

/** Refuses every n-th request; a retry succeeds. */
function inPassing(status: number, every: number, retryAfter = '1'): Rule {
  let count = 0;
  return rule.only(on.ALL, async (call) => {
    if (call.key === '') return call.send();
    count += 1;
    if (count % every !== 0) return call.send();
    const unavailable = 'service_unavailable: try again';
    const limited = 'Rate limit exceeded: 200 requests per minute';
    const answer = rule.refusal(call, status, status === 503 ? unavailable : limited);
    answer.headers['retry-after'] = retryAfter;
    return answer;
  });
}

/** Sorts the job boards and departments by a field, capitals first. */
function sorted(field: string): Rule {
  return rule.listed(on.LISTS, (items) =>
    [...items].sort((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1)),
  );
}

function balanceAs(show: (balance: unknown) => unknown): Rule {
  return rule.answered(on.BALANCE, 200, (body) => show(body['credits_remaining']));
}

/** 1 for one posting in so many, always the same ones; 0 for the others. */
function lot(job: rule.Fields, every: number): 0 | 1 {
  const name = String(job['Job URL'] ?? job['Job Title']);
  return hash('md5', name, 'buffer')[0]! % every === 0 ? 1 : 0;
}

const MORE_HEADERS = {
  'x-ratelimit-remaining': '199',
  'set-cookie': 'a=b',
  server: 'nginx',
  vary: 'origin',
};

export const innocents: readonly Innocent[] = [
  ...rule.innocentsOf(() => ({
    'nothing-changed': rule.faithful,
    // Not in the balance: the contract does not name its field, and a profile would have to.
    'added-fields': rule.answered(on.ALL, 200, (body, call) =>
      call.operation?.kind === 'balance' ? { ...body, x_more: 'yes' } : addTo(body),
    ),
    'added-fields-in-errors': rule.answered(on.ALL, [400, 402, 403, 409, 429, 503], (body) => ({
      ...body,
      docs: '/docs',
    })),
    'members-backwards': { rewrites: true, rule: rule.answered(on.ALL, null, backwards) },
    'headers-in-capitals': rule.outgoing(on.ALL, null, (answer) => {
      answer.headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
      );
    }),
    'more-headers': rule.outgoing(on.ALL, null, ({ headers }) => void Object.assign(headers, MORE_HEADERS)),
    'content-type-without-charset': rule.header(on.ALL, null, 'content-type', (type) =>
      type?.replace('; charset=utf-8', ''),
    ),
    'other-jobs': rule.everyJob((job) => {
      job['Logo URL'] = null;
      job['Valid Through'] = null;
      if (typeof job['Apply URL'] === 'string') job['Apply URL'] = `${job['Apply URL']}?from=kit`;
    }),
    'pages-backwards': {
      readings: ['order=other'],
      rule: rule.results(on.SEARCHES, ({ jobs }) => void jobs.reverse()),
    },
    'other-words': rule.results(on.SEARCHES, ({ jobs }, _call, body) => {
      if (jobs.length === 0) body['error'] = 'Leider nichts gefunden.';
    }),
    'slow-answers': async (call) => {
      await sleep(15);
      const answer = await call.send();
      await sleep(15);
      return { ...answer, headers: { ...answer.headers, 'x-slow': '1' } };
    },
    'now-and-then-503': { undisturbed: true, rule: inPassing(503, 61) },
  })),
  ...passingInnocents,
  ...movingInnocents,
  ...habitInnocents,
  ...rule.innocentsOf(() => ({
    'now-and-then-429': { undisturbed: true, rule: inPassing(429, 67) },
    'in-chunks': rule.header(on.ALL, null, 'transfer-encoding', () => 'chunked'),
    compressed: {
      rewrites: true,
      rule: rule.outgoing(on.ALL, null, (answer) => {
        answer.headers['content-encoding'] = 'gzip';
        answer.body = gzipSync(answer.body);
      }),
    },
    'capitals-sort-first': sorted('label'),
    'request-ids-unread': rule.incoming(on.ALL, ({ request }) => void delete request.headers['x-request-id']),
    'no-operation-key-on-errors': {
      readings: ['effective-key-on-errors=absent'],
      rule: rule.header(
        on.KEYED,
        [400, 402, 403, 409, 422, 429, 500, 503],
        'idempotency-key',
        () => undefined,
      ),
    },
    'balance-elsewhere': {
      readings: ['balance-body=other'],
      rule: balanceAs((balance) => ({ account: { balance } })),
    },
    // Only a profile could tell which integer is the balance. Without a profile, the target is not to blame.
    'balance-among-others': {
      leavesOpen: 'which field is the balance',
      rule: balanceAs((amount) => ({ amount, cycle_days: 30 })),
    },
    // The source recommends 10 to 100 and defines no minimum.
    'no-limit-below-ten': rule.refuses(
      on.CURRENT,
      ({ limit }) => Number.isInteger(limit) && Number(limit) > 0 && Number(limit) < 10,
      422,
      'limit: Input should be greater than or equal to 10',
    ),
    'other-refusals': {
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
      rule: reading.otherRefusals,
    },
    'unlisted-values-find-nothing': {
      readings: ['unknown-board=nothing', 'value-case=nothing'],
      rule: reading.unlistedFindNothing,
    },
    'lookups-without-key-are-401': {
      readings: ['lookup-auth-status=401'],
      rule: rule.outgoing(on.FREE, 403, (_answer, call) =>
        call.key === '' ? rule.refusal(call, 401, 'Missing API key') : undefined,
      ),
    },
    'legacy-refuses-keys-with-detail': {
      readings: ['legacy-refusal-form=detail'],
      rule: rule.answered(on.LEGACY, [401, 403], () => ({ detail: 'Invalid API key' })),
    },
    'legacy-explains-in-objects': {
      readings: ['legacy-empty-message=object'],
      rule: rule.results(on.LEGACY, ({ jobs }, _call, body) => {
        if (jobs.length === 0) body['error'] = { code: 'no_results', message: body['error'], details: [] };
      }),
    },
    'legacy-stores-snapshots': {
      readings: ['legacy-snapshot=bound'],
      fromWithin: true,
      rule: reading.legacySnapshots(),
    },
    'lists-by-value': { readings: ['lookup-order=value'], rule: sorted('value') },
    'now-and-then-429-for-no-time': {
      fromOutside: true,
      readings: ['retry-after-zero=0'],
      undisturbed: true,
      rule: inPassing(429, 59, '0'),
    },
    'unknown-fields-are-left-out': {
      readings: ['absent-fields=left-out'],
      unrecommended: ['JOB-2'],
      rule: rule.everyJob((job) => {
        for (const name of Object.keys(job)) if (job[name] === null) delete job[name];
      }),
    },
    // Removes duplicates from a page after filling it.
    'pages-are-not-full': {
      readings: ['page-fullness=short'],
      rule: rule.misreads(on.SEARCHES, 'limit', (said, { exclude_duplicates: without }) => {
        const limit = said ?? 100;
        const isShort = without !== false && typeof limit === 'number' && limit > 11 && limit <= 100;
        return isShort ? Math.ceil(limit * 0.9) : said;
      }),
    },
    'neighbouring-types': { readings: ['strict-types=coerced'], rule: reading.neighbouringTypes() },
    'both-days-belong': {
      movesDays: true,
      readings: ['date-bounds=inclusive'],
      rule: reading.includesLastDay(on.SEARCHES),
    },
    // West of Greenwich, the first hours of a UTC day belong to the day before.
    'days-of-a-western-zone': {
      movesDays: true,
      readings: ['calendar=zone'],
      rule: rule.ofJobs('Post Date', (date, job) => rule.shifted(date, -lot(job, 3))),
    },
    'days-of-an-eastern-zone': {
      fromOutside: true,
      movesDays: true,
      rule: rule.ofJobs('Post Date', (date, job) => rule.shifted(date, lot(job, 3))),
    },
    // The target's day is the day before: its today is the caller's yesterday, and bounds are inclusive.
    'a-western-day-and-bounds-within': {
      movesDays: true,
      fromOutside: true,
      rule: reading.includesLastDay(on.KEYED_COMPANY, (call) => rule.daysAgo(call, 1)),
    },
    // Only from outside: the rule reads the target's clock, and an account can have a clock of its own.
    'history-up-to-now': {
      movesDays: true,
      fromOutside: true,
      readings: ['historical-window-today=included'],
      rule: rule.misreads(
        on.HISTORICAL,
        'published_before',
        (date, _body, call) => date ?? rule.daysAgo(call, -1),
      ),
    },
    'other-replays': {
      readings: [
        'replay-body=fresh-balance',
        'unchanged-body=equal-bytes',
        'concurrent-same-key=409',
        'failed-attempt-key=used-by-402',
      ],
      rule: rule.inTurn(
        reading.oneAtATime(),
        reading.sameBytesOnly(),
        spoiltBy(402),
        atUse(2, reading.withCurrentBalance),
      ),
    },
    'keys-free-after-failures': {
      readings: ['changed-after-failure=accepted'],
      rule: reading.newKeyAfterFailure(),
    },
    'keys-by-endpoint': { readings: ['key-scope=endpoint'], rule: reading.keysByEndpoint() },
    'keys-from-requests': {
      alone: 'later rules would give its keys to other requests',
      readings: ['made-keys=same-for-same-request'],
      rule: reading.keysFromRequests,
    },
    'legacy-heeds-operation-keys': {
      readings: ['legacy-idempotency=honoured'],
      rule: reading.legacyWithKeys(),
    },
    'agencies-only-when-said': {
      readings: ['historical-agency=only', 'legacy-agency=only'],
      rule: reading.agenciesOnly(),
    },
    'plurals-are-singular': { readings: ['keyword-match=stemmed'], rule: reading.pluralsAreSingular() },
    // Reading `duplicate`: the source does not define whether totals include duplicates.
    'totals-count-duplicates': rule.results(on.SEARCHES, (data, call) => {
      if (rule.bodyOf(call)['exclude_duplicates'] !== false)
        data.total_jobs_found += Math.floor(data.total_jobs_found / 25);
    }),
    'registered-names': rule.ofCompanies('company_name', () => 'Holding of Many Names Inc.'),
    'a-cycle-turns-meanwhile': {
      readings: ['cycle-turn=instant'],
      alone: 'rules that find other jobs would make it charge for jobs that nobody requested',
      fromOutside: true,
      rule: reading.turnsAfter(200),
    },
    // Reading `error-order`: a key without access to history gets this refusal before any other.
    'history-is-closed': {
      readings: ['historical-access=granted'],
      fromOutside: true,
      rule: rule.refuses(
        on.ANY_HISTORICAL,
        (_body, { key }) => key === 'key_demo',
        403,
        'No access to history',
      ),
    },
  })),
];

/** Choices that no innocent makes and no option of the mock selects. */
export const unplayed: readonly { choice: ReadingAssignment; why: string }[] = [
  {
    choice: 'keyword-match=substring',
    why: 'a proxy cannot find parts of words through a target that matches whole words',
  },
  {
    choice: 'rate-window=fixed-minutes',
    why: 'the proxy would have to count requests itself, and the suite would judge the proxy',
  },
];
