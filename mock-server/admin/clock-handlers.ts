/** Admin calls for the clock of the mock, and the clocks of accounts, which follow it unless they are set. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Account } from '../state/account.js';
import type { Clock } from '../state/clock.js';
import type { World } from '../state/world.js';
import { accountOf, iso, type AdminCall, type Handlers } from './admin-call.js';

export const clockHandlers = {
  getClock: ({ world }) => worldClock(world),
  setClock: ({ world, body }) => changed(world, (clock) => clock.change(body)),
  advanceClock: ({ world, body }) => changed(world, (clock) => clock.advance(body)),

  getAccountClock: (call) => accountClock(accountOf(call), call.world.clock),
  setAccountClock: (call) => changedOf(call, (clock) => clock.change(call.body)),
  advanceAccountClock: (call) => changedOf(call, (clock) => clock.advance(call.body)),
  async followClock(call) {
    await changedOf(call, (clock) => clock.reset());
  },
} satisfies Partial<Handlers>;

/** Shows an account's clock. If the clock of the mock is frozen, so are the clocks of its accounts. */
export function accountClock(account: Account, world: Clock): AdminSchemas['Clock'] {
  const { clock } = account;
  return { now: iso(clock.now()), frozen: clock.frozen || world.frozen, own: clock.own };
}

function worldClock({ clock }: World): AdminSchemas['Clock'] {
  return { now: iso(clock.now()), frozen: clock.frozen, own: false };
}

async function changed(world: World, change: (clock: Clock) => void): Promise<AdminSchemas['Clock']> {
  await world.owner.changeClock(change);
  return worldClock(world);
}

async function changedOf(
  call: Pick<AdminCall, 'world' | 'parameters'>,
  change: (clock: Clock) => void,
): Promise<AdminSchemas['Clock']> {
  const account = await call.world.owner.changeAccountClock(accountOf(call).id, change);
  return accountClock(account, call.world.clock);
}
