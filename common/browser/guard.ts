/** Protects a server on this machine from pages of other sites: direct calls (Origin, Sec-Fetch-Site) and DNS rebinding (Host). */
import type { IncomingMessage } from 'node:http';

/** Returns `host` if the request names another host (unless `loopback` is false), `origin` if another site sent it, else null. */
export function refusalOf({ headers }: IncomingMessage, loopback = true): 'host' | 'origin' | null {
  if (loopback && !isLoopbackHost(headers.host)) return 'host';
  if (headers.origin !== undefined && hostOfOrigin(headers.origin) !== headers.host?.toLowerCase())
    return 'origin';
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none' ? 'origin' : null;
}

/** Whether a Host header names this machine. Accepts any port, since a tunnel may change it. */
export function isLoopbackHost(host: string | undefined): boolean {
  const [, v6, name] = /^(?:\[([0-9a-f:]+)\]|([^:\s/@]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return isLoopbackAddress(v6 ?? name);
}

/** Whether an address, to listen on or of a caller, is a loopback address. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return /^(?:localhost|::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(address ?? '');
}

function hostOfOrigin(origin: string): string | null {
  return URL.canParse(origin) ? (/^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null) : null;
}
