/** `judgeClient`: verdicts on clients, from their requests to a running mock. */
import { loadContract } from '../spec/contract.js';
import { Redactor } from '../common/redact.js';
import { adminCaller, baseOf } from './clients/admin-call.js';
import { clientReport, type ClientReport } from './clients/report.js';
import { readTraffic, type TrafficHistory } from './record/traffic.js';
import { redactedError } from './record/redacted-error.js';
import { UnreadableText } from './values/split-json.js';
import { messageOf } from './values/text.js';
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

async function trafficOf({ adminUrl, ...caller }: JudgeClientOptions): Promise<TrafficHistory> {
  const url = baseOf(adminUrl);
  try {
    return readTraffic(await adminCaller(url, caller)('GET', '/traffic'));
  } catch (error) {
    const other = error instanceof UnreadableText ? `${url} is not a mock of this kit. ` : '';
    throw new TargetRefuses(`${other}${messageOf(error)}`);
  }
}
