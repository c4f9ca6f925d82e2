import { describe, expect, it } from 'vitest';
import { entries, list, operationsIn, resolve, type Json, type JsonObject } from './document.js';
import { loadClauses } from './clauses.js';
import { loadContract, operationIds, type Issue, type OperationId } from './index.js';
import { casesOf } from '../test/support/cases.js';

const contract = loadContract();
const cases = casesOf<{
  operations: string[];
  bodies: [what: string, value: unknown, issues: string[]][];
  clauses: [place: (string | number)[], type: string, clause: string][];
  answers: [what: string, id: OperationId, body: unknown, issues: string[]][];
}>(import.meta.filename);

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
    expect(rows).toEqual(cases.operations);
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

  it.each(cases.bodies)('accepts or refuses %s', (_, value, issues) => {
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

  it.each(cases.clauses)(
    'is the nearest clause at or above %j, for an issue of type %s',
    (place, type, clause) => {
      expect(form.clauseOf({ loc: ['body', ...place], type })).toBe(clause);
    },
  );

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
  const ok = (id: OperationId, body: unknown) =>
    texts(contract.operation(id).responses.get(200)!.validateBody(body));
  it.each(cases.answers)('judges %s', (_, id, body, issues) => {
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
