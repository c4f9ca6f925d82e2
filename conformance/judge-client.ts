/** `judgeClient`: verdicts on clients, from their requests to a running mock. */
import { loadContract } from '../spec/contract.js';
import { Redactor } from '../common/redact.js';
import { clientReport, type ClientReport } from './clients/report.js';
import { readTraffic, type TrafficHistory } from './record/traffic.js';
import { baseOf, noMockAt } from './values/admin-url.js';
import { redactedError } from './record/redacted-error.js';
import { fields } from './values/fields.js';
import { parsedJson } from './values/json.js';
import { messageOf, textOf } from './values/text.js';
import { TargetRefuses } from './run/target/recognize.js';

export interface JudgeClientOptions {
  /** Address of the mock's admin API, such as `http://127.0.0.1:4010/__admin`. */
  adminUrl: string;
  /** API key whose requests are judged. Default: all keys. */
  key?: string | undefined;
  /** The admin token of the mock, if it has one (`--admin-token`). */
  adminToken?: string | undefined;
  /** Whether the client had to do each search once, so that the same search under a new key is a breach. Default false. */
  askedOnce?: boolean;
  /** Whether recommended rules count like the others. Default false. */
  strict?: boolean;
}

/**
 * Judges the requests of clients to a mock, by the rules of `spec/clients.yaml` that traffic shows. Rejects with
 * TargetRefuses if no mock answers, or if it refuses the key or the token.
 */
export async function judgeClient(options: JudgeClientOptions): Promise<ClientReport> {
  const redactor = new Redactor();
  redactor.add(options.key ?? '', '[key]');
  redactor.add(options.adminToken ?? '', '[admin token]');
  try {
    const history = await trafficOf(options);
    const context = { contract: loadContract(), askedOnce: options.askedOnce ?? false };
    return clientReport(history, context, options.strict);
  } catch (error) {
    throw redactedError(error, redactor);
  }
}

/** How long the mock may take to answer, ms. */
const PATIENCE = 30_000;

async function trafficOf({ adminUrl, key, adminToken }: JudgeClientOptions): Promise<TrafficHistory> {
  const url = `${baseOf(adminUrl)}/__admin/traffic`;
  const headers: Record<string, string> = {
    ...(key === undefined ? {} : { 'X-Account-Key': key }),
    ...(adminToken === undefined ? {} : { 'X-Admin-Token': adminToken }),
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
    text = await response.text();
  } catch (error) {
    throw new TargetRefuses(`${noMockAt(url, error)} Start one: npx job-search-mock`);
  }
  if (!response.ok) {
    const { message = text.slice(0, 300) } = fields(fields(parsedJson(text))?.['error']) ?? {};
    throw new TargetRefuses(`${url} answers ${response.status}: ${textOf(message)}`);
  }
  try {
    return readTraffic(text);
  } catch (error) {
    throw new TargetRefuses(`${url} is not a mock of this kit. ${messageOf(error)}`);
  }
}
