/** What a right client does in a day: looks up what filters accept, searches, pages to the end, polls, tries again, asks for its balance. */
import { randomUUID } from 'node:crypto';
import type { Contract, OperationId, SearchId } from '../../spec/contract.js';
import { createRedactor } from '../../common/redact.js';
import { createKeeper } from '../../conformance/record/kept-bodies.js';
import { createRecorder, type Recorder } from '../../conformance/record/sighting.js';
import type { TrafficExchange, TrafficHistory } from '../../conformance/record/traffic.js';

type Body = Record<string, unknown>;

interface Answer {
  status: number;
  body: Record<string, unknown> | null;
}

/** Where the client works, and with what. */
export interface Place {
  url: string;
  contract: Contract;
  /** Accounts with many credits, with 3, with 10, and with a limit of 2 direct searches a minute. */
  keys: { rich: string; poor: string; last: string; slow: string };
  company: { url: string; name: string; domain: string };
  /** By the service's clock. */
  today: number;
}

const DAY = 86_400_000;
const MOST_PAGES = 8;

/** Everything that passed between the client and the service, seen from the client's side. */
export async function ordinaryTraffic(place: Place): Promise<TrafficHistory> {
  const exchanges: TrafficExchange[] = [];
  const keeper = createKeeper(Infinity);
  const recorder = createRecorder({
    contract: place.contract,
    redactor: createRedactor(),
    keep: (body) => keeper.keep(body),
    seesAllHeaders: true,
  });
  const client = new Client(place, recorder, exchanges);
  await lookUp(client);
  await searchAll(client);
  await searchCompany(client, place);
  await meetRefusals(client, place);
  // What filters accept is looked up again on the next morning.
  await lookUp(client);
  await client.get('getCreditBalance');
  return {
    format: 'job-search-kit/traffic',
    version: 1,
    kitVersion: '0',
    source: 'run',
    accounts: recorder.accounts().map((alias) => ({ alias })),
    exchanges,
  };
}

class Client {
  readonly places: Body[] = [];
  readonly boards: string[] = [];
  /** Where jobs are that it was shown. */
  readonly seenPlaces: Body[] = [];
  readonly week: Body;
  /** For one company, which has fewer jobs. */
  readonly quarter: Body;
  /** Before the days that the current searches reach. */
  readonly lastYear: Body;
  readonly #place: Place;
  readonly #recorder: Recorder;
  readonly #exchanges: TrafficExchange[];

  constructor(place: Place, recorder: Recorder, exchanges: TrafficExchange[]) {
    this.#place = place;
    this.#recorder = recorder;
    this.#exchanges = exchanges;
    // Days of long ago, in which nothing comes in any more; every listing counts.
    this.week = {
      published_after: day(place.today - 60 * DAY),
      published_before: day(place.today - 59 * DAY),
      exclude_duplicates: false,
    };
    this.lastYear = {
      published_after: day(place.today - 700 * DAY),
      published_before: day(place.today - 400 * DAY),
      exclude_duplicates: false,
    };
    this.quarter = {
      published_after: day(place.today - 120 * DAY),
      published_before: day(place.today - 35 * DAY),
      exclude_duplicates: false,
    };
  }

  get(id: OperationId, query: Record<string, string> = {}): Promise<Answer> {
    return this.#send(id, query, null, { Authorization: `Bearer ${this.#place.keys.rich}` });
  }

  /** One page under a key of its own; `null` asks the service to make one. */
  search(
    id: SearchId,
    body: Body,
    key: string | null = newKey(),
    apiKey = this.#place.keys.rich,
  ): Promise<Answer> {
    const headers: Record<string, string> = {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
    };
    if (key !== null && id !== 'searchCompanyJobsLegacy') headers['Idempotency-Key'] = key;
    return this.#send(id, {}, body, headers);
  }

