import { expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import type { Outgoing } from '../../wire/wire.js';
import { asker, PageTooLarge, reader, type Ask } from './ask.js';
import type { Session } from '../target/session.js';

/** Null if the connection breaks. */
type Answer = { status: number; body: unknown } | null;

/** Returns an `ask` for a target that answers with `answerTo(limit)`, and the limits of its requests. */
function asking(answerTo: (limit: number) => Answer): { ask: Ask; limits: number[] } {
  const limits: number[] = [];
  const send = ([request]: readonly Outgoing[]) => {
    const { limit } = JSON.parse(String(request?.body)) as { limit: number };
    limits.push(limit);
    const response = answerTo(limit);
    const failure = response === null ? { kind: 'connection', message: 'it broke' } : null;
    return Promise.resolve([{ response, failure }]);
  };
  const means = {
    documents: { contract: loadContract() },
    accounts: { forRunner: () => Promise.resolve('key') },
    budget: { overspent: () => null },
    patience: {
      exhausted: new Map(),
      wire: { send },
      time: { sleep: () => Promise.resolve() },
      maxWaitMs: 60_000,
      holdBack: () => undefined,
    },
    wire: { send },
  };
  return { ask: asker(means as unknown as Session, 10, () => 0), limits };
}

const days = { published_after: '2026-01-01', published_before: '2026-01-02' };

it('distinguishes a page that the service cannot store from other failures', async () => {
  const { ask } = asking(() => ({ status: 503, body: { detail: 'invalid_result' } }));
  await expect(reader(ask, 'searchJobs', {})(days, 20, null)).rejects.toBeInstanceOf(PageTooLarge);
});

it('repeats a request after a broken connection, four times at most', async () => {
  const breaking = (times: number) => {
    const { ask, limits } = asking(() => (limits.length <= times ? null : { status: 200, body: 'found' }));
    return ask('searchJobs', { limit: 7 });
  };
  await expect(breaking(3)).resolves.toMatchObject({ body: 'found' });
  await expect(breaking(4)).rejects.toThrow('the direct search: it broke 4 times');
});

it('uses the smallest accepted limit from the start, once the target has refused a smaller one', async () => {
  const { ask, limits } = asking((limit) => ({ status: limit < 10 ? 422 : 200, body: {} }));
  const read = reader(ask, 'searchCompanyJobsHistorical', {});
  await read(days, 1, null);
  await read(days, 1, null);
  expect(limits).toEqual([1, 10, 10]);
});
