/** Tracks the changes that a scenario makes through the admin API, by the effects that the admin document states. */
import type { Exchange } from '../../record/exchange.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { clockIn, timeBy, type AccountClock } from './account-clock.js';
import type { ScenarioContext } from './scenario-context.js';

/** Effects that do not change the results of searches. */
const HARMLESS = ['read', 'create-account', 'remove-fault', 'clear-faults', 'clear-journal'];

type Context = Pick<ScenarioContext, 'time' | 'clockOffset' | 'clock' | 'admin' | 'adopt'>;

export class TargetChanges {
  faultPlanted = false;
  private clock: AccountClock | null;
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
    this.clock = context.clock;
  }

  /** The target's time, ms since 1970. */
  now(): number {
    const now = this.context.time.now();
    return this.clock === null ? now + this.context.clockOffset : timeBy(this.clock, now);
  }

  /** Applies a successful admin call. Returns true if it can change the results of searches. */
  note({ adminOperation, receivedAt, response }: Exchange): boolean {
    const operation = this.context.admin.operations.find(({ id }) => id === adminOperation);
    if (operation === undefined) return false;
    const { effect } = operation;
    if (effect.does === 'plant-fault') this.faultPlanted = true;
    if (['remove-fault', 'clear-faults', 'reset'].includes(effect.does)) this.faultPlanted = false;
    if (effect.does === 'create-account') {
      const account = follow(response?.body, parsePointer(effect.account));
      if (typeof account === 'object' && account !== null)
        this.context.adopt(account as Record<string, unknown>);
    }
    if (effect.clock !== null)
      this.clock = clockIn(follow(response?.body, parsePointer(effect.clock)), receivedAt) ?? this.clock;
    return !HARMLESS.includes(effect.does);
  }
}
