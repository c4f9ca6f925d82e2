/** Admin calls for the mock as a whole: health, metrics, state and dataset. */
import { iso, type Handlers } from './admin-call.js';
import { refused } from '../state/errors.js';

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
} satisfies Partial<Handlers>;
