/** The clock of the mock, and the clocks of accounts, which are based on it. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Account } from '../state/account.js';
import type { Clock } from '../state/clock.js';
import { accountOf, done, iso, ok, type Handlers } from './admin-call.js';
import { naming } from './problems.js';

export const clockHandlers = {
  getClock: ({ world }) => ok(worldClock(world.clock)),
  setClock({ world, body }) {
    setClock(world.clock, body as AdminSchemas['ClockSetting']);
    return ok(worldClock(world.clock));
  },
  advanceClock({ world, body }) {
    world.clock.advance(body as AdminSchemas['ClockStep']);
    return ok(worldClock(world.clock));
  },

  getAccountClock: (call) => ok(accountClock(accountOf(call), call.world.clock)),
  setAccountClock(call) {
    const account = accountOf(call);
    setClock(account.clock, call.body as AdminSchemas['ClockSetting']);
    return ok(accountClock(account, call.world.clock));
  },
  advanceAccountClock(call) {
    const account = accountOf(call);
    account.clock.advance(call.body as AdminSchemas['ClockStep']);
    return ok(accountClock(account, call.world.clock));
  },
  followClock(call) {
    accountOf(call).clock.reset();
    return done;
  },
} satisfies Partial<Handlers>;

/** Where the clock of the mock is frozen, so are those that follow it. */
export function accountClock(account: Account, world: Clock): AdminSchemas['Clock'] {
  const { clock } = account;
  return { now: iso(clock.now()), frozen: clock.frozen || world.frozen, own: clock.own };
}

function worldClock(clock: Clock): AdminSchemas['Clock'] {
  return { now: iso(clock.now()), frozen: clock.frozen, own: false };
}

function setClock(clock: Clock, setting: AdminSchemas['ClockSetting']): void {
  naming('now', () => clock.change(setting));
}
