/** `watch`: a proxy that changes nothing and judges both sides of the traffic. */
import type { Redactor } from '../../common/redact.js';
import type { Origin } from '../judge/foreign.js';
import type { RunReport } from '../judge/report.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { harPieces } from '../record/har-out.js';
import { bodyGivenTo, createKeeper, noteOnMissing, type BodyKeeper } from '../record/kept-bodies.js';
import { storedPieces, struckExchange } from '../record/message.js';
import { createRecorder, type Observed, type Recorder } from '../record/recorder.js';
import { madeHistory, type TrafficExchange, type TrafficHistory } from '../record/traffic.js';
import { checkWritable, reportFiles, writePieces } from '../reports/files.js';
import { runView } from '../reports/run-view.js';
import { interrupted, type Guarded } from '../surroundings.js';
import { decoded, foldedHeaders, pairsIn } from '../values/http.js';
import { count, messageOf, shellQuoted } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { openPassage, type Passage, type Passed } from '../wire/passage.js';
import { proxiesOf } from '../wire/proxies.js';
import { certificatesIn, trusting } from '../wire/trust.js';
import { deliver } from './deliver.js';
import { originOf, trafficReport, type TrafficFlags } from './selection.js';

export interface WatchFlags extends TrafficFlags {
  port: number;
  host: string;
  allowRemote?: boolean;
  history?: string;
}

/** Of one body. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Of requests that are kept; the oldest make way, and the report says how many. */
const MOST_REQUESTS = 20_000;
/** Of what passed and is not looked at yet. */
const MOST_PENDING_BYTES = 256 * 1024 * 1024;
/** How long nothing must pass before what passed is looked at, and how long it waits at most. */
const QUIET_MS = 200;
const LATEST_MS = 5000;
/** So many are looked at at once as they come; the rest at the end. They are judged together with some before them. */
const MOST_AT_ONCE = 20;
/** After a look so many times as long as it took belongs to what passes. */
const REST = 20;
const BEFORE = 20;
const GRACE_MS = 3000;

/** Returns the exit status. Throws UsageError. */
export async function watch(
  flags: WatchFlags,
  around: Guarded,
  bodies: BodyKeeper = createKeeper(),
): Promise<number> {
  const target = targetOf(flags);
  const files = reportFiles(flags.report ?? []);
  if (flags.history !== undefined) checkWritable(`--history ${flags.history}`, flags.history);
  const documents = loadDocuments();
  const again =
    flags.history === undefined
      ? `watch --target ${shellQuoted(flags.target ?? '')}`
      : `judge ${shellQuoted(flags.history)}`;
  const command = `${around.program.words} ${again}`;
  const origin = originOf(`http://${flags.host}:${flags.port}`, command, flags, documents);
  const proxies = proxiesOf(around.environment);
  for (const proxy of [proxies.http, proxies.https])
    for (const secret of proxy?.secrets ?? []) around.redactor.add(secret, '[proxy credential]');
  const trust = flags.ca === undefined ? {} : { trust: trusting(certificatesIn(flags.ca)) };
  const watcher = new Watcher(documents, origin, flags, around, bodies);
  const interrupts = around.interrupts('watching ends, and what passed is reported');
  try {
    const passage = await opened({
      target,
      host: flags.host,
      port: flags.port,
      proxies,
      ...trust,
      mostBytes: MOST_BYTES,
      onPassed: (passed) => watcher.take(passed),
      onLost: (why) => around.err(`No answer from ${target.origin}: ${why}\n`),
    });
    const host = flags.host.includes(':') ? `[${flags.host}]` : flags.host;
    around.err(`Watching http://${host}:${passage.port} -> ${target.href}. Ctrl-C ends it with reports.\n`);
    await interrupted(interrupts);
    await passage.close(GRACE_MS);
    return finish(watcher.end(), flags, documents, origin, files, around);
  } finally {
    interrupts.release();
  }
}

