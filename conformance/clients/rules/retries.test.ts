import { describe, expect, it } from 'vitest';
import {
  against,
  contract,
  historyOf,
  judged,
  START,
  type Call,
} from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';
import type { Attempt } from './attempt.js';
import { ruleOnRefusal } from './retries.js';

const found = (calls: Call[], facts = {}): string[] => against(judged(historyOf(calls, facts)));
const DAY = 86_400_000;

describe('a refusal that is repeated unchanged', () => {
  it('breaks a rule after every refusal that the source states, except 429', () => {
    const withoutRule = contract.operations
      .flatMap(({ responses }) =>
        [...responses.values()].filter(({ stated, status }) => stated && status >= 400 && status < 500),
      )
      .filter(({ status }) => status !== 429 && ruleOnRefusal({ fate: status } as Attempt) === undefined);
    expect(withoutRule.map(({ status }) => status)).toEqual([]);
  });
  it.each([400, 401, 403, 422])('is a breach after %i, whatever the key', (status) => {
    const refused: Call = { status, key: 'use_v1_a' };
    expect(found([refused, { ...refused, key: 'use_v1_b' }])).toEqual(['CLI-13 fail 1>2']);
    expect(found([refused, { key: 'use_v1_b', body: { limit: 5 } }])).toEqual([]);
  });
  it('is allowed with a new key if the service refused the operation key', () => {
    const refused: Call = { status: 400, key: 'a' };
    expect(found([refused, { key: 'use_v1_a' }])).toEqual(['CLI-7 fail 1']);
    expect(found([refused, refused])).toEqual(['CLI-7 fail 1', 'CLI-7 fail 2', 'CLI-13 fail 1>2']);
  });
  it('is allowed after a change of the account, or on another day', () => {
    expect(found([{ status: 403 }, {}], { changes: [{ before: 2, credits: 0 }] })).toEqual([]);
    expect(found([{ status: 422 }, { status: 422, at: START + DAY }])).toEqual([]);
  });
  it('is unknown if changes of the account are not recorded, and the answer differs', () => {
    expect(found([{ status: 403 }, {}], { changes: undefined })).toEqual(['CLI-13 unknown 1>2']);
    expect(found([{ status: 403 }, { status: 403 }], { changes: undefined })).toEqual(['CLI-13 fail 1>2']);
  });
  it('is not counted if both were sent concurrently on two connections', () => {
    expect(found([{ status: 422 }, { status: 422, connection: '2', after: 0.01 }])).toEqual([]);
    expect(found([{ status: 422 }, { status: 422, after: 0.01 }])).toEqual(['CLI-13 fail 1>2']);
  });
  it('is unknown if the source of the traffic did not observe when the response ended', () => {
    const history = historyOf([{ status: 422 }, { status: 422 }]);
    delete history.exchanges[0]!.endedAt;
    expect(against(judged(history))).toEqual(['CLI-13 unknown 1>2']);
  });
  it('is a breach for lookups, too', () => {
    const lookup: Call = { operation: 'listLocations', query: '?q=a', status: 422 };
    expect(found([lookup, lookup])).toEqual(['CLI-42 fail 1', 'CLI-42 fail 2', 'CLI-13 fail 1>2']);
  });
});

describe('a 402', () => {
  it('must not be repeated before there are more credits', () => {
    expect(found([{ status: 402 }, { status: 402 }])).toEqual(['CLI-14 fail 1>2']);
    expect(found([{ status: 402 }, { status: 402 }], { changes: [{ before: 2, credits: 5 }] })).toEqual([]);
    expect(found([{ status: 402 }, { body: { limit: 1 } }])).toEqual([]);
  });
  it('is unknown if the balance is unknown', () => {
    expect(found([{ status: 402 }, { status: 402 }], { changes: undefined })).toEqual(['CLI-14 unknown 1>2']);
  });
  it('may be repeated if the search has become affordable', () => {
    expect(found([{ status: 402 }, {}])).toEqual([]);
  });
});

it('a refusal by one deployment does not bind the caller on another', () => {
  const history = historyOf([{ status: 429, retryAfter: 60 }, { status: 422 }, {}]);
  for (const [i, { request }] of history.exchanges.entries())
    request.url = `https://${i}.example${request.path}`;
  expect(against(judged(history))).toEqual([]);
});

describe('a 409', () => {
  const conflict: Call = { key: 'use_v1_a', status: 409 };
  it('must not be repeated under the same key', () => {
    expect(found([conflict, conflict])).toEqual(['CLI-15 fail 1>2']);
    expect(found([conflict, { key: 'use_v1_b' }])).toEqual([]);
  });
  it('may be repeated while another request with the key is running', () => {
    expect(found([{ ...conflict, status: 200, endedAt: 5_000 }, conflict, conflict])).toEqual([]);
  });
  it('may be repeated while the service still executes a lost attempt, so that a later one succeeds', () => {
    const lost: Call = { key: 'use_v1_a', sent: 'never' };
    expect(found([lost, conflict, { key: 'use_v1_a' }])).toEqual([]);
    expect(found([lost, conflict, conflict])).toEqual(['CLI-15 fail 2>3']);
  });
  it('is unknown if the other request may not have been recorded', () => {
    const history = { ...historyOf([conflict, conflict]), dropped: undefined };
    expect(against(judged(history))).toEqual(['CLI-15 unknown 1>2']);
  });
});

