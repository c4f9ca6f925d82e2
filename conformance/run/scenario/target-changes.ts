/**
 * Tracks the changes that a scenario makes through the admin API, by the effects that the admin document states, and the target's
 * clock, which is read from answers of the admin API or estimated.
 */
import type { Exchange } from '../../record/exchange.js';
import { fields } from '../../values/fields.js';
import { follow, parsePointer } from '../../values/pointers.js';
import type { ScenarioContext } from './scenario-context.js';

/** `now` is the target's time, and `at` the runner's time of the reading; both in ms since 1970. */
export interface AccountClock {
  now: number;
  at: number;
  frozen: boolean;
}

/** The clock in an admin answer; null if the answer has none. */
export function clockIn(body: unknown, at: number): AccountClock | null {
  const now = follow(body, ['now']);
  if (typeof now !== 'string' || Number.isNaN(Date.parse(now))) return null;
  return { now: Date.parse(now), at, frozen: follow(body, ['frozen']) === true };
}

export function timeBy(clock: AccountClock, now: number): number {
  return clock.frozen ? clock.now : clock.now + (now - clock.at);
}

/** Effects that do not change the results of searches. */
const HARMLESS = ['read', 'create-account', 'remove-fault', 'clear-faults', 'clear-journal'];

export type TargetChanges = ReturnType<typeof createTargetChanges>;

export function createTargetChanges(context: Pick<ScenarioContext, 'time' | 'clock' | 'admin' | 'adopt'>) {
  let { clock } = context;
  return {
    faultPlanted: false,
    /** The target's time, ms since 1970. */
    now: () => timeBy(clock, context.time.now()),
    /** Applies a successful admin call. Returns true if it can change the results of searches. */
    note({ adminOperation, receivedAt, response }: Exchange): boolean {
      const operation = context.admin.operations.find(({ id }) => id === adminOperation);
      if (operation === undefined) return false;
      const { effect } = operation;
      if (effect.does === 'plant-fault') this.faultPlanted = true;
      if (['remove-fault', 'clear-faults', 'reset'].includes(effect.does)) this.faultPlanted = false;
      if (effect.does === 'create-account') {
        const account = fields(follow(response?.body, parsePointer(effect.account)));
        if (account !== null) context.adopt(account);
      }
      if (effect.clock !== null)
        clock = clockIn(follow(response?.body, parsePointer(effect.clock)), receivedAt) ?? clock;
      return !HARMLESS.includes(effect.does);
    },
  };
}
