/** Tracks the changes that a scenario makes through the admin API, by the effects that the admin document states. */
import type { Exchange } from '../../record/exchange.js';
import { fields } from '../../values/fields.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { clockIn, timeBy } from './account-clock.js';
import type { ScenarioContext } from './scenario-context.js';

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
