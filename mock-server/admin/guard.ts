/**
 * Who may use the admin API. A web page that a developer happens to have open must not reach a mock on the same
 * machine, neither directly (Origin, Sec-Fetch-Site) nor under a name that it points at 127.0.0.1 (Host).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { foreignHost, foreignOrigin, notLocal, tokenRequired } from './problems.js';

export interface GuardOptions {
  /** Whether the mock listens on a loopback address only. */
  loopback: boolean;
  /** What every call must carry; without one, only programs on this machine may call. */
  token: string | null;
}

/** Throws an AdminProblem where the caller may not use the admin API. */
export function checkCaller(request: IncomingMessage, options: GuardOptions): void {
  const { headers } = request;
  if (options.loopback && !isLoopbackHost(headers.host)) throw foreignHost();
  if (headers.origin !== undefined && hostOfOrigin(headers.origin) !== headers.host?.toLowerCase())
    throw foreignOrigin();
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignOrigin();
  if (options.token === null) {
    if (!isLoopbackAddress(request.socket.remoteAddress)) throw notLocal();
  } else if (!carriesToken(headers, options.token)) throw tokenRequired();
}

/** Whether a Host header names this machine, with any port, since a tunnel may change it. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = /^(\[[0-9a-f:]+\]|[^:\s/@]+)(:\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase();
  return name !== undefined && (name === 'localhost' || name === '[::1]' || isLoopbackIPv4(name));
}

/** Whether an address to listen on, or one that a request comes from, is of this machine only. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const name = (address ?? '').toLowerCase().replace(/^::ffff:/, '');
  return name === '::1' || name === 'localhost' || isLoopbackIPv4(name);
}

function isLoopbackIPv4(name: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(name);
}

function hostOfOrigin(origin: string): string | null {
  return URL.canParse(origin) ? (/^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null) : null;
}

function carriesToken(headers: IncomingMessage['headers'], token: string): boolean {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, headers['x-admin-token']].some(
    (sent) => typeof sent === 'string' && sameSecret(sent, token),
  );
}

/** Compares digests, so that the time taken does not depend on the length of a wrong guess. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
