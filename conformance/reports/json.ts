/**
 * The journal itself as JSON, in the shape of `RunReport` (`report.schema.json`).
 *
 * Parsed bodies are left out, since they are their `bodyText` parsed and would double the file; reading puts them back.
 */
import type { RunReport } from '../judge/report.js';

export function writeJson(report: RunReport): string {
  const exchanges = report.exchanges.map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, body: undefined },
    response: exchange.response === null ? null : { ...exchange.response, body: undefined },
  }));
  return `${JSON.stringify({ ...report, exchanges }, null, 2)}\n`;
}

/** Reads a report back, so that a stored run can be judged or rendered again. Throws on another format or version. */
export function readJsonReport(text: string): RunReport {
  const report = JSON.parse(text) as RunReport;
  if (report.format !== 'job-search-kit/conformance-report' || report.version !== 1) {
    throw new Error(
      `This is not a conformance report of version 1: format ${JSON.stringify(report.format)}, ` +
        `version ${JSON.stringify(report.version)}. Write it again with --report json=FILE.`,
    );
  }
  for (const { request, response } of report.exchanges) {
    request.body = parsed(request.bodyText);
    if (response !== null) response.body = parsed(response.bodyText);
  }
  return report;
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
