import { describe, expect, it } from 'vitest';
import { exchange } from '../../../test/servers/servers.js';
import { Budget } from '../../wire/budget.js';
import { PREFLIGHT } from '../../wire/wire.js';
import type { Session } from '../target/session.js';
import { survey, type SurveyPlan } from './index.js';
import type { Step } from './steps.js';

const NOW = Date.parse('2026-03-18T10:30:00Z');
const HOUR = 3_600_000;

/** Returns the inputs of scenarios for days if the survey sends nothing. */
async function daysWithoutSlice(clockOffset: number) {
  const plan = { steps: [], kept: null, why: {} } as unknown as SurveyPlan;
  const { facts } = await survey(plan, { time: { now: () => NOW } } as Session, {
    told: {},
    clockOffset,
  });
  return facts;
}

describe('days without a slice', () => {
  it('reach as far back as the current searches, and include today', async () => {
    const { marketFrom, ...others } = await daysWithoutSlice(0);
    const days = (NOW - Date.parse(String(marketFrom))) / (24 * HOUR);
    expect(days).toBeGreaterThan(160);
    expect(days).toBeLessThan(184);
    expect(others).toMatchObject({
      marketTo: '2026-03-19',
      companyTo: '2026-03-19',
      companyFrom: marketFrom,
    });
  });

  it('are those of the target, whatever the local clock says', async () => {
    expect(await daysWithoutSlice(14 * HOUR)).toMatchObject({
      marketTo: '2026-03-20',
      companyTo: '2026-03-20',
    });
  });
});

describe('steps of the survey under a ceiling', () => {
  const CEILING = 50;

  /** Returns the findings if the first of two steps costs this; it could cost 40 credits. */
  async function foundAfter(charged: number) {
    const budget = new Budget({ credits: CEILING, requests: null });
    const step = (name: string, most: number, charge: number) =>
      ({
        finds: [name],
        uses: () => [{ operation: 'searchJobs', requests: 1, jobs: most }],
        find: ({ facts, unknown }) => {
          unknown['locations'] = { reason: 'these jobs show none', looked: true };
          const account = budget.account({ alias: 'active', fresh: false });
          const body = { success: true, data: { jobs: [], credits_used: charge } };
          const sent = exchange({ scenario: PREFLIGHT, response: { body } });
          budget.add([{ account, exchange: sent, priced: { operation: null, most }, reached: true }], null);
          return Promise.resolve(void Object.assign(facts, { [name]: 'found' }));
        },
      }) as Partial<Step> as Step;
    const steps = [step('market', 40, charged), step('company', 30, 0)];
    const plan = { steps, kept: null, why: {}, credits: CEILING };
    const means = {
      profile: { companies: {}, absent: [], budget: { credits: CEILING } },
      budget,
      time: { now: () => NOW },
      accounts: { dispose: () => Promise.resolve() },
      documents: { contract: { operation: () => ({ creditCost: 1 }) } },
    };
    return survey(plan as unknown as SurveyPlan, means as unknown as Session, {
      told: {},
      clockOffset: 0,
    });
  }

  it('may spend what earlier steps could have spent and did not', async () => {
    expect((await foundAfter(20)).facts).toMatchObject({ market: 'found', company: 'found' });
  });

  it('give no reason for facts that other steps find', async () => {
    expect((await foundAfter(20)).why).toEqual({});
  });

  it('are skipped, with a reason, if earlier steps leave less than they can cost', async () => {
    const { facts, why } = await foundAfter(21);
    expect(facts).not.toHaveProperty('company');
    expect(why).toMatchObject({
      company: {
        reason: 'finding it out can cost 30 credits, and 29 of --max-credits 50 remain',
        looked: false,
      },
    });
  });
});
