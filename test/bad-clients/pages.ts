/** Mistakes with pages, results and what answers hold (CLI-33 to CLI-49). */
import type { CourseResult } from '../../conformance/courses/model/course.js';
import type { BadClient, ClientClass } from './bad-client.js';
import {
  Client,
  Failure,
  type Answer,
  type Attempted,
  type Json,
  type Outgoing,
  type Page,
} from './client.js';

/** Sends another cursor back than came. */
function cursorBy(change: (cursor: [number, string]) => unknown) {
  return class extends Client {
    override nextBody(body: Json, page: Page) {
      const next = super.nextBody(body, page);
      return next && { ...next, search_after: change(next['search_after'] as [number, string]) };
    }
  };
}

/** Takes a page that failed with such a status, or without an answer (null), for an empty last one. */
function endsAtPages(isEnd: (status: number | null) => boolean) {
  return class extends Client {
    override async page(body: Json): Promise<Page> {
      return super.page(body).catch((error: unknown) => {
        if (error instanceof Failure && isEnd(error.status)) return { jobs: [], search_after: null };
        throw error;
      });
    }
  };
}

function laterBodyBy(change: (next: Json) => Json) {
  return class extends Client {
    override nextBody(body: Json, page: Page) {
      const next = super.nextBody(body, page);
      return next && change(next);
    }
  };
}

/** Tells another result than it has. */
function resultBy(change: (jobs: (string | null)[], client: Client) => (string | null)[]) {
  return class extends Client {
    override done(jobs: (string | null)[]) {
      return super.done(change(jobs, this));
    }
  };
}

function requestBy(change: (request: Outgoing, client: Client) => Outgoing) {
  return class extends Client {
    override requestOf(attempted: Attempted, path: string) {
      return change(super.requestOf(attempted, path), this);
    }
  };
}

function jobsBy(read: (job: Record<string, unknown>) => string | null) {
  return class extends Client {
    override jobsOf(page: Page) {
      return page.jobs.map(read);
    }
  };
}

class TwiceEachPage extends Client {
  override async page(body: Json, round = 0) {
    if (body['search_after']) await super.page(body, round + 1);
    return super.page(body, round);
  }
}

