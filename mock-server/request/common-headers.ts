import type { ServerResponse } from 'node:http';
import type { World } from '../state/world.js';
import type { Call } from './call.js';

/** Returns the headers of every response. Names and values alternate, which is the fastest form for Node. */
export function commonHeaders({ mark }: Pick<World, 'mark'>, requestId: string): string[] {
  const headers = ['X-Request-ID', requestId];
  if (mark !== null) headers.push('X-Mock-Server', mark);
  return headers;
}

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
