// @ts-check
// A client of the Job Search Service, run by `job-search-conformance clients -- node client.mjs`. It passes every course.
// Put your own client in its place. Keep its input (environment variables) and output (one JSON object on the last line).
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { JOB_SEARCH_URL: url, JOB_SEARCH_API_KEY: apiKey, JOB_SEARCH_STATE: state, JOB_SEARCH_TASK } = process.env;
const task = JSON.parse(JOB_SEARCH_TASK ?? '{}');
/** @type {Record<string, string>} */
const PATHS = { searchJobs: 'jobs-search/search', searchJobsHistorical: 'jobs-search/historical/search',
  searchCompanyJobs: 'company-jobs/search', searchCompanyJobsHistorical: 'company-jobs/historical/search',
  searchCompanyJobsLegacy: 'search/company-jobs' };
const [ATTEMPTS, TIMEOUT_MS, LONGEST_WAIT_S] = [4, 4000, 5];
const keyFile = `${state}/operation-keys.json`; // kept over a restart, until the outcome of the task is known
const keys = existsSync(keyFile) ? JSON.parse(readFileSync(keyFile, 'utf8')) : {};
/** @param {string} path @param {object} [body] @param {Record<string, string>} [more] @returns {Promise<any>} */
async function ask(path, body, more) {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...more };
  for (let attempt = 1; ; attempt += 1) {
    const failure = { outcome: 'failed', status: 0, requestId: '', message: '', isFinal: false, retryAfter: 0 };
    try {
      const init = { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) };
      const response = await fetch(`${url}/api/v1/${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      if (response.ok && JSON.parse(text).success !== false) return JSON.parse(text);
      Object.assign(failure, { status: response.status, message: text, requestId: response.headers.get('x-request-id') });
      failure.isFinal = ![200, 429, 500, 503].includes(response.status) || text.includes('invalid_result');
      failure.retryAfter = Number(response.headers.get('retry-after'));
    } catch (error) { // lost, truncated or timed out: perhaps charged, and a retry with the same key is free
      failure.message = String(error);
    }
    if (failure.isFinal || failure.retryAfter > LONGEST_WAIT_S || attempt === ATTEMPTS) throw failure;
    await sleep(Math.max(failure.retryAfter * 1000 + 50, 200 * 2 ** attempt * (1 + Math.random() / 4)));
  }
}

async function perform() {
  if (task.task === 'balance') return { balance: (await ask('credits/balance')).credits_remaining };
  const found = task.task === 'locations' && (await ask(`locations?q=${encodeURIComponent(task.q)}`)).locations;
  if (found) return { labels: found.map((/** @type {{ label: string }} */ each) => each.label) };
  const isPoll = task.task === 'poll';
  const cursor = task.operation === 'searchCompanyJobsLegacy' ? 'next_cursor' : 'search_after';
  for (let n = 1, body = task.body, jobs = /** @type {any[]} */ ([]); ; n += 1) {
    // Each search and each page has its own key, which is stored before the first attempt.
    const key = (keys[`${isPoll ? n : ''} ${JSON.stringify(body)}`] ??= `use_v1_${randomUUID()}`);
    writeFileSync(keyFile, JSON.stringify(keys));
    const { data } = await ask(PATHS[task.operation], body, { 'Idempotency-Key': key });
    jobs = isPoll ? data.jobs : [...jobs, ...data.jobs];
    const isLast = data[cursor] === null || (task.enough !== null && jobs.length >= task.enough);
    if (isPoll ? n >= task.times : isLast) return { jobs: jobs.map((job) => job['Job URL']) };
    if (!isPoll) body = { ...task.body, [cursor]: data[cursor] };
  }
}

if (!['collect', 'poll', 'balance', 'locations'].includes(task.task)) process.exit(127);
const result = await perform().then((done) => ({ outcome: 'done', isFinal: true, ...done }), (failure) => failure);
if (result.isFinal) rmSync(keyFile, { force: true });
console.log(JSON.stringify(result));
process.exitCode = result.outcome === 'done' ? 0 : 1;
