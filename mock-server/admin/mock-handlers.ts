/** Admin calls for the mock as a whole, for clocks, for faults, and for requests that a user writes on a page. */
import { request as httpRequest } from 'node:http';
import type { AdminSchemas } from '../../spec/admin.js';
import type { Clock } from '../state/clock.js';
import { refused } from '../state/errors.js';
import type { Fault } from '../state/faults.js';
import type { World } from '../state/world.js';
import { accountOf, iso, type AdminCall, type Handlers } from './admin-call.js';
import { invalidInput } from './problems.js';

export const mockHandlers = {
  getHealth({ world }) {
    const { trouble, kind } = world.keeper;
    if (trouble !== null) throw refused('unavailable', { why: trouble });
    return {
      status: 'ok',
      name: 'job-search-kit',
      version: world.version,
      seed: world.dataset.seed,
      hash: world.dataset.hash,
      postings: world.dataset.size,
      now: iso(world.clock.now()),
      startedAt: iso(world.startedAt),
      uptimeSeconds: Math.max(0, world.machineNow() - world.startedAt) / 1_000,
      accounts: world.accounts.size,
      state: kind,
      readings: world.knownReadings.map((reading) => ({
        id: reading.id,
        question: reading.question,
        choice: world.readings[reading.id],
        default: reading.default,
        switch: reading.switch,
        choices: reading.choices.map(({ id, text }) => ({ id, text })),
      })),
    };
  },

  getMetrics: ({ metricsText }) => metricsText(),

  exportState: ({ world }) => world.exportState(),
  importState: ({ world, body }) => world.owner.importState(body),
  reset: ({ world }) => world.owner.reset(),

  getDataset({ world: { dataset } }) {
    const wellKnown = dataset.wellKnown.map(({ companyId: _companyId, ...shown }) => shown);
    return {
      seed: dataset.seed,
      hash: dataset.hash,
      postings: dataset.size,
      companies: dataset.companies.length,
      jobBoards: dataset.jobBoards.length,
      departments: dataset.departments.length,
      locations: dataset.locations.length,
      firstDay: dataset.firstDay,
      networkUrl: dataset.networkUrl,
      wellKnown,
      roles: Object.fromEntries(wellKnown.toReversed().map((company) => [company.role, company])),
    };
  },

  getClock: ({ world }) => clockView(world.clock, world),
  setClock: ({ world, body }) => changed(world, (clock) => clock.change(body)),
  advanceClock: ({ world, body }) => changed(world, (clock) => clock.advance(body)),

  getAccountClock: (call) => clockView(accountOf(call).clock, call.world),
  setAccountClock: (call) => changedOf(call, (clock) => clock.change(call.body)),
  advanceAccountClock: (call) => changedOf(call, (clock) => clock.advance(call.body)),
  async followClock(call) {
    await changedOf(call, (clock) => clock.reset());
  },

  listFaults: ({ world }) => listed(world, world.faults.list),
  addFault: async ({ world, body }) => faultView(world, await world.owner.addFault(body)),
  async clearFaults({ world }) {
    await world.owner.removeFaults(() => true);
  },
  async removeFault({ world, parameters }) {
    const id = parameters['faultId']!;
    if (!(await world.owner.removeFaults((fault) => fault.id === id))) throw refused('no-fault', { id });
  },

  listAccountFaults: (call) => listed(call.world, call.world.faults.of(accountOf(call).id)),
  async addAccountFault(call) {
    const { id } = accountOf(call);
    const { account = id } = call.body;
    if (account !== id) {
      const msg = `names another account than the path, "${id}"`;
      throw invalidInput([{ loc: ['body', 'account'], msg, type: 'account' }]);
    }
    return faultView(call.world, await call.world.owner.addFault({ ...call.body, account }));
  },
  async clearAccountFaults(call) {
    const { id } = accountOf(call);
    await call.world.owner.removeFaults(({ account }) => account === id);
  },

  // The mock adds the API key, so that pages need not have it.
  sendRequest: (call) => send(call.reached, accountOf(call).key, call.body),
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

function listed(world: World, faults: readonly Fault[]): AdminSchemas['FaultList'] {
  return { faults: faults.map((fault) => faultView(world, fault)) };
}

/** Redacts a fault, which may contain an API key. */
function faultView(world: World, fault: Fault): AdminSchemas['Fault'] {
  return { ...world.secrets.value(fault), id: fault.id, account: fault.account };
}

/** Longer than the longest delay of a fault. */
const MOST_MS = 660_000;

/** Sends over the network, so that the request is treated like any other. */
function send(
  reached: AdminCall['reached'],
  apiKey: string,
  { method, path, operationKey, bodyText }: AdminSchemas['RequestToSend'],
): Promise<AdminSchemas['SentRequest']> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'User-Agent': 'job-search-mock page',
    ...(operationKey === undefined ? {} : { 'Idempotency-Key': operationKey }),
    ...(bodyText === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bodyText) }),
  };
  return new Promise((resolve) => {
    let requestId: string | null = null;
    const failed = ({ message }: Error): void => resolve({ status: null, requestId, problem: message });
    const sent = httpRequest(
      { ...reached, method, path, headers, agent: false, timeout: MOST_MS },
      (answer) => {
        requestId = String(answer.headers['x-request-id'] ?? '') || null;
        answer.once('error', failed);
        answer.once('end', () => resolve({ status: answer.statusCode!, requestId, problem: null }));
        answer.resume();
      },
    );
    sent.once('error', failed);
    sent.once('timeout', () => sent.destroy(new Error('no answer came in time')));
    sent.end(bodyText);
  });
}
