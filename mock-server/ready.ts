/**
 * The health check of a container without curl: exits with 0 if the mock is ready, else prints the reason and
 * exits with 1. Reads the mock's port and token from the variables `JOB_SEARCH_MOCK_PORT` and
 * `JOB_SEARCH_MOCK_ADMIN_TOKEN`.
 */

import { terminal } from '../common/terminal.js';

const MOST_MS = 4_000;

async function reasonNotReady(env: NodeJS.ProcessEnv): Promise<string | null> {
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

const reason = await reasonNotReady(process.env);
if (reason !== null) terminal.err(`${reason}\n`);
process.exitCode = reason === null ? 0 : 1;
