/**
 * For the health check of a container without curl: exits with 0 if the mock is ready, else with 1 and the
 * reason. It finds the mock by the variables that this was started with: `JOB_SEARCH_MOCK_PORT` and
 * `JOB_SEARCH_MOCK_ADMIN_TOKEN`.
 */

import { terminal } from '../common/terminal.js';

const MOST_MS = 4_000;

async function complaint(env: NodeJS.ProcessEnv): Promise<string | null> {
  const url = `http://127.0.0.1:${env['JOB_SEARCH_MOCK_PORT'] || 4010}/__admin/health`;
  const token = env['JOB_SEARCH_MOCK_ADMIN_TOKEN'];
  try {
    const answer = await fetch(url, {
      headers: token ? { 'x-admin-token': token } : {},
      signal: AbortSignal.timeout(MOST_MS),
    });
    return answer.ok ? null : `${url}: status ${answer.status} ${await answer.text()}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `${url}: ${cause instanceof Error ? cause.message : message}`;
  }
}

const found = await complaint(process.env);
if (found !== null) terminal.err(`${found}\n`);
process.exitCode = found === null ? 0 : 1;
