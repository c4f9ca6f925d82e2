/** Restricts the admin API to callers on this machine or with the admin token, and keeps out pages of other sites. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, refusalOf } from '../../common/browser/guard.js';
import { refused } from '../state/errors.js';

export interface GuardOptions {
  /** Whether the mock listens on a loopback address only. */
  loopback: boolean;
  /** The token that every call must send. If null, only programs on this machine may call. */
  token: string | null;
}

/** Throws a StateError if the caller may not use the admin API. */
export function checkCaller(request: IncomingMessage, options: GuardOptions): void {
  const refusal = refusalOf(request, options.loopback);
  if (refusal !== null) throw refused(`foreign-${refusal}`, {});
  if (options.token === null) {
    if (!isLoopbackAddress(request.socket.remoteAddress)) throw refused('not-local', {});
  } else if (!carriesToken(request.headers, options.token))
    throw refused('token-required', {}, { 'WWW-Authenticate': 'Bearer realm="job-search-mock admin"' });
}

function carriesToken(headers: IncomingMessage['headers'], token: string): boolean {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, headers['x-admin-token']].some(
    (sent) => typeof sent === 'string' && sameSecret(sent, token),
  );
}

/** Compares digests, so that the time taken reveals nothing about the token. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
