import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../../test/support/temporary-folder.js';
import { makeProfile, readProfile, type Profile, type ProfileOverrides } from './profile.js';

function fromFile(text: string, overrides: ProfileOverrides = {}): Profile {
  const stated = readProfile(temporaryFile('p.yaml', text));
  return makeProfile(overrides, { KEY: 'k-1', ZERO: 'k-0', EMPTY: '' }, stated);
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

  it.each([
    ['keys:\n  active: sk-123', 'p.yaml:2: keys.active must not hold the secret itself'],
    ['keys: { active: { env: NOPE } }', 'NOPE, which is not set'],
    ['keys: { active: { env: EMPTY } }', 'EMPTY, which is not set'],
    ['keys: { boss: { env: KEY } }', 'keys.boss is not a known field; use active, second'],
    ['keys: [a]', 'keys must be an object: names with a value each'],
    ['colour: red', 'p.yaml:1: colour is not a known field; use target, keys'],
    ['companyName: 5', 'companyName must be string'],
    ['target: [', /p\.yaml:1: .*[^:]$/],
    ['rateLimits: { fly: 1 }', 'rateLimits.fly is not a known field; use searchJobs'],
    ['rateLimits: { searchJob: 1 }', /searchJob is not a known field; did you mean "searchJobs"\?$/],
    ['rateLimits: { searchJobs: 0 }', 'must be 1 or more requests per minute, or { requests, seconds }'],
    ['rateLimits: { searchJobs: { requests: 0 } }', 'searchJobs.requests must be a number of 1 or more'],
    ['absent: [moon]', 'p.yaml:1: absent names "moon"; use historical, legacy'],
    ['absent: [historcal]', 'Did you mean "historical"?'],
    ['budget: 500', 'p.yaml:1: budget must be an object: names with a value each'],
    ['budget: { credit: 5 }', /budget\.credit is not a known field; did you mean "credits"\?$/],
    ['budget: { credits: -1 }', 'budget.credits must be a whole number of 0 or more'],
    ['readings: { mood: good }', 'readings.mood is not a known field; use auth-status'],
    ['readings: { auth-statsu: 403 }', 'did you mean "auth-status"?'],
    ['readings: { end-of-results: empty-pag }', /must be one of: .*empty-page/],
    ['readings: { auth-status: 402 }', /auth-status must be one of: 403, 401; did you mean "403"\?$/],
    ['companyUrl: acme', 'companyUrl must be a company profile URL, such as https:'],
    ['networkUrl: https://n.example/company/', 'must be the part of a profile URL before /company/'],
    [
      'networkUrl: https://m.example\ncompanyUrl: https://n.example/company/acme',
      'p.yaml:2: companyUrl does not begin with the networkUrl, https://m.example/company/',
    ],
    [
      'timeoutSeconds: 1\nca: /nowhere.pem',
      'p.yaml:2: ca /nowhere.pem cannot be read: no such file or directory. Name a file',
    ],
    ['timeoutSeconds: 0', 'timeoutSeconds must be a number above 0'],
    ['target: 127.0.0.1:4010', /like .* or http:\/\/127\.0\.0\.1:4010/],
    ['target: localhost', '"localhost" is not an http or https URL'],
    ['target: http://u:p@x', 'contains a user name or password'],
  ])('rejects %j and says what to do', (text, message) => {
    const target = text.startsWith('target') ? undefined : 'http://x';
    expect(() => fromFile(text, { target })).toThrow(message);
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
