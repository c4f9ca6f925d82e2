import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../common/redact.js';
import { casesOf } from '../../../test/support/cases.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { SurveyRecord } from '../../record/run-record.js';
import type { Session } from '../target/session.js';
import type { Surveyed } from './index.js';
import { readSurvey, whyOutdated, writeSurvey, type StoredSurvey } from './stored.js';

type Change = Record<string, unknown>;
const cases = casesOf<{
  outdated: [when: string, change: Change, how: object, why: string][];
  rejected: [what: string, change: Change, complaint: string, address?: string][];
}>(import.meta.filename);
const DAY = 86_400_000;
const MADE = Date.parse('2026-03-18T12:00:00Z');
const target = 'https://api.example';
const asked = { companies: {}, absent: [], budget: { credits: null } };
const found = {
  facts: {
    companyUrl: 'https://network.example/company/one',
    marketTitleWord: 'smith',
    marketTotal: 12,
    marketRemote: true as const,
    directTogetherA: { is_remote: true, jobs_locations: [{ country: 'Peru' }], limit: 25 },
  },
  slices: [{ name: 'market', from: '2025-12-01', to: '2026-02-18', total: 12, read: 12 }],
};
const { slices, ...rest } = found;
const made: Surveyed = {
  ...rest,
  why: {
    agencyUrl: { reason: 'the data shows none', looked: true },
    companyCity: { reason: 'no room under the ceiling', looked: false },
  },
  record: { slices } as SurveyRecord,
};
const session = (redactor = new Redactor()): Session =>
  ({ profile: { ...asked, target }, time: { now: () => MADE }, redactor }) as unknown as Session;

/** Reads a file with this survey. */
function recalled(change: Change = {}, address = target): StoredSurvey {
  const path = join(temporaryFolder(), 'survey.json');
  expect(writeSurvey(path, made, 0, session())).toEqual([]);
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...change }));
  return readSurvey(path, address)!;
}

/** Why the survey does not suffice `days` later for the `needed` facts. */
const outdated = (
  change: Change,
  { needed = ['marketTitleWord'], days = 1, profile = asked },
): string | null => whyOutdated(recalled(change), needed, profile, MADE + days * DAY);

describe('a stored survey', () => {
  it('is read back unchanged, with found facts and with facts that it looked for in vain', () => {
    expect(recalled()).toMatchObject({
      ...found,
      target,
      madeAt: new Date(MADE).toISOString(),
      asked: { companies: {}, absent: [] },
      unknown: { agencyUrl: 'the data shows none' },
    });
    expect(outdated({}, { needed: ['marketTitleWord', 'companyUrl', 'agencyUrl'] })).toBeNull();
    // Earlier kits wrote null for companies that the profile did not name.
    const before = { asked: { companies: { companyName: null, companyUrl: null }, absent: [] } };
    expect([outdated(before, {}), outdated({}, { needed: ['companyName'] })]).toEqual([
      null,
      'it lacks companyName',
    ]);
  });

  it('is null if there is no file', () => {
    expect(readSurvey('/nowhere/survey.json', target)).toBeNull();
  });

  it.each(cases.outdated)('is made again %s', (_when, change, how, why) => {
    expect(outdated(change, how)).toContain(why);
  });

  it.each(cases.rejected)('is rejected if it is one %s', (_what, change, complaint, address) => {
    expect(() => recalled(change, address)).toThrow(complaint);
  });

  it('contains no secret, and names its path if it cannot be written', () => {
    const redactor = new Redactor();
    redactor.add('k-secret-1234', '[key active]');
    const path = join(temporaryFolder(), 'survey.json');
    writeSurvey(path, { ...made, facts: { agencyUrl: 'k-secret-1234' } }, 0, session(redactor));
    expect(readFileSync(path, 'utf8')).not.toContain('k-secret-1234');
    expect(writeSurvey('/nowhere/survey.json', made, 0, session())).toEqual([
      expect.stringMatching(/^--survey .* could not be written: /),
    ]);
  });
});
