/** `watch`: a proxy that changes nothing, and judges both the service and its callers. */
import { isLoopbackAddress } from '../../common/browser/guard.js';
import type { Redactor } from '../../common/redact.js';
import type { Origin } from '../record/traffic-record.js';
import type { RunReport } from '../judge/report.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { checkWritable, writePieces } from '../files/write-file.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { harPieces } from '../record/har-out.js';
import { bodyGivenTo, createKeeper, noteOnMissing, type BodyKeeper } from '../record/kept-bodies.js';
import { redactedExchange, storedExchange, storedPieces } from '../record/message.js';
import { createRecorder, type Observed } from '../record/recorder.js';
import { madeHistory, type TrafficExchange, type TrafficHistory } from '../record/traffic.js';
import { reportFiles } from '../reports/files.js';
import { requestLine, runView } from '../reports/run-view.js';
import { interrupted, type Guarded } from '../command-context.js';
import { decoded } from '../values/http.js';
import { count, messageOf, shellQuoted } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { proxiesOf } from '../wire/proxies.js';
import {
  startTransparentProxy,
  type ProxyOptions,
  type TransparentProxy,
} from '../wire/transparent-proxy.js';
import { certificatesIn, trusting } from '../wire/trust.js';
import { deliver } from './deliver.js';
import { commandOf, type FlagsOf } from './flags.js';
import { originOf, trafficReport } from './traffic-report.js';

type WatchFlags = FlagsOf<'watch'>;

/** The longest body that is observed, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;
/** The most requests that are kept. Older ones are dropped, and the report says how many. */
const MOST_REQUESTS = 20_000;
/** The most bytes in bodies of requests that are not judged yet. */
const MOST_PENDING_BYTES = 256 * 1024 * 1024;
/** Judging starts when no request has come for `QUIET_MS`, at the latest `LATEST_MS` after the oldest unjudged request. */
const QUIET_MS = 200;
const LATEST_MS = 5000;
/** The most requests that are judged together, after `BEFORE` earlier ones for context. */
const MOST_AT_ONCE = 20;
const BEFORE = 20;
/** After judging, wait this many times its duration, so that it takes 5% of the time. The first one, which loads code, is exempt. */
const REST = 20;
/** Time for requests in flight when the proxy closes, ms. */
const GRACE_MS = 3000;

/** Returns the exit status. Throws UsageError. */
export async function watch(
  flags: WatchFlags,
  context: Guarded,
  bodies: BodyKeeper = createKeeper(),
): Promise<number> {
  const target = targetOf(flags);
  const files = reportFiles(flags.report ?? []);
  if (flags.history !== undefined) checkWritable(`--history ${flags.history}`, flags.history);
  const documents = loadDocuments();
  // Without a stored history, only new traffic can be judged again.
  const kept = flags.history ?? files.find(({ kind }) => kind === 'json')?.file;
  const again =
    kept === undefined
      ? commandOf('watch', flags, context)
      : `${context.program.words} judge ${shellQuoted(kept)}`;
  const origin = originOf('', again, flags, documents);
  const proxies = proxiesOf(context.environment);
  for (const proxy of [proxies.http, proxies.https])
    for (const secret of proxy?.secrets ?? []) context.redactor.add(secret, '[proxy credential]');
  const trust = flags.ca === undefined ? {} : { trust: trusting(certificatesIn(flags.ca)) };
  const say = flags.quiet === true ? () => undefined : context.err;
  const judge = createLiveJudge(documents, origin, context.redactor, bodies, say);
  using interrupts = context.interrupts('the proxy ends and prints the report');
  const proxy = await started({
    target,
    host: flags.host,
    port: flags.port,
    proxies,
    ...trust,
    mostBytes: MOST_BYTES,
    onPassed: (passed) => judge.take(passed),
    onLost: (why) => context.err(`No answer from ${target.origin}: ${why}\n`),
  });
  const host = flags.host.includes(':') ? `[${flags.host}]` : flags.host;
  origin.from = `http://${host}:${proxy.port}`;
  context.err(
    `Watching ${origin.from} -> ${target.href}\n` +
      `Use ${origin.from} as the base URL of your client. Ctrl-C ends the proxy and prints the report.\n`,
  );
  await interrupted(interrupts);
  await proxy.close(GRACE_MS);
  const history = judge.end();
  const { history: file } = flags;
  const pieces = (): Iterable<string> =>
    file!.endsWith('.har') ? harPieces(history) : storedPieces(history);
  const complaints = file === undefined ? [] : writePieces(`--history ${file}`, file, pieces);
  for (const complaint of complaints) context.err(`${complaint}\n`);
  const status = deliver(runView(trafficReport(history, origin, flags, documents)), files, flags, context);
  return complaints.length === 0 ? status : EXIT_CODES.error;
}

