import { createServer } from 'node:http';
import { runConformance, writeReport, type RunReport } from 'job-search-kit/conformance';
import { createApp, startMock, type MockOptions } from 'job-search-kit/mock-server';
import {
  loadClauses,
  loadContract,
  type ClauseId,
  type DirectSearchResult,
  type Job,
} from 'job-search-kit/spec';
import type { operations } from './job-search.js';

const options: MockOptions = { seed: 7, readings: { 'auth-status': '401' } };
// @ts-expect-error an unknown reading
const misspelt: MockOptions = { readings: { 'auth-statis': '401' } };

export async function judge(): Promise<RunReport> {
  await using mock = await startMock(options);
  const key: string = await mock.accounts.create({ credits: 50 });
  await mock.faults.add({ operation: 'searchJobs', effect: 'drop-after-charge', times: 1 });
  const report = await runConformance({ target: mock.url, apiKey: key, packs: ['smoke'] });
  console.log(writeReport('json', report));
  return report;
}

export function titles(result: DirectSearchResult): Job['Job Title'][] {
  return result.success ? result.data.jobs.map((job) => job['Job Title']) : [];
}

/** The types that the guide's command generates allow leaving out fields with a default. */
export const request: operations['searchJobs']['requestBody']['content']['application/json'] = { limit: 10 };
export const first: ClauseId | undefined = loadClauses().clauses[0]?.id;
export const server = createServer((await createApp()).app);
console.log(loadContract().operation('searchJobs').path, misspelt);
