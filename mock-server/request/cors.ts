import type { ServerResponse } from 'node:http';
import type { Call } from './call.js';
import { commonHeaders } from './common-headers.js';

/** Browser clients may call the contract's paths from any origin. `*` is safe, because keys are never in cookies. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-ID, Idempotency-Key, Retry-After, X-Mock-Reason',
} as const;

/** Names and values alternate. */
export const corsHeaders: readonly string[] = Object.entries(CORS).flat();

/** Sets these headers on a response of Express: the contract's document, which tools in browsers load. */
export function allowOtherOrigins(response: ServerResponse): void {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
}

/** Returns the headers of a preflight's response. `allow` is null if the path is unknown. */
export function preflightHeaders(call: Call, allow: readonly string[] | null): string[] {
  const headers = [
    ...commonHeaders(call.world, call.requestId),
    ...corsHeaders,
    'Access-Control-Allow-Methods',
    allow?.join(', ') ?? '*',
    'Access-Control-Allow-Headers',
    // The star allows any header, such as those for tracing, except Authorization.
    'Authorization, *',
    'Access-Control-Max-Age',
    '600',
  ];
  if (allow !== null) headers.push('Allow', [...allow, 'OPTIONS'].join(', '));
  return headers;
}