describe('a 503', () => {
  it('must not be repeated if the result is too large', () => {
    const large: Call = { status: 503, detail: 'invalid_result: too large', key: 'use_v1_a' };
    expect(found([large, large])).toEqual(['CLI-16 fail 1>2']);
    expect(found([large, { key: 'use_v1_b', body: { limit: 10 } }])).toEqual([]);
  });
  it('may be repeated if the service was unavailable', () => {
    const gone: Call = { status: 503, detail: 'service_unavailable', key: 'use_v1_a' };
    expect(found([gone, gone, { key: 'use_v1_a' }])).toEqual([]);
  });
});

describe('Retry-After', () => {
  const refused: Call = { status: 429, retryAfter: 2, key: 'use_v1_a' };
  it('must be waited for, with a tolerance of 10 ms', () => {
    expect(found([refused, { key: 'use_v1_a', after: 1.986 }])).toEqual([]);
    expect(found([refused, { key: 'use_v1_a', after: 1.9 }])).toEqual(['CLI-19 fail 1>2']);
  });
  it('holds on other connections, except for requests that were sent concurrently', () => {
    expect(found([refused, { key: 'use_v1_a', after: 0.5, connection: '2' }])).toEqual(['CLI-19 fail 1>2']);
    expect(found([refused, { key: 'use_v1_a', after: 0.05, connection: '2' }])).toEqual([]);
  });
  it('is over if the clock of the service was moved forward', () => {
    expect(found([refused, { key: 'use_v1_a', after: 0.1, at: START + 60_000 }])).toEqual([]);
  });
  it('holds for other searches under the same limit, as a warning', () => {
    const other: Call = { key: 'use_v1_b', body: { limit: 3 }, after: 1 };
    expect(found([refused, other])).toEqual(['CLI-20 warn 1>2']);
    expect(found([refused, { ...other, operation: 'searchJobsHistorical', body: { limit: 10 } }])).toEqual(
      [],
    );
  });
  it('is reported once if requests after an early attempt are early, too', () => {
    const again: Call = { key: 'use_v1_a', after: 0.3 };
    const next: Call = { key: 'use_v1_b', body: { limit: 3 }, after: 0.3 };
    expect(found([refused, again, next])).toEqual(['CLI-19 fail 1>2']);
  });
  it('is unknown if times are unknown', () => {
    const history = historyOf([refused, { key: 'use_v1_a' }]);
    for (const each of history.exchanges) delete each.arrivedAt;
    expect(against(judged(history))).toEqual(['CLI-19 unknown 1>2']);
  });
});

describe('the number of attempts', () => {
  const numberOf = (status: number, end: 'itself' | 'flood'): string[] => {
    const calls = Array.from({ length: 12 }, () => ({ status }));
    const { run, seen } = seenIn('always-unavailable', historyOf(calls));
    const verdicts = verdictsOn({ run: { ...run, end }, seen }, 'CLI-23', 'CLI-25');
    return verdicts.filter((each) => each.endsWith('fail'));
  };

  it('breaks CLI-25 if it is large, and CLI-23 if it has no end', () => {
    expect([numberOf(503, 'itself'), numberOf(503, 'flood')]).toEqual([['CLI-25 fail'], ['CLI-23 fail']]);
  });

  it('is not judged for refusals with a rule of their own', () => {
    expect([numberOf(403, 'itself'), numberOf(403, 'flood')]).toEqual([[], []]);
  });
});

describe('waits between attempts', () => {
  /** Verdicts on waits, in seconds, on a machine that is up to `lag` ms late. */
  const verdictsOnWaits = (waits: readonly number[], lag: number): string[] => {
    const history = historyOf([{ status: 503 }, ...waits.map((after) => ({ status: 503, after }))]);
    const { run, seen } = seenIn('always-unavailable', history);
    return verdictsOn({ run, seen: { ...seen, lag } }, 'CLI-22', 'CLI-24');
  };

  it('pass CLI-24 if they grow, and break it if they are equal', () => {
    expect(verdictsOnWaits([0.2, 0.4, 0.8], 3)).toEqual(['CLI-22 pass', 'CLI-24 pass']);
    expect(verdictsOnWaits([0.4, 0.4, 0.4], 3)).toEqual(['CLI-22 pass', 'CLI-24 fail']);
  });

  it('show nothing if a late machine may have made them', () => {
    expect(verdictsOnWaits([0.2, 0.4, 0.8], 900)).toEqual([]);
    expect(verdictsOnWaits([0.4, 0.4, 0.4], 900)).toEqual([]);
    expect(verdictsOnWaits([0.4, 0.4, 0.5], 300)).toEqual(['CLI-22 pass']);
    expect(verdictsOnWaits([0.1, 0.1, 0.1, 0.1], 900)).toEqual([]);
  });

  it('break CLI-24 if several are equal, also on a late machine', () => {
    expect(verdictsOnWaits([0.4, 0.42, 0.4], 300)).toEqual(['CLI-22 pass', 'CLI-24 fail']);
    expect(verdictsOnWaits([0.4, 0.5, 0.4, 0.42], 300)).toEqual(['CLI-22 pass', 'CLI-24 fail']);
    expect(verdictsOnWaits([0.2, 0.3, 0.4, 0.5], 300)).toEqual(['CLI-22 pass']);
  });

  it('that are too short break both rules on any machine, since nothing makes a wait shorter', () => {
    expect(verdictsOnWaits([0.001, 0.02, 0.001], 900)).toEqual(['CLI-22 fail', 'CLI-24 fail']);
  });
});