/** Where the search fails, the legacy search in its place. */
class FallsBack extends Client {
  #isLegacy = false;
  override get operation() {
    return this.#isLegacy ? 'searchCompanyJobsLegacy' : super.operation;
  }
  override async collect() {
    return super.collect().catch((error: unknown) => {
      if (this.#isLegacy) throw error;
      this.#isLegacy = true;
      return super.collect();
    });
  }
}

const KNOWN = ['success', 'data', 'error'];

/** What shows on single requests shows in any course. */
const anywhere = (name: string, rule: BadClient['rule'], client: ClientClass): BadClient => ({
  name,
  rule,
  client,
  courses: ['pages'],
});

export const badPages: readonly BadClient[] = [
  anywhere(
    'cursor-as-a-text',
    'CLI-33',
    cursorBy((cursor) => [JSON.stringify(cursor)]),
  ),
  anywhere(
    'cursor-of-texts',
    'CLI-33',
    cursorBy((cursor) => cursor.map(String)),
  ),
  anywhere(
    'cursor-turned-around',
    'CLI-33',
    cursorBy((cursor) => [...cursor].reverse()),
  ),
  anywhere(
    'cursor-that-lost-digits',
    'CLI-33',
    cursorBy(([time, id]) => [Number(time.toPrecision(5)), id]),
  ),
  anywhere(
    'cursor-for-the-next-day',
    'CLI-33',
    cursorBy(([time, id]) => [time - 86_400_000, id]),
  ),
  {
    name: 'legacy-cursor-in-quotes',
    rule: 'CLI-33',
    courses: ['legacy'],
    client: laterBodyBy((next) => ({ ...next, next_cursor: JSON.stringify(next['next_cursor']) })),
  },
  ...[decodeURIComponent, encodeURIComponent].map((change): BadClient => ({
    name: `legacy-cursor-by-${change.name}`,
    rule: 'CLI-33',
    courses: ['legacy'],
    client: laterBodyBy((next) => ({ ...next, next_cursor: change(next['next_cursor'] as string) })),
  })),
  anywhere(
    'cursor-as-an-object',
    'CLI-33',
    cursorBy((cursor) => ({ ...cursor })),
  ),
  anywhere(
    'filters-on-the-first-page-alone',
    'CLI-34',
    laterBodyBy(({ search_after, limit, published_after }) => ({ search_after, limit, published_after })),
  ),
  anywhere(
    'larger-pages-later',
    'CLI-34',
    laterBodyBy((next) => ({ ...next, limit: 50 })),
  ),
  anywhere(
    'another-filter-later',
    'CLI-34',
    laterBodyBy((next) => ({ ...next, is_remote: true })),
  ),
  {
    name: 'sends-null-on',
    rule: 'CLI-35',
    courses: ['full-last-page'],
    client: class extends Client {
      #extra = 1;
      override nextBody(body: Json, page: Page) {
        return super.nextBody(body, page) ?? (this.#extra-- > 0 ? { ...body, search_after: null } : null);
      }
    },
  },
  {
    name: 'pages-until-one-is-empty',
    rule: 'CLI-35',
    courses: ['full-last-page'],
    client: class extends Client {
      #extra = 1;
      override nextBody(body: Json, page: Page) {
        return super.nextBody(body, page) ?? (this.#extra-- > 0 ? { ...body, limit: 9 } : null);
      }
    },
  },
  {
    name: 'pages-for-ever',
    rule: 'CLI-35',
    courses: ['one-page'],
    client: class extends Client {
      override nextBody(body: Json, page: Page) {
        return { ...body, search_after: page['search_after'] };
      }
    },
  },
  anywhere('fetches-each-page-twice', 'CLI-36', TwiceEachPage),
  {
    name: 'fetches-each-page-twice-over-a-new-cycle',
    rule: 'CLI-36',
    courses: ['cycle-turns'],
    wastes: 10,
    client: TwiceEachPage,
  },
  ...[
    { name: 'pages-by-offset', member: (held: number) => ({ offset: held }) },
    { name: 'pages-by-number', member: (held: number) => ({ page: held / 10 + 1 }) },
  ].map(({ name, member }): BadClient => ({
    name,
    rule: 'CLI-36',
    courses: ['pages'],
    client: class extends Client {
      #held = 0;
      override nextBody(_body: Json, page: Page) {
        this.#held += page.jobs.length;
        return this.#held < 40 ? { ...this.taskBody, ...member(this.#held) } : null;
      }
    },
  })),
  {
    name: 'one-page-too-many',
    rule: 'CLI-38',
    courses: ['enough'],
    wastes: 10,
    client: class extends Client {
      #extra = 1;
      override isEnough(jobs: readonly unknown[]) {
        return super.isEnough(jobs) && this.#extra-- < 1;
      }
    },
  },
  {
    name: 'more-than-enough',
    rule: 'CLI-38',
    courses: ['just-enough'],
    wastes: 10,
    client: class extends Client {
      override isEnough(jobs: readonly unknown[]) {
        return this.task.task === 'collect' && this.task.enough !== null && jobs.length > this.task.enough;
      }
    },
  },
  {
    name: 'does-not-know-enough',
    rule: 'CLI-38',
    courses: ['enough'],
    wastes: 14,
    client: class extends Client {
      override isEnough() {
        return false;
      }
    },
  },
  anywhere(
    'leaves-out-the-last-page',
    'CLI-39',
    resultBy((jobs) => jobs.slice(0, 30)),
  ),
  anywhere(
    'tells-the-last-page-twice',
    'CLI-39',
    resultBy((jobs) => [...jobs, ...jobs.slice(30)]),
  ),
  anywhere(
    'tells-the-last-page-alone',
    'CLI-39',
    resultBy((jobs) => jobs.slice(30)),
  ),
  anywhere(
    'turns-jobs-around',
    'CLI-39',
    resultBy((jobs) => [...jobs].reverse()),
  ),
  ...[
    (url: string) => url.toLowerCase(),
    (url: string) => url.split('?')[0]!,
    (url: string) => decodeURIComponent(url),
    (url: string) => url.replaceAll('&', '&amp;'),
  ].map((change, i) =>
    anywhere(
      `tells-another-form-of-addresses-${i + 1}`,
      'CLI-39',
      resultBy((jobs) => jobs.map((job) => job && change(job))),
    ),
  ),
  anywhere(
    'loses-the-first-job',
    'CLI-39',
    resultBy((jobs) => jobs.slice(1)),
  ),
  {
    name: 'sorts-pages-wrongly',
    rule: 'CLI-39',
    courses: ['company'],
    client: resultBy((jobs) => [...jobs.slice(10), ...jobs.slice(0, 10)]),
  },
  {
    name: 'adds-a-filter',
    rule: 'CLI-39',
    courses: ['pages', 'enough', 'poll'],
    client: class extends Client {
      override bodyOfAttempt(attempted: Attempted) {
        return { ...super.bodyOfAttempt(attempted), is_remote: true };
      }
    },
  },
  {
    name: 'stops-after-the-first-page',
    rule: 'CLI-39',
    courses: ['pages'],
    client: class extends Client {
      override nextBody() {
        return null;
      }
    },
  },
  {
    name: 'cuts-off-at-enough',
    rule: 'CLI-39',
    courses: ['enough'],
    client: resultBy((jobs) => jobs.slice(0, 15)),
  },
  {
    name: 'ends-at-the-total-of-a-page',
    rule: 'CLI-39',
    courses: ['pages'],
    client: class extends Client {
      override nextBody(body: Json, page: Page) {
        return Number(page['total']) <= page.jobs.length ? null : super.nextBody(body, page);
      }
    },
  },
  {
    name: 'encodes-a-word-twice',
    rule: 'CLI-39',
    courses: ['locations'],
    client: class extends Client {
      override locations(q: string) {
        return super.locations(encodeURIComponent(q));
      }
    },
  },
  ...[
    (q: string) => q,
    (q: string) => encodeURI(q),
    (q: string) => encodeURIComponent(q).replaceAll('%2B', '+'),
  ].map((encode, i): BadClient => ({
    name: `lookup-with-signs-${i + 1}`,
    rule: 'CLI-39',
    courses: ['locations-signs'],
    client: class extends Client {
      override async locations(q: string): Promise<CourseResult> {
        const answer = await this.ask(
          null,
          `/api/v1/locations?q=${encode(q).replaceAll('ü', '%C3%BC').replaceAll(' ', '%20')}`,
        );
        const labels = (answer['locations'] as { label: string }[]).map(({ label }) => label);
        return { outcome: 'done', labels };
      }
    },
  })),
  ...(['published_after', 'published_before'] as const).flatMap((bound) =>
    [-1, 1].map((days): BadClient => ({
      name: `${bound}-${days < 0 ? 'a-day-before' : 'a-day-after'}`,
      // What stands first may have come in meanwhile; the bill tells it.
      rule: bound === 'published_before' && days > 0 ? 'CLI-40' : 'CLI-39',
      courses: ['dates'],
      client: class extends Client {
        override get taskBody() {
          const { [bound]: day, ...others } = super.taskBody;
          const moved = new Date(Date.parse(`${String(day)}T00:00:00Z`) + days * 86_400_000);
          return { ...others, [bound]: moved.toISOString().slice(0, 10) };
        }
      },
    })),
  ),
  {
    name: 'knows-jobs-by-their-address',
    rule: 'CLI-39',
    courses: ['nulls'],
    client: resultBy((jobs) => [...new Set(jobs)]),
  },
  {
    name: 'leaves-out-jobs-without-address',
    rule: 'CLI-39',
    courses: ['nulls'],
    client: resultBy((jobs) => jobs.filter((job) => job !== null)),
  },
  {
    name: 'done-in-spite-of-402',
    rule: 'CLI-39',
    courses: ['unaffordable'],
    client: endsAtPages(() => true),
  },
  {
    name: 'done-in-spite-of-lost-pages',
    rule: 'CLI-39',
    courses: ['never-answers-later'],
    client: endsAtPages((status) => status === null),
  },
  {
    name: 'done-in-spite-of-limited-pages',
    rule: 'CLI-39',
    courses: ['always-limited-later'],
    client: endsAtPages((status) => status === 429),
  },
  {
    name: 'takes-no-credits-left-for-the-end',
    rule: 'CLI-39',
    courses: ['used-up'],
    client: class extends Client {
      override nextBody(body: Json, page: Page) {
        return Number(page['credits_remaining']) > 0 ? super.nextBody(body, page) : null;
      }
    },
  },
  {
    name: 'needs-credits-left',
    rule: 'CLI-39',
    courses: ['last-credit'],
    client: class extends Client {
      override read(answer: Json) {
        const page = super.read(answer);
        if (!page['credits_remaining']) throw new TypeError('credits_remaining is missing');
        return page;
      }
    },
  },
  ...[(balance: number) => (balance || null) as number, (balance: number) => balance || -1].map(
    (change, i): BadClient => ({
      name: `takes-zero-for-no-balance-${i + 1}`,
      rule: 'CLI-39',
      courses: ['balance-of-zero'],
      client: class extends Client {
        override async balance() {
          const result = await super.balance();
          return result.outcome === 'done' ? { ...result, balance: change(result.balance!) } : result;
        }
      },
    }),
  ),
  {
    name: 'larger-pages-than-asked',
    rule: 'CLI-40',
    courses: ['enough'],
    wastes: 14,
    client: class extends Client {
      override get taskBody() {
        return { ...super.taskBody, limit: 100 };
      }
    },
  },
  {
    name: 'looks-around-before',
    rule: 'CLI-40',
    courses: ['pages'],
    wastes: 5,
    client: class extends Client {
      override async collect() {
        await this.page({ ...this.taskBody, department: ['Finance'], limit: 5 });
        return super.collect();
      }
    },
  },
  anywhere(
    'api-key-in-the-address',
    'CLI-41',
    requestBy((request, { place }) => ({ ...request, path: `${request.path}?api_key=${place.key}` })),
  ),
  anywhere(
    'api-key-in-the-body',
    'CLI-41',
    requestBy((request, { place }) => ({ ...request, body: { ...request.body, api_key: place.key } })),
  ),
  anywhere(
    'api-key-in-another-header',
    'CLI-41',
    requestBy((request, { place }) => ({
      ...request,
      headers: { ...request.headers, 'X-Api-Key': place.key },
    })),
  ),
  anywhere(
    'limit-as-a-text',
    'CLI-42',
    requestBy((request) => ({ ...request, body: { ...request.body, limit: '10' } })),
  ),
  anywhere(
    'limit-too-large',
    'CLI-42',
    requestBy((request) => ({ ...request, body: { ...request.body, limit: 500 } })),
  ),
  anywhere(
    'date-in-another-form',
    'CLI-42',
    requestBy((request) => ({ ...request, body: { ...request.body, published_after: '01.12.2025' } })),
  ),
  {
    name: 'lookup-without-a-word',
    rule: 'CLI-42',
    courses: ['locations'],
    client: requestBy((request) => ({ ...request, path: '/api/v1/locations?q=z' })),
  },
  {
    name: 'refuses-unknown-fields',
    rule: 'CLI-43',
    courses: ['unknown-fields'],
    client: class extends Client {
      override succeed(answer: Answer) {
        const value = super.succeed(answer);
        const unknown = Object.keys(value).find((name) => !KNOWN.includes(name));
        if (unknown !== undefined) throw new TypeError(`${unknown} is not known`);
        return value;
      }
    },
  },
  {
    name: 'reports-unknown-fields-as-a-failure',
    rule: 'CLI-43',
    courses: ['unknown-fields'],
    client: class extends Client {
      override succeed(answer: Answer) {
        const value = super.succeed(answer);
        if ('x_added_later' in value) throw new Failure('unknown answer', { ...answer, status: 400 });
        return value;
      }
    },
  },
  {
    name: 'needs-a-title',
    rule: 'CLI-44',
    courses: ['nulls'],
    client: jobsBy((job) => (job['Job Title'] as string).trim() && (job['Job URL'] as string | null)),
  },
  {
    name: 'needs-skills',
    rule: 'CLI-44',
    courses: ['nulls'],
    client: jobsBy((job) =>
      (job['Skills'] as string[]).length >= 0 ? (job['Job URL'] as string | null) : null,
    ),
  },
  {
    name: 'needs-an-address',
    rule: 'CLI-44',
    courses: ['nulls'],
    client: jobsBy((job) => (job['Job URL'] as string).replace('http:', 'https:')),
  },
  {
    name: 'needs-a-date',
    rule: 'CLI-44',
    courses: ['nulls'],
    client: jobsBy((job) => (job['Post Date'] as string).slice(0, 4) && (job['Job URL'] as string | null)),
  },
  ...['unaffordable', 'refused-key', 'long-wait', 'always-unavailable'].map((course): BadClient => ({
    name: `tells-no-request-id-in-${course}`,
    rule: 'CLI-45',
    courses: [course],
    client: class extends Client {
      override failed(failure: Failure) {
        return { ...super.failed(failure), requestId: null };
      }
    },
  })),
  {
    name: 'tells-another-request-id',
    rule: 'CLI-45',
    courses: ['refused-request'],
    client: class extends Client {
      override failed(failure: Failure) {
        return { ...super.failed(failure), requestId: '00000000-0000-4000-8000-000000000000' };
      }
    },
  },
  {
    name: 'uses-the-legacy-search',
    rule: 'CLI-46',
    courses: ['company'],
    client: class extends Client {
      override get operation() {
        return 'searchCompanyJobsLegacy' as const;
      }
    },
  },
  {
    name: 'falls-back-on-the-legacy-search',
    rule: 'CLI-46',
    courses: ['company-unavailable'],
    wastes: 0,
    client: FallsBack,
  },
  {
    name: 'falls-back-on-the-legacy-search-after-a-loss',
    rule: 'CLI-40',
    courses: ['company-lost'],
    wastes: 2,
    client: class extends FallsBack {
      override attempts = 1;
    },
  },
  {
    name: 'pays-twice-for-recent-jobs',
    rule: 'CLI-47',
    courses: ['pages'],
    wastes: 34,
    client: class extends Client {
      override get operation() {
        return 'searchJobsHistorical' as const;
      }
    },
  },
  {
    name: 'takes-a-message-for-a-failure',
    rule: 'CLI-48',
    courses: ['empty-result'],
    client: class extends Client {
      override succeed(answer: Answer) {
        const value = super.succeed(answer);
        if (value['error'] !== null) throw new Failure(String(value['error']), { ...answer, status: 400 });
        return value;
      }
    },
  },
  {
    name: 'tries-for-a-result',
    rule: 'CLI-48',
    courses: ['empty-result'],
    client: class extends Client {
      override succeed(answer: Answer) {
        const value = super.succeed(answer);
        if ((value['data'] as Page).jobs.length === 0) throw new Failure('nothing found', answer);
        return value;
      }
    },
  },
  {
    name: 'crashes-without-jobs',
    rule: 'CLI-48',
    courses: ['empty-result'],
    client: class extends Client {
      override jobsOf(page: Page) {
        void (page.jobs[0] as Record<string, unknown>)['Job URL'];
        return super.jobsOf(page);
      }
    },
  },
  {
    name: 'takes-a-failed-search-for-an-empty-page',
    rule: 'CLI-49',
    courses: ['failed-search'],
    client: class extends Client {
      override succeed({ text }: Answer) {
        return JSON.parse(text) as Json;
      }
      override read(answer: Json) {
        return (answer['data'] as Page | null) ?? { jobs: [], search_after: null };
      }
    },
  },
  {
    name: 'ends-at-a-failed-search',
    rule: 'CLI-49',
    courses: ['failed-search'],
    client: endsAtPages(() => true),
  },
  {
    name: 'tells-500-for-402',
    rule: 'CLI-50',
    courses: ['unaffordable'],
    client: class extends Client {
      override failed(failure: Failure) {
        return { ...super.failed(failure), status: 500 };
      }
    },
  },
  {
    name: 'tells-502-for-a-failed-search',
    rule: 'CLI-50',
    courses: ['failed-search'],
    client: class extends Client {
      override failed(failure: Failure) {
        return { ...super.failed(failure), status: failure.status === 200 ? 502 : failure.status };
      }
    },
  },
  {
    name: 'tells-no-status',
    rule: 'CLI-50',
    courses: ['always-limited-later'],
    client: class extends Client {
      override failed(failure: Failure) {
        return { ...super.failed(failure), status: null };
      }
    },
  },
];
