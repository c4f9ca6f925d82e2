import {
  prepareData,
  startMock,
  type DataOptions,
  type MockData,
  type MockOptions,
} from '../../mock-server/index.js';
import { operationIds } from '../../spec/contract.js';
import { watchResponses } from './watch-responses.js';

/** Rate limits in the profile of a target that has none. */
export const UNLIMITED = Object.fromEntries(operationIds.map((id) => [id, 1_000_000]));

/** A Sunday in the middle of a billing cycle, far from the ends of months. */
export const NOON = '2026-03-15T12:00:00.000Z';

export type CheckedMock = Awaited<ReturnType<typeof startCheckedMock>>;

const prepared = new Map<string, Promise<MockData>>();

/** Data for many mocks: a small dataset, prepared once in each worker. */
export function testData(options: DataOptions = {}): Promise<MockData> {
  const all = { seed: 1, jobs: 3_000, now: NOON, ...options };
  const name = JSON.stringify(all);
  const data = prepared.get(name) ?? prepareData(all);
  prepared.set(name, data);
  return data;
}

/** Starts a mock with a frozen clock. Checks every response against the contract. */
export async function startCheckedMock(options: MockOptions = {}) {
  /** Contract violations in responses so far. `close` throws if there are any. */
  const violations: string[] = [];
  const mock = await startMock({
    frozen: true,
    ...options,
    wrap: (listener, world) => watchResponses(listener, world.contract, (fault) => violations.push(fault)),
  });
  const close = async (): Promise<void> => {
    await mock.close();
    if (violations.length > 0) throw new Error(`Responses violate the contract:\n${violations.join('\n')}`);
  };
  return { ...mock, violations, close, [Symbol.asyncDispose]: close };
}
