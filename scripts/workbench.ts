/** `npm run workbench`: the suite's workbench with a mock beside it; arguments go to the command. */
import { main } from '../conformance/main.js';
import { runInProcess } from '../conformance/surroundings.js';
import { startMock } from '../mock-server/index.js';

await runInProcess(async (around) => {
  const args = process.argv.slice(2);
  const isNamed = args.some((arg) => /^--(target|profile)(=|$)/.test(arg));
  const program = { words: 'npm run conformance --', adds: ['--target', '--admin-url'] };
  if (isNamed) return main(['workbench', ...args], around);
  await using mock = await startMock({ seed: 1 });
  around.err(`A mock listens on ${mock.url}\n`);
  // Keys and proxies of the environment belong to deployments.
  const environment = {
    ...around.environment,
    no_proxy: '*',
    JOB_SEARCH_API_KEY: 'key_demo',
    JOB_SEARCH_ADMIN_TOKEN: undefined,
  };
  const own = ['--target', mock.url, '--admin-url', mock.url];
  return await main(['workbench', ...own, ...args], { ...around, environment, program });
});
