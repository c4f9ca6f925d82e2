/**
 * No clause fails on a service that follows the source, with any choices and in any order of events. On a service that
 * breaks the source in one way, a clause fails for it. A failure prints its seed and path, which replay it:
 * `LAWFUL_SEED=… LAWFUL_PATH=… npx vitest run conformance/judge/lawful.property.test.ts`.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange } from '../record/exchange.js';
import type { RunRecord } from '../record/run-record.js';
import { loadDocuments } from '../pack/model/documents.js';
import { judge } from './judge.js';
import { oracles } from './oracles/index.js';
import { contextOf } from '../../test/samples/exchanges.js';
import { sampleReport } from '../../test/samples/report.js';
import { BREAKS } from '../../test/right-service/generated/habits.js';
import type { Break } from '../../test/right-service/right-service.js';
import { stories, tell, type Story } from '../../test/right-service/stories.js';

/** To run more: `LAWFUL_ROUNDS=20000 npx vitest run conformance/judge/lawful.property.test.ts`. */
const ROUNDS = Number(process.env['LAWFUL_ROUNDS'] ?? 120);
const { LAWFUL_SEED: SEED, LAWFUL_PATH: PATH } = process.env;
const documents = loadDocuments();
const law = { ...documents, oracles };

function recordOf({ credits, isFresh: fresh }: Story, exchanges: Exchange[]): RunRecord {
  const context = contextOf({
    accounts: ['ada', 'bob'].map((alias) => ({ alias, fresh, credits: fresh ? credits : null })),
  });
  const { format, version, kitVersion, run, budget } = sampleReport();
  return {
    format,
    version,
    kitVersion,
    run: { ...run, confirm: 0, stopped: null },
    target: context.target,
    asked: null,
    budget,
    knownFailures: null,
    survey: null,
    notes: [],
    scenarios: [],
    accounts: [...context.accounts.values()],
    exchanges,
  };
}

/** Returns `IDEM-13 #1 #3: expected …; actual …` for each failure that an oracle found. */
function blameIn(story: Story, exchanges: Exchange[]): string[] {
  const report = judge(recordOf(story, exchanges), law);
  const broken = report.oracles.flatMap(({ id, error }) => (error === null ? [] : [`${id}: ${error}`]));
  const failed = report.clauses.flatMap(({ clause, evidence }) =>
    evidence
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ exchanges: ids, expected, actual }) => {
        return `${clause.id} ${ids.map((id) => `#${id}`).join(' ')}: expected ${expected}; actual ${actual}`;
      }),
  );
  return [...broken, ...failed];
}

/** Returns one line per exchange, to analyze a failure. */
function told(exchanges: readonly Exchange[]): string {
  return exchanges
    .map(({ id, account, operation, adminOperation, request, response, sentAt, receivedAt }) => {
      const key = request.headers['idempotency-key'] ?? 'no key';
      const sent = `#${id} ${account} ${adminOperation ?? operation} ${key} ${request.bodyText ?? ''}`;
      const answer = response === null ? 'lost' : `${response.status} ${response.bodyText.slice(-160)}`;
      return `${sent} (${sentAt % 100_000} to ${receivedAt % 100_000} ms): ${answer}`;
    })
    .join('\n');
}

it(
  'a service that follows the source breaks no clause, whatever is lost, fails or happens concurrently',
  { timeout: 3_600_000 },
  () => {
    fc.assert(
      fc.property(stories(), (story) => {
        const exchanges = tell(story, documents.contract);
        const blame = blameIn(story, exchanges);
        if (blame.length > 0) throw new Error(`${blame.join('\n')}\n${told(exchanges)}`);
      }),
      { numRuns: ROUNDS, seed: Number(SEED ?? 20260301), ...(PATH === undefined ? {} : { path: PATH }) },
    );
  },
);

const QUIET = fc.sample(stories({ quiet: true }), { numRuns: 100, seed: 20260301 });

it.each(Object.entries(BREAKS) as [Break, string][])(
  'a service that breaks the source is reported: %s, %s',
  (way, clauses) => {
    const wanted = clauses.split(' ');
    const found = QUIET.some((story) => {
      const broken = { ...story, habits: { ...story.habits, replayedPrice: 'stored' as const } };
      return blameIn(broken, tell(broken, documents.contract, way)).some((line) =>
        wanted.includes(line.split(' ')[0]!),
      );
    });
    expect(found).toBe(true);
  },
);