  /** Pages to the end, or as far as anybody reads. */
  async collect(id: SearchId, body: Body): Promise<void> {
    const field = id === 'searchCompanyJobsLegacy' ? 'next_cursor' : 'search_after';
    let cursor: unknown = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { body: answer } = await this.search(id, cursor === null ? body : { ...body, [field]: cursor });
      cursor = (answer?.['data'] as Body | undefined)?.[field] ?? null;
      if (cursor === null) return;
    }
  }

  async #send(
    id: OperationId,
    query: Record<string, string>,
    body: Body | null,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const { method, path } = this.#place.contract.operation(id);
    const url = new URL(path, this.#place.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const text = body === null ? null : JSON.stringify(body);
    const arrivedAt = Date.now();
    const response = await fetch(url, { method, headers, body: text }).catch(() => null);
    const bytes =
      response === null
        ? null
        : await response
            .arrayBuffer()
            .then(Buffer.from)
            .catch(() => null);
    const exchange = this.#recorder.record({
      method,
      url,
      requestHeaders: Object.fromEntries(new Headers(headers)),
      requestBody: text === null ? null : Buffer.from(text),
      response:
        response === null
          ? undefined
          : {
              status: response.status,
              headers: Object.fromEntries(response.headers),
              body: bytes ?? undefined,
            },
      sent: bytes === null ? 'unknown' : 'whole',
      arrivedAt,
      endedAt: Date.now(),
    });
    if (exchange !== null) this.#exchanges.push({ ...exchange, id: this.#exchanges.length + 1 });
    const answer = jsonOf(bytes);
    const jobs = (answer?.['data'] as { jobs?: Body[] } | null | undefined)?.jobs ?? [];
    if (this.seenPlaces.length === 0)
      for (const { City: city, State: state, Country: country } of jobs)
        if ([city, state, country].every((part) => typeof part === 'string'))
          this.seenPlaces.push({ city, state, country });
    return { status: response?.status ?? 0, body: answer };
  }
}

function jsonOf(bytes: Buffer | null): Answer['body'] {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '') as Answer['body'];
  } catch {
    return null;
  }
}

