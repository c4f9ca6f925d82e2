import { describe, expect, it } from 'vitest';
import { casesOf, messageIn } from '../../../test/support/cases.js';
import { temporaryFile } from '../../../test/support/temporary-folder.js';
import { makeProfile, readProfile, type Profile, type ProfileOverrides } from './profile.js';

const cases = casesOf<{ rejected: [profile: string, message: string][] }>(import.meta.filename);

function fromFile(text: string, overrides: ProfileOverrides = {}): Profile {
  const stated = readProfile(temporaryFile('p.yaml', text));
  return makeProfile(overrides, { KEY: 'k-1', ZERO: 'k-0', EMPTY: '', LINE: 'k-2\n' }, stated);
}

describe('makeProfile', () => {
  it('reads a file, takes secrets from the environment, and prefers flags', () => {
    const profile = fromFile(
      `target: https://api.example.com/
keys: { active: { env: KEY }, zero: { env: ZERO } }
companyUrl: https://n.example/company/acme
rateLimits: { searchJobs: 50, listLocations: { requests: 5, seconds: 1 } }
absent: [historical, listLocations]
budget: { credits: 100 }
`,
      { apiKey: 'flag', maxRequests: 7 },
    );
    expect(profile).toMatchObject({
      target: 'https://api.example.com',
      keys: { active: 'flag', zero: 'k-0' },
      companies: { companyUrl: 'https://n.example/company/acme', networkUrl: 'https://n.example' },
      rateLimits: { searchJobs: { requests: 50, seconds: 60 }, listLocations: { requests: 5, seconds: 1 } },
      absent: ['searchCompanyJobsHistorical', 'searchJobsHistorical', 'listLocations'],
      budget: { credits: 100, requests: 7 },
      timeoutMs: 30_000,
    });
  });

  it.each(['http://127.0.0.1:4010', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010/__admin/'])(
    'accepts %s as the address of an admin API',
    (adminUrl) => {
      const { adminUrl: base } = makeProfile({ target: 'http://x.example', adminUrl }, {});
      expect(base).toBe('http://127.0.0.1:4010');
    },
  );

  it.each(cases.rejected)('rejects %j and says what to do', (text, message) => {
    const target = text.startsWith('target') ? undefined : 'http://x';
    expect(() => fromFile(text, { target })).toThrow(messageIn(message));
  });

  it('needs a target', () => {
    expect(() => fromFile('keys: {}')).toThrow('No target. Pass --target URL');
  });

  it('names the flag, not the file, if a flag declares an unknown operation absent', () => {
    expect(() => fromFile('absent: [historical]', { target: 'http://x', absent: ['moon'] })).toThrow(
      /^--absent names "moon"; use historical, legacy/,
    );
  });

  it('accepts a choice that YAML reads as a number, and a network URL with a final slash', () => {
    const { readings, companies } = fromFile(
      'target: http://x\nreadings: { auth-status: 401 }\nnetworkUrl: https://n.example/',
    );
    expect([readings, companies.networkUrl]).toEqual([{ 'auth-status': '401' }, 'https://n.example']);
  });

  it('never shows a secret in an error', () => {
    expect(() => fromFile('target: http://x\nkeys:\n  active: sk-very-secret')).toThrow(
      /^(?!.*sk-very-secret)/s,
    );
  });
});

it('names the source of a key that is empty or ends in a line break', () => {
  expect(() => makeProfile({ target: 'http://x', apiKey: '' }, {})).toThrow(
    'The key "active" (--api-key) is empty, or ',
  );
  expect(() => fromFile('target: http://x\nkeys: { zero: { env: LINE } }')).toThrow(
    'The key "zero" (LINE) is empty, or contains spaces, line breaks ',
  );
});
