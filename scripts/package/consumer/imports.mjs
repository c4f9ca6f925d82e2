import { runConformance, writeReport } from 'job-search-kit/conformance';
import { createApp, startMock } from 'job-search-kit/mock-server';
import { loadClauses, loadContract, operationIds } from 'job-search-kit/spec';

for (const each of [createApp, startMock, runConformance, writeReport, loadClauses, loadContract])
  if (typeof each !== 'function') throw new Error('an entry point lacks a function');
await (await startMock()).close();
if (loadContract().operations.length !== operationIds.length) throw new Error('operations are missing');
