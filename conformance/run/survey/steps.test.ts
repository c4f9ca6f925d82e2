import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import { DAYS, FACTS, OPTIONAL_FACTS, type Facts } from '../../pack/language/facts.js';
import { STEPS, type Context } from './steps.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const KNOWN = { companyUrl: 'https://network.example/company/a' };

/** Looks for old jobs of a company with a single job, `posted` days ago. The known company is the default. */
async function lookForHistory(posted: number, { lookedUp = [] as unknown[], has = KNOWN.companyUrl } = {}) {
  const asked: { from: string; to: string }[] = [];
  const context = {
    unknown: {},
    lookedUp,
    now: NOW,
    facts: { ...KNOWN },
    ask: async (
      _operation: string,
      body: Record<'published_after' | 'published_before' | 'company_network_url', string>,
    ) => {
      const { published_after: from, published_before: to, company_network_url: url } = body;
      asked.push({ from, to });
      const at = NOW - posted * DAY;
      const jobs =
        url === has && Date.parse(from) <= at && at < Date.parse(to) ? [{ 'Job Title': 'Baker' }] : [];
      return { status: 200, body: { data: { jobs, total_jobs_found: jobs.length, search_after: null } } };
    },
  };
  await STEPS.find(({ name }) => name === 'history')!.find(context as unknown as Context);
  return { asked, facts: context.facts };
}

it('some step finds each fact that packs may name', () => {
  // Days are always known, and optional facts are found with the slice that they narrow.
  const others = [...DAYS, ...OPTIONAL_FACTS, ...STEPS.flatMap(({ finds }) => finds)];
  expect([...FACTS.keys()].filter((fact) => !others.includes(fact))).toEqual([]);
});

it('no two steps find the same fact, so that each has one reason if it is unknown', () => {
  const all = STEPS.flatMap(({ finds }) => finds);
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});

it('facts that have one are found with the same text in another case', async () => {
  const options = ['Sales', 'Resale', 'Legal'].map((label) => ({ label, value: label }));
  const context = { facts: {} as Facts, ask: async () => ({ body: { departments: options } }) };
  await STEPS.find(({ name }) => name === 'departments')!.find(context as unknown as Context);
  expect(context.facts).toMatchObject({ departmentText: 'ales', departmentTextOtherCase: 'ALES' });
});

describe('old jobs of a company', () => {
  it('are looked for from the oldest day on, in ever wider windows, until one has some', async () => {
    const { asked, facts } = await lookForHistory(6 * 365 - 22);
    expect(new Set(asked.map(({ from }) => from)).size).toBe(1);
    const days = asked.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY);
    expect(days).toEqual([...days].sort((a, b) => a - b));
    expect(days.length).toBeLessThan(5);
    expect(facts).toEqual({
      ...KNOWN,
      historyCompanyUrl: KNOWN.companyUrl,
      historyFrom: asked.at(-1)!.from,
      historyTo: asked.at(-1)!.to,
    });
  });

  it('are older than the reach of the current searches, or unknown if there are none', async () => {
    const { asked, facts } = await lookForHistory(100);
    expect(facts).toEqual(KNOWN);
    const last = (NOW - Date.parse(asked.at(-1)!.to)) / DAY;
    expect(last).toBeGreaterThan(184);
    expect(last).toBeLessThan(230);
  });

  it('are looked for at other known companies, the largest first, if it has none', async () => {
    const [small, large] = ['small', 'large'].map((name) => `https://network.example/company/${name}`);
    const lookedUp = [
      { url: small, jobs: 3 },
      { url: large, jobs: 300 },
    ];
    const { facts } = await lookForHistory(2000, { lookedUp, has: large });
    expect(facts).toMatchObject({ historyCompanyUrl: large });
  });
});

describe('countries of the slice', () => {
  const LISTED: Readonly<Record<string, string>> = { London: 'United Kingdom', Lima: 'Peru', Arica: 'Chile' };
  const jobs = [
    ['UK', 'London'],
    ['UK', 'Leeds'],
    ['Peru', 'Lima'],
    ['Peru', 'Cusco'],
    ['Chile', 'Arica'],
  ].map(([Country, City]) => ({ Country, City, State: 'any', 'Post Date': '2026-01-10' }));

  /** Returns the countries and the place to filter by, if the lookup answers with `locationsFor(text)`. */
  async function chosenWith(locationsFor: (text: string) => unknown, unknown = {}) {
    const context = {
      needed: [],
      profile: { absent: ['searchJobsHistorical'] },
      contract: loadContract(),
      sizes: { market: 50 },
      now: NOW,
      facts: {},
      unknown,
      slices: {},
      boards: [],
      ask: async (operation: string, body: Record<string, unknown>, query?: { q: string }) => {
        if (operation === 'listLocations')
          return { status: 200, body: { locations: locationsFor(query!.q) } };
        const isIn = body['published_after']! <= '2026-01-10' && '2026-01-10' < body['published_before']!;
        const found = isIn ? jobs : [];
        return { status: 200, body: { data: { jobs: found, total_jobs_found: found.length } } };
      },
    };
    await STEPS.find(({ name }) => name === 'jobs of all companies')!.find(context as unknown as Context);
    const { marketCountry, marketOtherCountry, marketPlace } = context.facts as Facts;
    return { marketCountry, marketOtherCountry, marketPlace };
  }

  it('are unknown for the reason of the plan if it has one', async () => {
    const left = { reason: 'the profile declares it absent', looked: true };
    const unknown = { marketAbsentCountry: left };
    await chosenWith(() => [], unknown);
    expect(unknown.marketAbsentCountry).toBe(left);
    expect(unknown).toHaveProperty('marketBoard');
  });

  it('are those that jobs and the locations lookup spell alike', async () => {
    expect(await chosenWith((city) => [{ value: { country: LISTED[city] ?? 'Utopia', city } }])).toEqual({
      marketCountry: 'Peru',
      marketOtherCountry: 'Chile',
      marketPlace: { country: 'Peru', state: 'any', city: 'Lima' },
    });
  });

  it.each<[string, unknown]>([
    ['answers nothing', []],
    ['has no such form', 'none'],
    ['knows only another country', [{ value: { country: 'Canada' } }]],
  ])('are any if the lookup %s', async (_what, locations) => {
    expect(await chosenWith(() => locations)).toEqual({
      marketCountry: 'Peru',
      marketOtherCountry: 'UK',
      marketPlace: { country: 'UK', state: 'any', city: 'London' },
    });
  });
});
