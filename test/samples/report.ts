/** A small finished run for the tests of the reports; `report.yaml` holds its data. */
import type { RunReport } from '../../conformance/judge/report.js';
import type { Exchange } from '../../conformance/record/exchange.js';
import type { Judgement } from '../../conformance/record/judgement.js';
import { readYaml } from '../support/read-yaml.js';

const START = Date.parse('2026-03-01T12:00:00Z');
const samples: unknown = readYaml('./report.yaml', import.meta.url);

/** Tests change the result, so each call returns a copy. */
function readSamples(): { exchange: Exchange; judgement: Judgement; report: RunReport } {
  return structuredClone(samples) as ReturnType<typeof readSamples>;
}

export function sampleExchange(id: number, change: Partial<Exchange> = {}): Exchange {
  return { ...numbered(readSamples().exchange, id), ...change };
}

/** The exchange with this id, sent one second after the previous one and answered after 40 ms. */
function numbered({ request, response, ...exchange }: Exchange, id: number): Exchange {
  const headers = { ...request.headers, 'idempotency-key': `use_v1_run_${id}` };
  const sentAt = START + id * 1_000;
  return {
    ...exchange,
    id,
    request: { ...request, headers, bodyText: JSON.stringify(request.body) },
    response: response && responseOf(response.status, response.body),
    sentAt,
    receivedAt: sentAt + 40,
  };
}

export function responseOf(status: number, body: unknown): Exchange['response'] {
  return { ...readSamples().exchange.response!, status, bodyText: JSON.stringify(body), body };
}

export function sampleJudgement(change: Partial<Judgement> = {}): Judgement {
  return { ...readSamples().judgement, ...change };
}

export function sampleReport(change: Partial<RunReport> = {}): RunReport {
  const { report } = readSamples();
  for (const result of report.clauses) {
    const { verdict, reason, passes, failures, clause } = result;
    clause.text = `${clause.title}, always.`;
    result.pairs = [{ operation: 'searchJobs', verdict, reason, passes, failures }];
  }
  const exchanges = report.exchanges.map((exchange, i) => numbered(exchange, i + 1));
  return { ...report, exchanges, ...change };
}
