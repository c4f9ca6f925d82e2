/** Tools of a run: the wire to the target, its accounts, its budget and its clock. */
import { randomBytes } from 'node:crypto';
import { kitVersion } from '../../../common/kit-version.js';
import type { OperationId } from '../../../spec/contract.js';
import type { Documents } from '../../pack/model/documents.js';
import type { AccountFacts } from '../../record/facts.js';
import { createKeeper, type BodyKeeper } from '../../record/kept-bodies.js';
import { adminHeaders, createAdminClient } from '../../wire/admin-client.js';
import { Budget } from '../../wire/budget.js';
import { createHalt } from '../../wire/halt.js';
import type { Transport } from '../../wire/http-client.js';
import { openLedger } from '../../wire/ledger.js';
import { createPacer, laneOf, realTime, type OnWait, type RateLimit, type Time } from '../../wire/pacer.js';
import type { Patience } from '../../wire/patience.js';
import { Redactor } from '../../../common/redact.js';
import { trusting } from '../../wire/trust.js';
import { Wire } from '../../wire/wire.js';
import { createAccounts } from './accounts.js';
import { redactSecrets, type Profile } from './profile.js';

export type Session = ReturnType<typeof openSession>;

/** A response of more bytes than this is not read to its end. */
const MOST_BYTES = 16 * 1024 * 1024;

export function transportOf({ timeoutMs, proxies, ca }: Profile): Transport {
  return {
    timeoutMs,
    maxBytes: MOST_BYTES,
    proxies,
    ...(ca === null ? {} : { trust: trusting(ca) }),
  };
}

/** Headers of every request to the admin API; none without an admin API. */
export function adminHeadersOf({ target, adminUrl, adminToken, headers }: Profile): Record<string, string> {
  // The headers of the profile are secrets of the target, so they are sent to no other origin.
  const isBehindSame = adminUrl !== null && new URL(adminUrl).origin === new URL(target).origin;
  return {
    ...Object.fromEntries(isBehindSame ? headers.map(({ name, value }) => [name, value]) : []),
    ...adminHeaders(adminToken),
  };
}

/** The parts of a session that a caller may replace. */
export interface SessionParts {
  time?: Time | undefined;
  onWait?: OnWait | undefined;
  onRequest?: ((sent: number) => void) | undefined;
  /** The start of `--max-time`. Default: now. */
  begunAt?: number | undefined;
  /** Ends the run early when it aborts. The report judges the requests so far, and says why the run ended. */
  signal?: AbortSignal | undefined;
  /** Redacts secrets in the output of the caller. Default: a new one. */
  redactor?: Redactor | undefined;
  bodies?: BodyKeeper | undefined;
  /** A file that adds the credits of earlier runs to those of this one. */
  ledger?: string | undefined;
}

/** Starts the clock of `--max-time`, which the end of the session stops. */
export function openSession(profile: Profile, documents: Documents, parts: SessionParts = {}) {
  const { time: clock = realTime, redactor = new Redactor(), bodies = createKeeper(), ledger } = parts;
  const { minutes } = profile.budget;
  const halt = createHalt(clock, { minutes, begunAt: parts.begunAt, signal: parts.signal });
  const { time } = halt;
  const { adminUrl, headers } = profile;
  const transport = { ...transportOf(profile), now: () => time.now(), ending: halt.signal };
  redactSecrets(profile, redactor);
  const forAdmin = adminHeadersOf(profile);
  const admin = adminUrl === null ? null : createAdminClient(adminUrl, forAdmin, transport);
  const accounts = createAccounts(profile, admin, redactor);
  const kept = ledger === undefined ? null : openLedger(ledger, profile.target, profile.keys.active ?? '');
  const budget = new Budget(profile.budget, kept);
  const pacer = createPacer(time, parts.onWait);
  const limitOf = (account: AccountFacts, operation: OperationId): RateLimit =>
    account.rateLimits?.[operation] ??
    profile.rateLimits[operation] ??
    documents.contract.operation(operation).rateLimit;
  const wire = new Wire({
    target: profile.target,
    adminUrl,
    ownHeaders: headers,
    adminHeaders: forAdmin,
    userAgent: `job-search-conformance/${kitVersion()}`,
    transport: { ...transport, keep: (body) => bodies.keep(body) },
    contract: documents.contract,
    pacer,
    budget,
    halt,
    balancePointer: profile.balancePointer,
    tellsBalance: !profile.absent.includes('getCreditBalance'),
    accounts,
    limitOf,
    onRequest: parts.onRequest,
  });
  const patience: Patience = {
    wire,
    time,
    maxWaitMs: profile.maxWaitMs,
    exhausted: new Map(),
    holdBack: ({ account, operation }, ms) => {
      if (operation !== null) pacer.holdBack(laneOf(account, operation), ms);
      parts.onWait?.(time.now() + ms, 'before it repeats a request');
    },
  };
  return {
    /** A short random id, which makes the operation keys of the run different from those of others. */
    runId: randomBytes(5).toString('hex'),
    profile,
    documents,
    halt,
    time,
    redactor,
    /** Null if the target has no admin API. */
    admin,
    accounts,
    budget,
    pacer,
    wire,
    bodies,
    patience,
    limitOf,
    onWait: parts.onWait,
    [Symbol.dispose]: () => halt.release(),
  };
}
