import { describe, expect, it } from 'vitest';
import { PARTS, type Context } from './parts.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;

/** Looks for old jobs of a company whose only one was posted so many days ago. */
async function lookForHistory(posted: number) {
  const asked: { from: string; to: string }[] = [];
  const context = {
    companies: { companyUrl: 'https://network.example/company/a' },
    unknown: {},
    now: NOW,
    facts: {},
    ask: async (_operation: string, body: { published_after: string; published_before: string }) => {
      const { published_after: from, published_before: to } = body;
      asked.push({ from, to });
      const at = NOW - posted * DAY;
      const jobs = Date.parse(from) <= at && at < Date.parse(to) ? [{ 'Job Title': 'Baker' }] : [];
      return { status: 200, body: { data: { jobs, total_jobs_found: jobs.length, search_after: null } } };
    },
  };
  await PARTS.find(({ name }) => name === 'history')!.find(context as unknown as Context);
  return { asked, facts: context.facts };
}

describe('old jobs of a company', () => {
  it('are looked for in ever wider windows, and the first that holds some is kept', async () => {
    const { asked, facts } = await lookForHistory(230);
    expect(asked.map(({ from }) => (NOW - Date.parse(from)) / DAY).map(Math.floor)).toEqual([217, 223, 241]);
    expect(facts).toEqual({
      historyCompanyUrl: 'https://network.example/company/a',
      historyFrom: asked[2]!.from,
      historyTo: asked[2]!.to,
    });
  });

  it('are unknown where four years hold none', async () => {
    const { asked, facts } = await lookForHistory(5 * 365);
    expect([asked.length, facts]).toEqual([6, {}]);
  });
});
