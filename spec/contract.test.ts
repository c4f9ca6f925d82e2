import { describe, expect, it } from 'vitest';
import { entries, list, operationsIn, resolve, type Json, type JsonObject } from './document.js';
import { loadClauses } from './clauses.js';
import { loadContract, operationIds, type Issue } from './index.js';

const contract = loadContract();

const LOCATION = { country: 'Germany', state: null, city: null };

const HEADERS = {
  'x-request-id': '0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55',
  'retry-after': '1',
  'idempotency-key': 'use_v1_a',
};

/** Issues as texts, such as `body.limit must be <= 100 (maximum)`. */
function texts(issues: Issue[]): string[] {
  return issues.map(({ loc, msg, type }) => `${loc.join('.')} ${msg} (${type})`);
}

describe('the contract', () => {
  // Section, operation, credits for a new posting, default and maximum page size. In brackets: facts that only the kit states.
  it('has the nine operations of the source, in its order, with these prices, pages and limits', () => {
    const rows = contract.operations.map((operation) => {
      const { section, id, creditCost, page, acceptsOperationKey, rateLimit, window, responses } = operation;
      const unstated = [
        ...(rateLimit.stated ? [] : ['rate']),
        ...(window?.stated === false ? ['window'] : []),
        ...[...responses.values()].filter(({ stated }) => !stated).map(({ status }) => status),
      ];
      const pages = page ? ` ${page.usual}/${page.most}` : '';
      const key = acceptsOperationKey ? ' key' : '';
      return `${section} ${id} ${creditCost}${pages}${key} [${unstated.join(' ')}]`;
    });
    expect(rows).toEqual([
      '4.2 searchJobs 1 100/100 key [413]',
      '4.3 searchCompanyJobs 1 100/100 key [rate 413]',
      '4.4 searchCompanyJobsHistorical 2 100/100 key [413]',
      '4.5 searchJobsHistorical 2 100/100 key [rate window 413]',
      '4.6 searchCompanyJobsLegacy 1 100/500 [rate window 413]',
      '4.7 listJobBoards 0 [rate 429]',
      '4.8 listDepartments 0 [rate 429]',
      '4.9 listLocations 0 [rate 429]',
      '4.10 getCreditBalance 0 [rate 429]',
    ]);
    expect(contract.operations.map(({ id }) => id)).toEqual(operationIds);
  });

  it('accepts 38 departments and 149 industries, three of which contain commas', () => {
    expect(contract.enums.department).toHaveLength(38);
    expect(new Set(contract.enums.industry).size).toBe(149);
    expect(contract.enums.industry.filter((each) => each.includes(','))).toEqual([
      'Glass, Ceramics & Concrete',
      'Health, Wellness and Fitness',
      'Leisure, Travel & Tourism',
    ]);
  });

  it('accepts each of the 149 industries in any letter case, by a pattern that any validator can use', () => {
    const { pattern } = resolve(contract.document, { $ref: '#/components/schemas/IndustryInAnyCase' });
    const inAnyCase = contract.enums.industry.map((name) =>
      name.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`),
    );
    expect(pattern).toBe(`^(?:${inAnyCase.join('|')})$`);
  });

  it.each(
    contract.operations.flatMap((operation) =>
      [...operation.responses.values()].map((response) => ({ operation, response })),
    ),
  )('requires X-Request-ID on $response.status of $operation.id', ({ response }) => {
    expect(response.validateHeaders(HEADERS)).toEqual([]);
    expect(texts(response.validateHeaders({ ...HEADERS, 'x-request-id': 'seven' }))).toEqual([
      'header.X-Request-ID must be a valid uuid (format)',
    ]);
  });

  it.each([
    ['17', []],
    ['soon', ['header.Retry-After must be integer (type)']],
    [undefined, ['header.Retry-After is required (missing)']],
  ])('requires Retry-After in whole seconds on 429: %s', (seconds, issues) => {
    const refused = contract.operation('searchJobs').responses.get(429)!;
    expect(texts(refused.validateHeaders({ ...HEADERS, 'retry-after': seconds }))).toEqual(issues);
  });
});

describe('examples', () => {
  const examples = operationsIn(contract.document).flatMap(({ operation }) => {
    const id = operation['operationId'] as (typeof operationIds)[number];
    const bodies = operation['requestBody'] ? valuesIn(operation['requestBody'] as JsonObject) : [];
    const answers = entries(operation['responses']).flatMap(([status, response]) =>
      valuesIn(resolve(contract.document, response)).map((each) => ({ id, status, ...each })),
    );
    return [...bodies.map((each) => ({ id, status: 'request', ...each })), ...answers];
  });

  it('exist for every status of every operation', () => {
    const shown = new Set(examples.map(({ id, status }) => `${id} ${status}`));
    const statuses = contract.operations.flatMap(({ id, responses }) =>
      [...responses.keys()].map((status) => `${id} ${status}`),
    );
    expect(statuses.filter((each) => !shown.has(each))).toEqual([]);
  });

  it.each(examples)('$id $status $name is valid against its schema', ({ id, status, media, value }) => {
    const operation = contract.operation(id);
    const issues =
      status === 'request'
        ? operation.validateBody(value)
        : operation.responses.get(Number(status))!.validateBody(value, media);
    expect(issues).toEqual([]);
  });

  it('of a 429 state the limit of an operation that answers so', () => {
    const stated = examples.flatMap(({ id, value }) => {
      const requests = /(\d+) requests per minute/.exec(JSON.stringify(value))?.[1];
      return requests === undefined ? [] : [{ id, text: JSON.stringify(value), requests: Number(requests) }];
    });
    const wrong = stated.filter(({ text, requests }) => {
      const sharing = stated.filter((each) => each.text === text);
      return !sharing.some(({ id }) => contract.operation(id).rateLimit.requests === requests);
    });
    expect(stated).not.toEqual([]);
    expect(wrong).toEqual([]);
  });
});

describe('request validation', () => {
  const body = (value: unknown) => contract.operation('searchJobs').validateBody(value);

  it.each<[what: string, value: unknown, issues: string[]]>([
    ['an empty body', {}, []],
    ['a body that is not an object', [], ['body must be object (type)']],
    ['a body that is null', null, ['body must be object (type)']],
    ['the largest limit', { limit: 100 }, []],
    ['a larger limit', { limit: 101 }, ['body.limit must be <= 100 (maximum)']],
    ['a null that is not allowed', { limit: null }, ['body.limit must be integer (type)']],
    [
      'an industry of another type',
      { industry: [2] },
      ['body.industry.0 must be one of the 149 industries of the contract, in any letter case (type)'],
    ],
    ['a location of a lookup, with its nulls', { jobs_locations: [LOCATION] }, []],
    ['an industry in any letter case', { industry: ['wine AND spirits'] }, []],
    [
      'an unknown industry',
      { industry: ['Wine and Cheese'] },
      ['body.industry.0 must be one of the 149 industries of the contract, in any letter case (enum)'],
    ],
    ['a department in its own letter case', { department: ['Legal'] }, []],
    [
      'a department in another letter case',
      { department: ['legal'] },
      [
        'body.department.0 must be a value of the departments lookup, in its letter case; did you mean "Legal"? (enum)',
      ],
    ],
    [
      'a cursor of another type',
      { search_after: [true, 1] },
      ['body.search_after.0 must be string or number (type)'],
    ],
    [
      'a day in another form',
      { published_after: '01.02.2026' },
      ['body.published_after must be a day of the calendar, written YYYY-MM-DD (format)'],
    ],
    [
      'several mistakes',
      { limit: 0, is_remote: 'yes', published_after: '2026-02-30' },
      [
        'body.is_remote must be boolean or null (type)',
        'body.published_after must be a day of the calendar, written YYYY-MM-DD (format)',
        'body.limit must be >= 1 (minimum)',
      ],
    ],
  ])('accepts or refuses %s', (_, value, issues) => {
    expect(texts(body(value))).toEqual(issues);
  });

  it('explains in words, not with a pattern, what a cursor is', () => {
    expect(body({ search_after: [1] })[0]?.msg).toMatch(/^is not a cursor; pass back what/);
  });

  it('ignores limits that only the kit sets, in validateStatedBody', () => {
    const terms = Array<string>(1_001).fill('x');
    const long = { jobs_locations: [{ city: 'x'.repeat(201) }], limit: 0 };
    const { validateStatedBody } = contract.operation('searchJobs');
    expect(texts(body({ job_keywords: { title: terms } }))).toEqual([
      'body.job_keywords.title must have at most 1000 items (maxItems)',
    ]);
    expect(body(long).map(({ type }) => type)).toEqual(['maxLength', 'minimum']);
    expect(validateStatedBody({ job_keywords: { title: terms } })).toEqual([]);
    expect(texts(validateStatedBody({ ...long, is_remote: 1 }))).toEqual([
      'body.is_remote must be boolean or null (type)',
    ]);
  });

  it('refuses keyword groups that are nested too deeply for the stack, without an error', () => {
    let group: Json = {};
    for (let depth = 0; depth < 100_000; depth += 1) group = { groups: [group] };
    expect(texts(body({ advanced_job_keywords: [group] }))).toEqual(['body is nested too deeply (nesting)']);
  });

  it('requires one of three identifiers of a company on the legacy search', () => {
    const legacy = contract.operation('searchCompanyJobsLegacy');
    expect(legacy.validateBody({ company_domain: 'northwind.example' })).toEqual([]);
    expect(legacy.validateBody({}).map(({ type }) => type)).toEqual(['missing', 'missing', 'missing']);
  });

  it.each<[query: Record<string, unknown>, type: string | undefined, message?: string]>([
    [{ q: 'ber', limit: '30' }, undefined],
    [{ q: 'ber', limit: '31' }, 'maximum'],
    [{ q: 'x'.repeat(201) }, 'maxLength'],
    [
      { q: ' b r ' },
      'pattern',
      'must have at least 3 characters that are not white space, and at most 200 in all',
    ],
    [{}, 'missing', 'is required'],
    [{ q: ['ber', 'lin'] }, 'repeated', 'is given more than once'],
  ])('reads integers of the query and counts the characters of q: %j', (query, type, message) => {
    const [issue] = contract.operation('listLocations').validateQuery(query);
    expect(issue?.type).toBe(type);
    if (message !== undefined) expect(issue).toMatchObject({ loc: ['query', 'q'], msg: message });
  });
});

function valuesIn(holder: JsonObject): { media: string; name: string; value: Json }[] {
  return entries(holder['content']).flatMap(([media, { examples }]) =>
    entries(examples).map(([name, example]) => ({
      media,
      name,
      value: resolve(contract.document, example)['value']!,
    })),
  );
}

describe('the clause of an issue', () => {
  const form = contract.operation('searchCompanyJobs').responses.get(200)!;

  it.each([
    [['success'], 'type', 'ENV-1'],
    [['data'], 'missing', 'ENV-1'],
    [['data'], 'type', 'ENV-2'],
    [['data', 'search_after', 0], 'type', 'ENV-11'],
    [['data', 'jobs', 3], 'type', 'ENV-3'],
    [['data', 'jobs', 3, 'City'], 'missing', 'JOB-1'],
    [['data', 'jobs', 3, 'City'], 'type', 'JOB-3'],
    [['data', 'jobs', 3, 'Skills', 0], 'type', 'JOB-6'],
    [['data', 'company_details', 'company_name'], 'missing', 'CO-1'],
    [['data', 'company_details', 'locations', 0, 'is_headquarters'], 'type', 'CO-5'],
    [['data', 'company_details', 'locations', 0, 'address_line1'], 'type', 'LEG-30'],
  ])('is the nearest clause at or above %j, for an issue of type %s', (place, type, clause) => {
    expect(form.clauseOf({ loc: ['body', ...place], type })).toBe(clause);
  });

  it('is null if the contract states none', () => {
    expect(form.clause).toBeNull();
    const tooLarge = contract.operation('searchJobs').responses.get(413)!;
    expect(tooLarge.clauseOf({ loc: ['body', 'detail'], type: 'type' })).toBeNull();
  });
});

it('names only clauses and readings that exist', () => {
  const { clauses, readings } = loadClauses();
  const text = JSON.stringify(contract.document);
  const named = [
    ...text.matchAll(/"(?:clause|reading|missing|wrong|x-kit-clause|x-kit-accepted)":"([^"]+)"/g),
  ];
  expect(named.length).toBeGreaterThan(100);
  const ids = new Set(named.map(([, id]) => id));
  expect([...clauses, ...readings].map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
});

describe('response validation', () => {
  const ok = (id: (typeof operationIds)[number], body: unknown) =>
    texts(contract.operation(id).responses.get(200)!.validateBody(body));
  const DATA = {
    jobs: [],
    total: 0,
    total_jobs_found: 0,
    credits_used: 0,
    credits_remaining: 0,
    search_after: null,
  };
  const withDetails = (company_details: unknown) => ({
    success: true,
    data: { ...DATA, company_details },
    error: null,
  });

  it.each<[what: string, id: (typeof operationIds)[number], body: unknown, issues: string[]]>([
    [
      'a success against the schema of a success',
      'searchJobs',
      { success: true, data: { jobs: [], total: 0, credits_used: 0, search_after: null }, error: null },
      [
        'body.data.total_jobs_found is required (missing)',
        'body.data.credits_remaining is required (missing)',
      ],
    ],
    [
      'a failure against the schema of a failure',
      'searchJobs',
      { success: false, data: null, error: 7 },
      ['body.error must be string or null (type)'],
    ],
    [
      'details by the mistakes inside them',
      'searchCompanyJobs',
      withDetails({ company_name: 7 }),
      ['body.data.company_details.company_name must be string (type)'],
    ],
    [
      'details of another type against both types',
      'searchCompanyJobs',
      withDetails(7),
      ['body.data.company_details must be object or null (type)'],
    ],
    ['an answer with additional fields', 'listDepartments', { departments: [], more: 1 }, []],
  ])('judges %s', (_, id, body, issues) => {
    expect(ok(id, body)).toEqual(issues);
  });

  it('takes little time for a body or an answer, even with many mistakes of many kinds', () => {
    const search = contract.operation('searchJobs');
    const names = 'job_keywords department industry jobs_locations limit search_after advanced_job_keywords';
    const wrong = (size: number): unknown[] => Array.from({ length: size }, (_, i) => i);
    for (const [name, validate] of Object.entries({
      body: (size: number) =>
        search.validateBody(Object.fromEntries(names.split(' ').map((name) => [name, wrong(size)]))),
      places: (size: number) => search.validateStatedBody({ jobs_locations: wrong(size) }),
      answer: (size: number) =>
        search.responses.get(200)!.validateBody({ success: true, data: { jobs: wrong(size) }, error: null }),
    })) {
      const timeOf = (size: number): number => {
        const times = Array.from({ length: 3 }, () => {
          // Measures processor time, since other tests run concurrently.
          const before = process.cpuUsage();
          expect(validate(size), name).not.toEqual([]);
          return process.cpuUsage(before).user / 1000;
        });
        return Math.min(...times);
      };
      expect(timeOf(32_000), name).toBeLessThan(100 * Math.max(1, timeOf(1000)));
    }
  });

  it('finds a mistake near the end of a long list', () => {
    const departments = Array<unknown>(5000).fill({ value: 'Sales', label: 'Sales' });
    expect(ok('listDepartments', { departments })).toEqual([]);
    expect(ok('listDepartments', { departments: [...departments, 7] })).toEqual([
      'body.departments.5000 must be object (type)',
    ]);
  });

  it('requires all 21 fields of a job, null or not', () => {
    expect(list(resolve(contract.document, { $ref: '#/components/schemas/Job' })['required'])).toHaveLength(
      21,
    );
  });
});
