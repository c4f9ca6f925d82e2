import type { Call } from './call.js';

/**
 * Browser clients may call the contract's paths from any origin and read its headers. Keys travel in
 * `Authorization`, never in cookies, so `*` gives nothing away.
 */
export const corsHeaders: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-Request-ID, Idempotency-Key, Retry-After',
];

/** The answer to a browser's question before the request: no key is asked for, and nothing is done. */
export function preflightHeaders(call: Call, allow: readonly string[], mark: string | null): string[] {
  const headers = [
    'X-Request-ID',
    call.requestId,
    'Allow',
    [...allow, 'OPTIONS'].join(', '),
    ...corsHeaders,
    'Access-Control-Allow-Methods',
    allow.join(', '),
    'Access-Control-Allow-Headers',
    // The star lets tracing headers and the like pass; it does not stand for Authorization.
    'Authorization, *',
    'Access-Control-Max-Age',
    '600',
  ];
  if (mark !== null) headers.push('X-Mock-Server', mark);
  return headers;
}
