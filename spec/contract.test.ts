import { describe, expect, it } from 'vitest';
import { entries, list, operationObjects, resolve, type Json, type JsonObject } from './document.js';
import { loadContract, operationIds } from './index.js';

const contract = loadContract();

describe('the contract', () => {
  it('has the nine operations in the order of the source', () => {
    expect(contract.operations.map(({ id }) => id)).toEqual(operationIds);
    expect(contract.operations.map(({ section }) => section)).toEqual([
      '4.2',
      '4.3',
      '4.4',
      '4.5',
      '4.6',
      '4.7',
      '4.8',
      '4.9',
      '4.10',
    ]);
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

  it('takes each of the 149 industries in any letter case, by a pattern that any validator reads', () => {
    const { pattern } = resolve(contract.document, { $ref: '#/components/schemas/IndustryInAnyCase' }, '');
    const inAnyCase = contract.enums.industry.map((name) =>
      name.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`),
    );
    expect(pattern).toBe(`^(?:${inAnyCase.join('|')})$`);
  });

  it('says which limits are of the kit, since the source states none', () => {
    const { operations } = contract;
    expect(operations.filter(({ rateLimit }) => rateLimit.stated).map(({ section }) => section)).toEqual([
      '4.2',
      '4.4',
    ]);
    expect(operations.filter(({ window }) => window?.stated === false).map(({ section }) => section)).toEqual(
      ['4.5', '4.6'],
    );
    expect(
      operations.flatMap(({ section, responses }) =>
        [...responses.values()].filter(({ stated }) => !stated).map(({ status }) => `${section} ${status}`),
      ),
    ).toEqual([
      '4.2 413',
      '4.3 413',
      '4.4 413',
      '4.5 413',
      '4.6 413',
      '4.7 429',
      '4.8 429',
      '4.9 429',
      '4.10 429',
    ]);
  });

  it('prices a new posting at 1 credit, at 2 in history, and reference data at none', () => {
    expect(Object.fromEntries(contract.operations.map(({ id, creditCost }) => [id, creditCost]))).toEqual({
      searchJobs: 1,
      searchCompanyJobs: 1,
      searchCompanyJobsHistorical: 2,
      searchJobsHistorical: 2,
      searchCompanyJobsLegacy: 1,
      listJobBoards: 0,
      listDepartments: 0,
      listLocations: 0,
      getCreditBalance: 0,
    });
  });

  it('lists 100 jobs on a page unless told otherwise, at most 100, and 500 on the legacy search', () => {
    const pages = contract.operations.map(({ section, page }) => [section, page?.usual, page?.most]);
    expect(pages.filter(([, usual]) => usual !== undefined)).toEqual([
      ['4.2', 100, 100],
      ['4.3', 100, 100],
      ['4.4', 100, 100],
      ['4.5', 100, 100],
      ['4.6', 100, 500],
    ]);
  });

  it('takes operation keys on the four searches of section 5.2 alone', () => {
    expect(
      contract.operations.filter((each) => each.acceptsOperationKey).map(({ section }) => section),
    ).toEqual(['4.2', '4.3', '4.4', '4.5']);
  });

  it('finds an operation by method and path, and tells a wrong method from an unknown path', () => {
    expect(contract.match('POST', '/api/v1/jobs-search/search')).toEqual({
      operation: contract.operation('searchJobs'),
    });
    expect(contract.match('GET', '/api/v1/jobs-search/search')).toEqual({ allow: ['POST'] });
    expect(contract.match('GET', '/api/v1/jobs')).toBeNull();
  });

  it.each(
    contract.operations.flatMap((operation) =>
      [...operation.responses.values()].map((response) => ({ operation, response })),
    ),
  )('requires X-Request-ID on $response.status of $operation.id', ({ response }) => {
    expect(
      response.validateHeaders({
        'x-request-id': '0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55',
        'retry-after': '1',
        'idempotency-key': 'use_v1_a',
      }),
    ).toEqual([]);
    expect(
      response.validateHeaders({
        'x-request-id': 'seven',
        'retry-after': '1',
        'idempotency-key': 'use_v1_a',
      }),
    ).toEqual([{ loc: ['header', 'X-Request-ID'], msg: 'must be a valid uuid', type: 'format' }]);
  });

  it('asks 429 for Retry-After in whole seconds', () => {
    const refused = contract.operation('searchJobs').responses.get(429)!;
    const headers = { 'x-request-id': '0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55' };
    expect(refused.validateHeaders({ ...headers, 'retry-after': '17' })).toEqual([]);
    expect(refused.validateHeaders({ ...headers, 'retry-after': 'soon' })[0]?.loc).toEqual([
      'header',
      'Retry-After',
    ]);
    expect(refused.validateHeaders(headers)[0]?.type).toBe('missing');
  });
});

describe('examples', () => {
  const examples = [...operationObjects(contract.document)].flatMap(([, operation]) => {
    const id = operation['operationId'] as (typeof operationIds)[number];
    const bodies = operation['requestBody'] ? valuesIn(operation['requestBody'] as JsonObject) : [];
    return [
      ...bodies.map(([media, name, value]) => ({ id, status: 'request', media, name, value })),
      ...entries(operation['responses']).flatMap(([status, response]) =>
        valuesIn(resolve(contract.document, response, status)).map(([media, name, value]) => ({
          id,
          status,
          media,
          name,
          value,
        })),
      ),
    ];
  });

  it('stand at every status of every operation', () => {
    for (const operation of contract.operations) {
      for (const status of operation.responses.keys())
        expect(
          examples.some((each) => each.id === operation.id && each.status === String(status)),
          `${operation.id} ${status}`,
        ).toBe(true);
    }
  });

  it.each(examples)('$id $status $name is valid against its schema', ({ id, status, media, value }) => {
    const operation = contract.operation(id);
    const issues =
      status === 'request'
        ? operation.validateBody(value)
        : operation.responses.get(Number(status))!.validateBody(value, media);
    expect(issues).toEqual([]);
  });
});

describe('request validation', () => {
  const body = (value: unknown) => contract.operation('searchJobs').validateBody(value);

  it('accepts an empty body and refuses one that is not an object', () => {
    expect(body({})).toEqual([]);
    expect(body([])).toEqual([{ loc: ['body'], msg: 'must be object', type: 'type' }]);
    expect(body(null)).toEqual([{ loc: ['body'], msg: 'must be object', type: 'type' }]);
  });

  it('accepts a limit of 100 and refuses 101', () => {
    expect(body({ limit: 100 })).toEqual([]);
    expect(body({ limit: 101 })).toEqual([
      { loc: ['body', 'limit'], msg: 'must be <= 100', type: 'maximum' },
    ]);
  });

  it('accepts an industry in any letter case and refuses an unknown one', () => {
    expect(body({ industry: ['wine AND spirits'] })).toEqual([]);
    expect(body({ industry: ['Wine and Cheese'] })).toEqual([
      {
        loc: ['body', 'industry', 0],
        msg: 'must be one of the 149 industries of the contract, in any letter case',
        type: 'enum',
      },
    ]);
  });

  it('accepts a department in its own letter case only', () => {
    expect(body({ department: ['Legal'] })).toEqual([]);
    expect(body({ department: ['legal'] })).toHaveLength(1);
  });

  it('names everything that is wrong at once', () => {
    expect(
      body({ limit: 0, is_remote: 'yes', published_after: '2026-02-30' }).map(({ loc }) => loc[1]),
    ).toEqual(expect.arrayContaining(['limit', 'is_remote', 'published_after']));
  });

  it('says what is wanted in words of the document, and never as a pattern', () => {
    expect(body({ department: ['legal'] })[0]?.msg).toBe(
      'must be a value of the departments lookup, in its letter case',
    );
    expect(body({ search_after: [true, 1] })).toEqual([
      { loc: ['body', 'search_after', 0], msg: 'must be string or number', type: 'type' },
    ]);
    expect(body({ search_after: [1] })[0]?.msg).toMatch(/^is not a cursor; pass back what/);
    expect(body({ published_after: '01.02.2026' })).toEqual([
      {
        loc: ['body', 'published_after'],
        msg: 'must be a day of the calendar, written YYYY-MM-DD',
        type: 'format',
      },
    ]);
    expect(contract.operation('listLocations').validateQuery({ q: ' b r ' })).toEqual([
      {
        loc: ['query', 'q'],
        msg: 'must have at least 3 characters that are not white space, and at most 200 in all',
        type: 'pattern',
      },
    ]);
  });

  it('accepts the location of a lookup as it is, nulls included', () => {
    expect(body({ jobs_locations: [{ country: 'Germany', state: null, city: null }] })).toEqual([]);
  });

  it('refuses a null where none is allowed', () => {
    expect(body({ limit: null })).toEqual([{ loc: ['body', 'limit'], msg: 'must be integer', type: 'type' }]);
  });

  it('passes over limits that only the kit sets where what is stated is asked', () => {
    const terms = Array<string>(1_001).fill('x');
    const long = { jobs_locations: [{ city: 'x'.repeat(201) }], limit: 0 };
    const { validateStatedBody } = contract.operation('searchJobs');
    expect(body({ job_keywords: { title: terms } })).toEqual([
      { loc: ['body', 'job_keywords', 'title'], msg: 'must have at most 1000 items', type: 'maxItems' },
    ]);
    expect(body(long).map(({ type }) => type)).toEqual(['maxLength', 'minimum']);
    expect(validateStatedBody({ job_keywords: { title: terms } })).toEqual([]);
    expect(validateStatedBody({ ...long, is_remote: 1 }).map(({ loc }) => loc.at(-1))).toEqual(['is_remote']);
  });

  it('refuses keyword groups nested beyond the stack instead of failing', () => {
    let group: Json = {};
    for (let depth = 0; depth < 100_000; depth += 1) group = { groups: [group] };
    expect(body({ advanced_job_keywords: [group] })).toEqual([
      { loc: ['body'], msg: 'is nested too deeply', type: 'nesting' },
    ]);
  });

  it('asks the legacy search for one of three names of a company', () => {
    const legacy = contract.operation('searchCompanyJobsLegacy');
    expect(legacy.validateBody({ company_domain: 'northwind.example' })).toEqual([]);
    expect(legacy.validateBody({}).map(({ type }) => type)).toEqual(['missing', 'missing', 'missing']);
  });

  it('reads integers of the query and counts the characters of q', () => {
    const query = (value: Record<string, unknown>) =>
      contract.operation('listLocations').validateQuery(value);
    expect(query({ q: 'ber', limit: '30' })).toEqual([]);
    expect(query({ q: 'ber', limit: '31' })[0]?.type).toBe('maximum');
    expect(query({ q: ' b r ' })[0]?.type).toBe('pattern');
    expect(query({ q: 'x'.repeat(201) })[0]?.type).toBe('maxLength');
    expect(query({})[0]).toEqual({ loc: ['query', 'q'], msg: 'is required', type: 'missing' });
    expect(query({ q: ['ber', 'lin'] })).toEqual([
      { loc: ['query', 'q'], msg: 'is given more than once', type: 'repeated' },
    ]);
  });
});

function valuesIn(holder: JsonObject): [media: string, name: string, value: Json][] {
  return entries(holder['content']).flatMap(([media, content]) =>
    entries((content as JsonObject)['examples']).map(
      ([name, example]) =>
        [media, name, resolve(contract.document, example, name)['value']!] as [string, string, Json],
    ),
  );
}

describe('response validation', () => {
  it('says what is wrong with the form that was meant', () => {
    const ok = contract.operation('searchJobs').responses.get(200)!;
    expect(
      ok.validateBody({ success: true, data: { jobs: [] }, error: null }).map(({ loc }) => loc.at(-1)),
    ).toEqual(['total', 'total_jobs_found', 'credits_used', 'credits_remaining', 'search_after']);
    expect(ok.validateBody({ success: false, data: null, error: 7 }).map(({ loc }) => loc)).toEqual([
      ['body', 'error'],
    ]);
  });

  it('says nothing of a form that was not meant: a fault in the details is no missing null', () => {
    const ok = contract.operation('searchCompanyJobs').responses.get(200)!;
    const data = { jobs: [], total: 0, total_jobs_found: 0, credits_used: 0, credits_remaining: 0 };
    const issues = (company_details: unknown) =>
      ok.validateBody({ success: true, data: { ...data, search_after: null, company_details }, error: null });
    expect(issues({ company_name: 7 })).toEqual([
      { loc: ['body', 'data', 'company_details', 'company_name'], msg: 'must be string', type: 'type' },
    ]);
    expect(issues(7)).toEqual([
      { loc: ['body', 'data', 'company_details'], msg: 'must be object or null', type: 'type' },
    ]);
  });

  it('takes no long time over a body or an answer, however much is wrong with it in however many ways', () => {
    const search = contract.operation('searchJobs');
    const names = 'job_keywords department industry jobs_locations limit search_after advanced_job_keywords';
    const wrong = (size: number): unknown[] => Array.from({ length: size }, (_, i) => i);
    const validators = {
      body: (size: number) =>
        search.validateBody(Object.fromEntries(names.split(' ').map((name) => [name, wrong(size)]))),
      places: (size: number) => search.validateStatedBody({ jobs_locations: wrong(size) }),
      answer: (size: number) =>
        search.responses.get(200)!.validateBody({ success: true, data: { jobs: wrong(size) }, error: null }),
    };
    for (const [name, validate] of Object.entries(validators)) {
      const timeOf = (size: number): number => {
        const times = Array.from({ length: 3 }, () => {
          const began = performance.now();
          expect(validate(size), name).not.toEqual([]);
          return performance.now() - began;
        });
        return Math.min(...times);
      };
      expect(timeOf(32_000), name).toBeLessThan(100 * Math.max(1, timeOf(1000)));
    }
  });

  it('finds what is wrong far behind in a list', () => {
    const { validateBody } = contract.operation('listDepartments').responses.get(200)!;
    const right = { value: 'Sales', label: 'Sales' };
    expect(validateBody({ departments: Array<unknown>(5000).fill(right) })).toEqual([]);
    expect(validateBody({ departments: [...Array<unknown>(5000).fill(right), 7] })).toMatchObject([
      { loc: ['body', 'departments', 5000] },
    ]);
  });

  it('lets an answer carry more than the contract names', () => {
    expect(
      contract.operation('listDepartments').responses.get(200)!.validateBody({ departments: [], more: 1 }),
    ).toEqual([]);
  });

  it('requires all 21 fields of a job, null or not', () => {
    expect(
      list(resolve(contract.document, { $ref: '#/components/schemas/Job' }, 'Job')['required']),
    ).toHaveLength(21);
  });
});
