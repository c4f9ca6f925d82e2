const { runConformance } = require('job-search-kit/conformance');
const { startMock } = require('job-search-kit/mock-server');
const { loadContract } = require('job-search-kit/spec');

(async () => {
  const { startMock: imported } = await import('job-search-kit/mock-server');
  if (imported !== startMock) throw new Error('what is required is not what is imported');
  const mock = await startMock();
  const report = await runConformance({ target: mock.url, apiKey: 'key_demo', only: ['REQ-1'] });
  await mock.close();
  if (report.scenarios.length === 0) throw new Error('nothing was run');
  if (loadContract().operations.length !== 9) throw new Error('operations are missing');
})();
