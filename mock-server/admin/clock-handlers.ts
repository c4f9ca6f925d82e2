/** Admin calls for the clock of the mock, and the clocks of accounts, which follow it unless they are set. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Clock } from '../state/clock.js';
import type { World } from '../state/world.js';
import { accountOf, iso, type AdminCall, type Handlers } from './admin-call.js';

export const clockHandlers = {
  getClock: ({ world }) => clockView(world.clock, world),
  setClock: ({ world, body }) => changed(world, (clock) => clock.change(body)),
  advanceClock: ({ world, body }) => changed(world, (clock) => clock.advance(body)),

  getAccountClock: (call) => clockView(accountOf(call).clock, call.world),
  setAccountClock: (call) => changedOf(call, (clock) => clock.change(call.body)),
  advanceAccountClock: (call) => changedOf(call, (clock) => clock.advance(call.body)),
  async followClock(call) {
    await changedOf(call, (clock) => clock.reset());
  },
} satisfies Partial<Handlers>;

/** Shows the clock of the mock or of an account. If the clock of the mock is frozen, so are the clocks of its accounts. */
export function clockView(clock: Clock, world: World): AdminSchemas['Clock'] {
  const own = clock !== world.clock && clock.own;
  return { now: iso(clock.now()), frozen: clock.frozen || world.clock.frozen, own };
}

async function changed(world: World, change: (clock: Clock) => void): Promise<AdminSchemas['Clock']> {
  await world.owner.changeClock(change);
  return clockView(world.clock, world);
}

async function changedOf(
  call: Pick<AdminCall, 'world' | 'parameters'>,
  change: (clock: Clock) => void,
): Promise<AdminSchemas['Clock']> {
  const { clock } = await call.world.owner.changeAccountClock(accountOf(call).id, change);
  return clockView(clock, call.world);
}
