import { describe, expect, it } from 'vitest';
import { authentication } from './authentication.js';
import { history, page, verdicts, type Draft } from '../../../test/samples/exchanges.js';

const accounts = [{ alias: 'ada' }, { alias: 'idle', role: 'inactive', active: false }];
const judged = (...drafts: Draft[]): string[] => verdicts(authentication, history(...drafts), { accounts });

const keyless: Draft = { account: 'none', sent: { authorization: undefined }, status: 403 };
const unknown: Draft = { account: 'unknown', status: 403 };
const served: Draft = { status: 200, answer: page([]) };

describe('callers without a good key', () => {
  it('are refused with 403 or 401 on searches, and the choice is told', () => {
    expect(judged(keyless)).toEqual(['AUTH-2 pass #1', 'reading auth-status=403 #1']);
    expect(judged({ ...unknown, status: 401 })).toEqual(['AUTH-3 pass #1', 'reading auth-status=401 #1']);
    const legacy: Draft = { ...keyless, operation: 'searchCompanyJobsLegacy', status: 401 };
    expect(judged(legacy)).toEqual(['AUTH-9 pass #1', 'reading legacy-auth-status=401 #1']);
    expect(judged({ ...keyless, ...served })).toEqual([
      'AUTH-2 fail #1: expected status 401 or 403 for a missing key; actual status 200',
    ]);
    expect(judged({ ...unknown, ...served })[0]).toMatch(/^AUTH-3 fail #1/);
  });

  it('are refused with 403 or 401 on lookups and balance, and the choice is told', () => {
    expect(judged({ ...keyless, operation: 'getCreditBalance' })).toEqual([
      'AUTH-6 pass #1',
      'reading lookup-auth-status=403 #1',
    ]);
    expect(judged({ ...unknown, operation: 'listDepartments', status: 401 })).toEqual([
      'AUTH-7 pass #1',
      'reading lookup-auth-status=401 #1',
    ]);
    expect(judged({ ...unknown, operation: 'listDepartments', ...served })).toEqual([
      'AUTH-7 fail #1: expected status 401 or 403 for an unknown key; actual status 200',
    ]);
    const basic: Draft = { sent: { authorization: 'Basic key' }, operation: 'listDepartments', status: 401 };
    expect(judged(basic)[0]).toBe('AUTH-4 pass #1');
  });

  it('are those behind another scheme too, and those made inactive', () => {
    const basic: Draft = { sent: { authorization: 'Basic key' }, status: 403 };
    expect(judged(basic)).toEqual(['AUTH-4 pass #1', 'reading auth-status=403 #1']);
    expect(judged({ ...basic, ...served })[0]).toMatch(/^AUTH-4 fail #1/);
    expect(judged({ account: 'idle', status: 403 })).toEqual(['AUTH-5 pass #1']);
    expect(judged({ account: 'idle', status: 401 })).toEqual([
      'AUTH-5 fail #1: expected status 403 for an inactive key; actual status 401',
    ]);
  });

  it('may meet another error first', () => {
    expect(judged({ ...keyless, body: { limit: 500 }, status: 422 })).toEqual([]);
    expect(judged({ ...keyless, status: 422 })[0]).toMatch(/^AUTH-2 fail #1/);
  });
});

describe('active callers', () => {
  it('are let in', () => {
    expect(judged(served)).toEqual(['AUTH-1 pass #1']);
    expect(judged({ status: 403 })).toEqual([
      'AUTH-1 fail #1: expected an active key is let in; actual status 403',
    ]);
    expect(judged({ status: 422 })).toEqual([]);
  });

  it('may need a grant for history', () => {
    const historical: Draft = {
      operation: 'searchJobsHistorical',
      status: 403,
      answer: { detail: 'No access.' },
    };
    expect(judged(historical)).toEqual(['HIST-12 pass #1', 'reading historical-access=granted #1']);
    expect(
      verdicts(authentication, history(historical), {
        accounts: [{ alias: 'ada', historicalAccess: true }],
      })[0],
    ).toBe('HIST-12 fail #1: expected results, since access is granted; actual 403 with detail "No access."');
    expect(
      verdicts(authentication, history({ ...historical, ...served }), {
        accounts: [{ alias: 'ada', historicalAccess: false }],
      }),
    ).toEqual(['HIST-12 pass #1', 'AUTH-1 pass #1', 'reading historical-access=every-key #1']);
  });

  it('may lack credits for history, which is no matter of access', () => {
    const broke: Draft = {
      operation: 'searchCompanyJobsHistorical',
      body: { company_network_url: 'https://network.example/company/acme' },
      status: 403,
      answer: { detail: 'API key has no credits remaining' },
    };
    expect(
      verdicts(authentication, history(broke), { accounts: [{ alias: 'ada', historicalAccess: true }] }),
    ).toEqual([]);
  });

  it('are not known to be active once the scenario has changed the account', () => {
    expect(judged({ admin: 'updateAccount' }, { status: 403 })).toEqual([]);
  });
});
