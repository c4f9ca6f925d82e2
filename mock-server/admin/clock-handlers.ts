/** The clock of the mock, and the clocks of accounts, which are based on it. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Account } from '../state/account.js';
import type { Clock } from '../state/clock.js';
import { accountOf, done, iso, ok, type AdminCall, type Answer, type Handlers } from './admin-call.js';
import { naming } from './problems.js';

export const clockHandlers = {
  getClock: ({ world }) => ok(worldClock(world.clock)),
  async setClock({ world, body }) {
    const setting = body as AdminSchemas['ClockSetting'];
    await naming(
      'now',
      world.owner.changeClock((clock) => clock.change(setting)),
    );
    return ok(worldClock(world.clock));
  },
  async advanceClock({ world, body }) {
    await world.owner.changeClock((clock) => clock.advance(body as AdminSchemas['ClockStep']));
    return ok(worldClock(world.clock));
  },

  getAccountClock: (call) => ok(accountClock(accountOf(call), call.world.clock)),
  setAccountClock: (call) =>
    naming(
      'now',
      changed(call, (clock) => clock.change(call.body as AdminSchemas['ClockSetting'])),
    ),
  advanceAccountClock: (call) =>
    changed(call, (clock) => clock.advance(call.body as AdminSchemas['ClockStep'])),
  async followClock(call) {
    await changed(call, (clock) => clock.reset());
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

async function changed(call: AdminCall, change: (clock: Clock) => void): Promise<Answer> {
  const account = await call.world.owner.changeAccountClock(accountOf(call).id, change);
  return ok(accountClock(account, call.world.clock));
}
