import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.js';
import { makeProfile, readProfile, type Profile, type ProfileOverrides } from './profile.js';

function fromFile(text: string, overrides: ProfileOverrides = {}): Profile {
  const path = join(temporaryFolder(), 'p.yaml');
  writeFileSync(path, text);
  return makeProfile(overrides, { KEY: 'k-1', ZERO: 'k-0', EMPTY: '' }, readProfile(path));
}

describe('makeProfile', () => {
  it('reads a file, takes secrets from the environment and lets flags win', () => {
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

  it.each([
    [
      'a key in the file',
      'target: http://x\nkeys:\n  active: sk-123',
      /p\.yaml:3: keys\.active must not hold the secret itself/,
    ],
    ['an unset variable', 'target: http://x\nkeys: { active: { env: NOPE } }', /NOPE, which is not set/],
    ['an empty variable', 'target: http://x\nkeys: { active: { env: EMPTY } }', /EMPTY, which is not set/],
    [
      'an unknown role',
      'target: http://x\nkeys: { boss: { env: KEY } }',
      /keys\.boss is no key role; the roles are active/,
    ],
    ['an unknown field', 'target: http://x\ncolour: red', /p\.yaml:2: colour is no field of a profile/],
    ['an unknown operation', 'target: http://x\nrateLimits: { fly: 1 }', /rateLimits\.fly is no operation/],
    ['an unknown absence', 'target: http://x\nabsent: [moon]', /names "moon"; use historical, legacy/],
    ['broken YAML', 'target: [', /p\.yaml:1: /],
    ['no target', 'keys: {}', /No target\. Pass --target URL/],
    ['a target that is no URL', 'target: localhost', /"localhost" is not a URL|neither http nor https/],
    ['credentials in the target', 'target: http://u:p@x', /holds a user name or password/],
  ])('refuses %s and says what to do', (_name, text, message) => {
    expect(() => fromFile(text)).toThrow(message);
  });

  it('never says a secret in an error', () => {
    expect(() => fromFile('target: http://x\nkeys:\n  active: sk-very-secret')).toThrow(
      /^(?!.*sk-very-secret)/s,
    );
  });
});