function targetOf({ target, host, allowRemote }: WatchFlags): URL {
  if (target === undefined || !/^https?:\/\//i.test(target) || !URL.canParse(target))
    throw new UsageError(
      'watch needs --target with the base address of a deployment, such as https://api.example.com.',
    );
  if (!isLoopbackAddress(host) && allowRemote !== true)
    throw new UsageError(
      `--host ${host} can be reached from other machines, which can then reach the target through it. Pass --allow-remote to allow that.`,
    );
  return new URL(target);
}

async function started(options: ProxyOptions): Promise<TransparentProxy> {
  try {
    return await startTransparentProxy(options);
  } catch (error) {
    throw new UsageError(
      `The proxy cannot listen on --port ${options.port}: ${messageOf(error)}. Pass --port 0 to take a free port.`,
    );
  }
}

/** Records and judges traffic while no request passes, so that no request waits. Calls `say` with each finding. */
function createLiveJudge(
  documents: Documents,
  origin: Origin,
  redactor: Redactor,
  bodies: BodyKeeper,
  say: (line: string) => void,
) {
  const { contract } = documents;
  const recorder = createRecorder({ contract, redactor, keeper: bodies, seesAllHeaders: true });
  const pending: Observed[] = [];
  const exchanges: TrafficExchange[] = [];
  const reported = new Set<string>();
  // Below this much free memory for bodies, the oldest requests are dropped.
  const leastLeft = bodies.left / 2;
  let [pendingBytes, unkept, dropped, judged, rest] = [0, 0, 0, 0, 0];
  let isFirst = true;
  let timer: NodeJS.Timeout | undefined;
  let oldestAt: number | null = null;

  const historyOf = (some: TrafficExchange[]): TrafficHistory =>
    madeHistory('proxy', recorder.accounts(), some, dropped + exchanges.length - some.length || undefined);
  const drop = (): void => {
    const { request, response } = exchanges.shift()!;
    for (const message of [request, response ?? {}]) {
      const body = bodyGivenTo(message);
      if (body !== undefined) bodies.release(body);
    }
    dropped += 1;
    judged = Math.max(0, judged - 1);
  };
  const record = (most: number): void => {
    for (const passed of pending.splice(0, most)) {
      pendingBytes -= sizeOf(passed);
      const exchange = recorder.record(decodedBody(passed));
      if (exchange === null) origin.aside['not this API'] = (origin.aside['not this API'] ?? 0) + 1;
      else exchanges.push(redactedExchange(exchange, redactor, bodies));
      while (exchanges.length > MOST_REQUESTS || bodies.left < leastLeft) drop();
    }
  };
  const judge = (): void => {
    const begun = performance.now();
    oldestAt = null;
    record(MOST_AT_ONCE);
    const fresh = exchanges.slice(judged);
    judged = exchanges.length;
    if (fresh.length > 0) {
      const window = historyOf(exchanges.slice(-(BEFORE + fresh.length)));
      const report = trafficReport(window, origin, {}, documents);
      for (const line of findingsIn(report, fresh[0]!.id, reported)) say(line);
    }
    rest = isFirst ? 0 : (performance.now() - begun) * REST;
    isFirst = false;
    if (pending.length > 0) wait();
  };
  /** Each request delays judging, up to `LATEST_MS`. */
  const wait = (): void => {
    const now = performance.now();
    oldestAt ??= now;
    clearTimeout(timer);
    timer = setTimeout(judge, Math.min(QUIET_MS, oldestAt + LATEST_MS - now) + rest).unref();
  };
  return {
    take(passed: Observed): void {
      const fits = pendingBytes + sizeOf(passed) <= MOST_PENDING_BYTES;
      if (!fits) unkept += 1;
      const kept = fits ? passed : storedExchange(passed);
      pendingBytes += sizeOf(kept);
      pending.push(kept);
      wait();
    },
    /** Returns everything that was observed. */
    end(): TrafficHistory {
      clearTimeout(timer);
      record(Infinity);
      const lost = `This report lacks ${count(dropped, 'earlier request')}, dropped for later ones.`;
      origin.notes.push(...(dropped > 0 ? [lost] : []), ...noteOnMissing(unkept + bodies.refused));
      return historyOf(exchanges);
    },
  };
}

function sizeOf({ request, response }: Observed): number {
  return 500 + (request.body?.length ?? 0) + (response?.body?.length ?? 0);
}

/** Undoes the content coding of the response body. If that fails, the body is unknown. */
function decodedBody(observed: Observed): Observed {
  const { response } = observed;
  if (!response?.body) return observed;
  const plain = decoded(response.body, response.headers?.['content-encoding'] || undefined, MOST_BYTES);
  return { ...observed, response: { ...response, body: Buffer.isBuffer(plain) ? plain : undefined } };
}

/**
 * Returns a line for each new finding whose last exchange is `first` or later, in the order of exchanges. Each line names the
 * side at fault, in capitals if the verdict is `fail`. `reported` has the earlier findings.
 */
function findingsIn(report: RunReport, first: number, reported: Set<string>): string[] {
  const lines: { last: number; line: string }[] = [];
  const requests = new Map(report.exchanges.map((exchange) => [exchange.id, requestLine(exchange)]));
  const add = (
    side: string,
    name: string,
    { exchanges, expected, actual }: { exchanges: number[]; expected: string; actual: string },
  ): void => {
    const last = exchanges.at(-1) ?? 0;
    const finding = `${side} ${name} ${last}`;
    if (last < first || reported.has(finding)) return;
    reported.add(finding);
    const line = `${side}  ${name}  #${last} ${requests.get(last) ?? ''}  expected ${expected}; ${actual}\n`;
    lines.push({ last, line });
  };
  for (const { clause, evidence, verdict } of report.clauses)
    for (const each of evidence)
      if (each.verdict === 'fail') add(verdict === 'fail' ? 'SERVICE' : 'service', clause.id, each);
  for (const { rule, findings } of report.callers ?? [])
    for (const each of findings) add(each.verdict === 'fail' ? 'CALLER ' : 'caller ', rule.id, each);
  return lines.sort((a, b) => a.last - b.last).map(({ line }) => line);
}