function targetOf({ target, host, allowRemote }: WatchFlags): URL {
  if (target === undefined || !/^https?:\/\//i.test(target) || !URL.canParse(target))
    throw new UsageError(
      'watch needs --target with the base address of a deployment, such as https://api.example.com.',
    );
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
  if (!isLoopback && allowRemote !== true)
    throw new UsageError(
      `--host ${host} can be reached from other machines, and so can the target through it. Pass --allow-remote if that is meant.`,
    );
  return new URL(target);
}

async function opened(options: Parameters<typeof openPassage>[0]): Promise<Passage> {
  try {
    return await openPassage(options);
  } catch (error) {
    throw new UsageError(
      `--port ${options.port} cannot be listened at: ${messageOf(error)}. --port 0 takes a free one.`,
    );
  }
}

/** Looks at what passed when nothing passes, so that looking holds nothing back. */
class Watcher {
  readonly #documents: Documents;
  readonly #origin: Origin;
  readonly #redactor: Redactor;
  readonly #say: (line: string) => void;
  readonly #recorder: Recorder;
  readonly #bodies: BodyKeeper;
  /** Where less is left for bodies, the oldest requests make way. */
  readonly #leastLeft: number;
  readonly #pending: Passed[] = [];
  readonly #exchanges: TrafficExchange[] = [];
  readonly #told = new Set<string>();
  #pendingBytes = 0;
  /** Bodies that had no room among the requests that wait. */
  #unkept = 0;
  #dropped = 0;
  /** How many of the exchanges findings were told of. */
  #judged = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the first of those that wait came, and the last. */
  #since = 0;
  #lastAt = 0;
  /** How long nothing is looked at after the last look, ms. */
  #rest = 0;

  constructor(
    documents: Documents,
    origin: Origin,
    flags: WatchFlags,
    { redactor, err }: Guarded,
    bodies: BodyKeeper,
  ) {
    this.#documents = documents;
    this.#origin = origin;
    this.#redactor = redactor;
    this.#say = flags.quiet === true ? () => undefined : err;
    this.#bodies = bodies;
    this.#leastLeft = bodies.left / 2;
    this.#recorder = createRecorder({
      contract: documents.contract,
      redactor,
      keeper: bodies,
      seesAllHeaders: true,
    });
  }

  take(passed: Passed): void {
    const fits = this.#pendingBytes + sizeOf(passed) <= MOST_PENDING_BYTES;
    if (!fits) this.#unkept += 1;
    const kept = fits ? passed : withoutBodies(passed);
    this.#pendingBytes += sizeOf(kept);
    this.#pending.push(kept);
    this.#wait();
  }

  /** All that was seen. */
  end(): TrafficHistory {
    clearTimeout(this.#timer);
    this.#record(Infinity);
    const { notes } = this.#origin;
    if (this.#dropped > 0)
      notes.push(
        `${count(this.#dropped, 'earlier request')} made way for later ones, and are not in this report.`,
      );
    notes.push(...noteOnMissing(this.#unkept + this.#bodies.refused));
    return this.#historyOf(this.#exchanges);
  }

  #historyOf(exchanges: TrafficExchange[]): TrafficHistory {
    return madeHistory('proxy', this.#recorder.accounts(), exchanges, this.#dropped || undefined);
  }

  #record(most: number): void {
    const { aside } = this.#origin;
    for (const passed of this.#pending.splice(0, most)) {
      this.#pendingBytes -= sizeOf(passed);
      const exchange = URL.canParse(passed.url) ? this.#recorder.record(observedIn(passed)) : null;
      if (exchange === null) aside['not this API'] = (aside['not this API'] ?? 0) + 1;
      else this.#exchanges.push(struckExchange(exchange, this.#redactor, this.#bodies));
      while (this.#exchanges.length > MOST_REQUESTS || this.#bodies.left < this.#leastLeft) this.#drop();
    }
  }

  #drop(): void {
    const { request, response } = this.#exchanges.shift()!;
    for (const message of response ? [request, response] : [request]) {
      const body = bodyGivenTo(message);
      if (body !== undefined) this.#bodies.release(body);
    }
    this.#dropped += 1;
    this.#judged = Math.max(0, this.#judged - 1);
  }

  #look(): void {
    const begun = performance.now();
    this.#timer = undefined;
    this.#record(MOST_AT_ONCE);
    const fresh = this.#exchanges.slice(this.#judged);
    this.#judged = this.#exchanges.length;
    if (fresh.length > 0) {
      const window = this.#historyOf(this.#exchanges.slice(-(BEFORE + fresh.length)));
      const report = trafficReport(window, this.#origin, {}, this.#documents);
      for (const line of findingsIn(report, fresh[0]!.id, this.#told)) this.#say(line);
    }
    this.#rest = (performance.now() - begun) * REST;
    if (this.#pending.length > 0) this.#wait();
  }

  /** Pushed back by each request, but not for ever. */
  #wait(): void {
    this.#lastAt = performance.now();
    if (this.#timer !== undefined) return;
    this.#since = this.#lastAt;
    this.#wakeIn(QUIET_MS + this.#rest);
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(() => {
      const now = performance.now();
      const dueAt = this.#lastAt + QUIET_MS + this.#rest;
      const latestAt = this.#since + LATEST_MS + this.#rest;
      if (now < dueAt && now < latestAt) this.#wakeIn(Math.min(dueAt, latestAt) - now);
      else this.#look();
    }, ms);
    this.#timer.unref();
  }
}

function sizeOf({ requestBody, response }: Passed): number {
  return 500 + (requestBody?.length ?? 0) + (response?.body?.length ?? 0);
}

function withoutBodies(passed: Passed): Passed {
  const { response } = passed;
  return {
    ...passed,
    requestBody: undefined,
    response: response === null ? null : { ...response, body: undefined },
  };
}

function observedIn(passed: Passed): Observed {
  const { method, url, requestBody, requestHeaders, response, arrivedAt, endedAt, ...rest } = passed;
  const began = performance.timeOrigin;
  const headers = foldedHeaders(pairsIn(requestHeaders));
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const body = requestBody?.length === 0 && !hasBody ? null : requestBody;
  return {
    ...rest,
    request: { method, url: new URL(url), headers, body },
    response: response && responseIn(response),
    // The same clock as the dates of responses, so that a HAR file has the time of day.
    arrivedAt: began + arrivedAt,
    endedAt: began + endedAt,
  };
}

/** Without a body that cannot be decoded. */
function responseIn({ status, headers: raw, body }: NonNullable<Passed['response']>): Observed['response'] {
  const headers = foldedHeaders(pairsIn(raw));
  const plain = body && decoded(body, headers['content-encoding'] || undefined, MOST_BYTES);
  return { status, headers, body: Buffer.isBuffer(plain) ? plain : undefined };
}

/** Findings on exchanges from `first` on that were not told before, one line each, with their side. */
function findingsIn(report: RunReport, first: number, told: Set<string>): string[] {
  const lines: string[] = [];
  const tell = (
    side: string,
    name: string,
    { exchanges, expected, actual }: { exchanges: number[]; expected: string; actual: string },
  ): void => {
    const telling = exchanges.at(-1) ?? 0;
    const form = `${side} ${name} ${telling}`;
    if (telling < first || told.has(form)) return;
    told.add(form);
    lines.push(`${side}  ${name}  #${telling}  expected ${expected}; ${actual}\n`);
  };
  for (const { clause, evidence, verdict } of report.clauses)
    for (const each of evidence)
      if (each.verdict === 'fail') tell(verdict === 'fail' ? 'SERVICE' : 'service', clause.id, each);
  for (const { rule, findings } of report.callers ?? [])
    for (const each of findings) tell(each.verdict === 'fail' ? 'CALLER ' : 'caller ', rule.id, each);
  return lines;
}

function finish(
  history: TrafficHistory,
  flags: WatchFlags,
  documents: Documents,
  origin: Origin,
  files: ReturnType<typeof reportFiles>,
  around: Guarded,
): number {
  const { history: file } = flags;
  const pieces = (): Iterable<string> => (file!.endsWith('.har') ? harText(history) : storedPieces(history));
  const complaints = file === undefined ? [] : writePieces(`--history ${file}`, file, pieces);
  for (const complaint of complaints) around.err(`${complaint}\n`);
  const status = deliver(runView(trafficReport(history, origin, flags, documents)), files, around);
  return complaints.length === 0 ? status : EXIT_CODES.error;
}

/** By its own clock, which is finer than the dates of answers. */
function harText(history: TrafficHistory): Iterable<string> {
  const exchanges = history.exchanges.map(({ at, ...rest }) => (void at, rest));
  return harPieces({ ...history, exchanges });
}
