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
    [
      'a key in the file',
      'keys:\n  active: sk-123',
      /p\.yaml:2: keys\.active must not hold the secret itself/,
    ],
    ['an unset variable', 'keys: { active: { env: NOPE } }', /NOPE, which is not set/],
    ['an empty variable', 'keys: { active: { env: EMPTY } }', /EMPTY, which is not set/],
    [
      'an unknown role',
      'keys: { boss: { env: KEY } }',
      /keys\.boss is not a known field; use active, second/,
    ],
    ['an unknown field', 'colour: red', /p\.yaml:1: colour is not a known field; use target, keys/],
    [
      'an unknown operation',
      'rateLimits: { fly: 1 }',
      /rateLimits\.fly is not a known field; use searchJobs/,
    ],
    [
      'a misspelt one',
      'rateLimits: { searchJob: 1 }',
      /rateLimits\.searchJob is not a known field; did you mean "searchJobs"\?$/,
    ],
    ['an unknown absence', 'absent: [moon]', /p\.yaml:1: absent names "moon"; use historical, legacy/],
    ['broken YAML', 'target: [', /p\.yaml:1: .*[^:]$/],
    [
      'a misspelt ceiling',
      'budget: { credit: 5 }',
      /budget\.credit is not a known field; did you mean "credits"\?$/,
    ],
    [
      'a budget that is a number',
      'budget: 500',
      /p\.yaml:1: budget must be an object: names with a value each/,
    ],
    ['a negative ceiling', 'budget: { credits: -1 }', /budget\.credits must be a whole number of 0 or more/],
    ['keys in a list', 'keys: [a]', /keys must be an object: names with a value each/],
    [
      'an unknown reading',
      'readings: { mood: good }',
      /readings\.mood is not a known field; use auth-status/,
    ],
    ['a misspelt reading', 'readings: { auth-statsu: 403 }', /did you mean "auth-status"\?/],
    ['a misspelt choice', 'readings: { end-of-results: empty-pag }', /must be one of: .*empty-page/],
    ['a misspelt absence', 'absent: [historcal]', /Did you mean "historical"\?/],
    [
      'an unknown choice',
      'readings: { auth-status: 402 }',
      /readings\.auth-status must be one of: 403, 401; did you mean "403"\?$/,
    ],
    [
      'a company URL without a page',
      'companyUrl: acme',
      /companyUrl must be a company profile URL, such as https:/,
    ],
    [
      'a network with a page',
      'networkUrl: https://n.example/company/',
      /must be the part of a profile URL before \/company\//,
    ],
    [
      'a company of another network',
      'networkUrl: https://m.example\ncompanyUrl: https://n.example/company/acme',
      /p\.yaml:2: companyUrl does not begin with the networkUrl, https:\/\/m\.example\/company\//,
    ],
    ['a name that is a number', 'companyName: 5', /companyName must be string/],
    [
      'a rate limit below 1',
      'rateLimits: { searchJobs: 0 }',
      /rateLimits\.searchJobs must be 1 or more requests per minute, or \{ requests, seconds \}/,
    ],
    [
      'a rate limit of no requests',
      'rateLimits: { searchJobs: { requests: 0 } }',
      /rateLimits\.searchJobs\.requests must be a number of 1 or more/,
    ],
    ['no time at all', 'timeoutSeconds: 0', /timeoutSeconds must be a number above 0/],
    ['no target', 'keys: {}', /No target\. Pass --target URL/],
    ['a target without a scheme', 'target: 127.0.0.1:4010', /like .* or http:\/\/127\.0\.0\.1:4010/],
    ['a target that is not a URL', 'target: localhost', /"localhost" is not an http or https URL/],
    ['credentials in the target', 'target: http://u:p@x', /contains a user name or password/],
  ])('rejects %s and says what to do', (_name, text, message) => {
    const target = text.includes('target') || _name === 'no target' ? undefined : 'http://x';
    expect(() => fromFile(text, { target })).toThrow(message);
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