function newKey(): string {
  return `use_v1_${randomUUID()}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function once({ exclude_duplicates: every, ...rest }: Body): Body {
  void every;
  return rest;
}

async function lookUp(client: Client): Promise<void> {
  const { body: boards } = await client.get('listJobBoards');
  for (const { value } of (boards?.['job_boards'] as { value: string }[] | undefined) ?? [])
    client.boards.push(value);
  for (const q of ['jobs', 'JOB', ' work ']) await client.get('listJobBoards', { q });
  await client.get('listDepartments');
  await client.get('listDepartments', { q: ' Eng ' });
  // As a person types, who then wants to see more.
  const asked: Record<string, string>[] = [
    { q: 'new' },
    { q: 'new', limit: '5' },
    { q: 'zzqx' },
    { q: 'United' },
    { q: 'United', limit: '30' },
  ];
  for (const query of asked) {
    const { body } = await client.get('listLocations', query);
    for (const { value } of (body?.['locations'] as { value: Body }[] | undefined) ?? [])
      client.places.push(value);
  }
}

/** Filters that direct and company searches have in common, as a person combines them. */
function filtersFor({ seenPlaces, places: offered, boards }: Client): Body[] {
  const places = [...seenPlaces, ...offered];
  const city = places[0] ?? {};
  const country = { country: city['country'] };
  return [
    { is_remote: true },
    { is_remote: false },
    { department: ['Software Engineering'] },
    { department: ['Sales', 'Marketing'], job_type: ['Full Time'] },
    { job_type: ['Contract', 'Part Time'] },
    { seniority_level: ['Mid Level'] },
    { salary_data_available: true },
    { country_exists: true },
    { jobs_locations: [country] },
    { jobs_locations: [city] },
    { jobs_locations: [{ city: city['city'] }] },
    { jobs_locations: [{ state: city['state'] }] },
    { jobs_locations: places.slice(0, 3) },
    { exclude_jobs_locations: [country] },
    { exclude_jobs_locations: places.slice(0, 2) },
    { job_boards: true, include_job_boards: boards.slice(0, 5) },
    { exclude_job_boards: boards.slice(0, 5) },
    { job_keywords: { title: ['engineer', 'manager'] } },
    { job_keywords: { description: ['team'] } },
    { job_keywords: { title: ['manager'], description: ['team'], mode: 'or' } },
    { job_keywords: { title: ['manager'], description: ['team'], mode: 'and' } },
    { exclude_job_keywords: { title: ['engineer'] } },
    { exclude_job_keywords: { description: ['team'] } },
    { exclude_job_keywords: { title: ['manager'], description: ['team'], mode: 'or' } },
    {
      advanced_job_keywords: [
        {
          mode: 'and',
          title: { mode: 'or', terms: ['engineer', 'manager', 'analyst'] },
          description: { mode: 'or', terms: ['team'] },
        },
      ],
    },
    {
      advanced_exclude_job_keywords: [{ mode: 'or', title: { mode: 'or', terms: ['manager', 'engineer'] } }],
    },
    { is_agency: false, industry: ['Banking', 'Computer Software'] },
    { job_keywords: { title: ['zzqxnosuchword'] } },
  ];
}

async function searchAll(client: Client): Promise<void> {
  const { week } = client;
  await client.search('searchJobs', {});
  await client.search('searchJobs', { limit: 10 }, null);
  await client.search('searchJobs', { limit: 15 }, null);
  await client.collect('searchJobs', { ...week, limit: 20 });
  // The same again on the next morning, to see whether anything changed.
  await client.collect('searchJobs', { ...week, limit: 20 });
  await client.search('searchJobs', { ...week, limit: 30 });
  await client.search('searchJobs', { ...week, limit: 20 });
  // Each job once, however often it is listed.
  await client.collect('searchJobs', { ...once(week), limit: 20 });
  // What only the historical search reaches.
  await client.collect('searchJobsHistorical', { ...client.lastYear, limit: 25 });
  for (const filter of filtersFor(client)) {
    await client.search('searchJobs', { ...filter, limit: 15 });
    await client.search('searchJobsHistorical', { ...filter, limit: 10 });
  }
}

async function searchCompany(client: Client, { company: { url, name, domain } }: Place): Promise<void> {
  const whole = { company_network_url: url };
  // A first look.
  await client.search('searchCompanyJobs', { ...whole, limit: 10 });
  await client.search('searchCompanyJobsLegacy', { ...whole, limit: 10 });
  for (let morning = 0; morning < 2; morning += 1)
    await client.collect('searchCompanyJobs', { ...whole, ...client.quarter, limit: 10 });
  await client.search('searchCompanyJobs', { ...whole, company_name: name, company_domain: domain });
  await client.search('searchCompanyJobs', { ...whole, company_broad_search: true, limit: 10 });
  await client.collect('searchCompanyJobsHistorical', { ...whole, ...client.lastYear, limit: 10 });
  for (const quarter of [client.quarter, once(client.quarter)])
    await client.collect('searchCompanyJobsLegacy', { ...whole, ...quarter, limit: 10 });
  await client.search('searchCompanyJobsLegacy', { ...whole, ...client.quarter, limit: 10 });
  await client.search('searchCompanyJobsLegacy', { company_name: name, limit: 10 });
  await client.search('searchCompanyJobsLegacy', { company_domain: domain });
  for (const filter of filtersFor(client)) {
    const { is_agency: unlisted, ...listed } = filter;
    void unlisted;
    await client.search('searchCompanyJobs', { ...whole, ...listed, limit: 20 });
    await client.search('searchCompanyJobsHistorical', { ...whole, ...filter, limit: 20 });
    await client.search('searchCompanyJobsLegacy', { ...whole, ...filter, limit: 20 });
  }
}

/** No money left, too many at once, an answer asked for again: nobody works long without them. */
async function meetRefusals(client: Client, { keys }: Place): Promise<void> {
  const lost = newKey();
  await client.search('searchJobs', { limit: 10, is_remote: true }, lost);
  await client.search('searchJobs', { limit: 10, is_remote: true }, lost);
  await client.search('searchJobs', { limit: 10 }, newKey(), keys.poor);
  await client.search('searchCompanyJobsLegacy', { company_name: 'a', limit: 10 }, null, keys.poor);
  // The last credits, an answer that was not read, and the same again with nothing left.
  const last = newKey();
  for (let i = 0; i < 2; i += 1)
    await client.search('searchJobs', { ...client.week, limit: 10 }, last, keys.last);
  const key = newKey();
  for (let i = 0; i < 3; i += 1)
    await client.search('searchJobs', { limit: 10 }, i === 2 ? key : newKey(), keys.slow);
}
