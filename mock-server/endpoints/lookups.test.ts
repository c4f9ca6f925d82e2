import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startCheckedMock, testData } from '../../test/mock/checked-mock.js';
import { clientOf, type Answer } from '../../test/mock/client.js';

const mock = await startCheckedMock({
  shared: await testData({ jobs: 100 }),
  readings: { 'rate-others': 'none' },
});
const client = clientOf(mock, 'key_negative');
afterEach(() => expect(mock.violations).toEqual([]));
afterAll(() => mock.close());

const labels = (items: { label: string }[]): string[] => items.map(({ label }) => label);
const refusal = ({ status, body }: Answer) => [status, body.detail[0].loc.join('.')];

describe('the list lookups', () => {
  it('return every option in alphabetical order, without an envelope and for free', async () => {
    const boards = (await client.get('listJobBoards')).body.job_boards;
    expect(boards).toHaveLength(222);
    const folded = labels(boards).map((label) => label.toLowerCase());
    expect(folded).toEqual([...folded].sort());
    const { departments } = (await client.get('listDepartments', '?q=%20%20')).body;
    expect(departments.map(({ value }: { value: string }) => value).sort()).toEqual(
      [...mock.world.contract.enums.department].sort(),
    );
    expect(await client.balance()).toBe(-25);
  });

  it('return the options with q in their label, in any case', async () => {
    const { departments } = (await client.get('listDepartments', '?q=%20CUSTOMER%20')).body;
    expect(labels(departments)).toEqual(['Customer Experience', 'Customer Success', 'Customer Support']);
    expect((await client.get('listDepartments', '?q=zxqv')).body).toEqual({ departments: [] });
  });

  it('accept a q of up to 200 characters, and refuse a longer or repeated one', async () => {
    expect((await client.get('listDepartments', `?q=${'%20'.repeat(200)}`)).status).toBe(200);
    expect(refusal(await client.get('listJobBoards', `?q=${'x'.repeat(201)}`))).toEqual([422, 'query.q']);
    expect(refusal(await client.get('listDepartments', '?q=a&q=b'))).toEqual([422, 'query.q']);
  });

  it('ignore parameters that are not in the contract', async () => {
    expect((await client.get('listDepartments', '?x=1&x=2&__proto__=3&%')).status).toBe(200);
  });
});

describe('the locations lookup', () => {
  it('returns ten places by default, and appends more with a larger limit', async () => {
    const few = (await client.get('listLocations', '?q=and')).body.locations;
    const many = (await client.get('listLocations', '?q=%20AND%20&limit=30')).body.locations;
    expect(few.length).toBe(10);
    expect(many.slice(0, 10)).toEqual(few);
    expect(new Set(many.map(({ value }: { value: unknown }) => JSON.stringify(value))).size).toBe(
      many.length,
    );
  });

  it('refuses a missing, short, long or repeated q', async () => {
    for (const query of ['', '?q=', '?q=ab', '?q=a%20%20b', `?q=${'x'.repeat(201)}`, '?q=abc&q=abc']) {
      expect([query, ...refusal(await client.get('listLocations', query))]).toEqual([query, 422, 'query.q']);
    }
    expect((await client.get('listLocations', '?q=a%20b%20c')).status).toBe(200);
  });

  it('accepts a limit from 1 to 30', async () => {
    for (const limit of [1, 30]) {
      expect((await client.get('listLocations', `?q=and&limit=${limit}`)).body.locations).toHaveLength(limit);
    }
    for (const limit of ['0', '31', '-1', '', 'ten', '1.5', '1e1', '99999999999999999999', '5&limit=6']) {
      const answer = await client.get('listLocations', `?q=and&limit=${limit}`);
      expect([limit, ...refusal(answer)]).toEqual([limit, 422, 'query.limit']);
    }
  });
});
