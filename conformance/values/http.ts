import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Returns headers by lower-case name. Joins values of a repeated header with `, `. */
export function foldedHeaders(
  pairs: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const known = name.toLowerCase();
    headers[known] = Object.hasOwn(headers, known) ? `${headers[known]}, ${value}` : value;
  }
  return headers;
}

/** Yields pairs from a list of Node, in which names and values alternate. */
export function* pairsIn(raw: readonly string[]): Generator<[name: string, value: string]> {
  for (let i = 0; i < raw.length; i += 2) yield [raw[i]!, raw[i + 1]!];
}

/** Returns `Retry-After` (seconds, or a date relative to the header `Date` or `now`) in milliseconds; null if it is absent or invalid. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now = NaN): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  // A number of any length is read, but only a finite one can be stored.
  if (/^\d+$/.test(value)) return Math.min(Number(value), 1e9) * 1000;
  const said = Date.parse(headers['date'] ?? '');
  const wait = Date.parse(value) - (Number.isNaN(said) ? now : said);
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** The most content codings to decode. A header can list thousands, and each may take long. */
const MOST_CODINGS = 3;

const CODINGS: Readonly<Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export interface Undecodable {
  kind: 'garbled' | 'too-large';
  message: string;
}

/** Decodes a body of at most `mostBytes`, or returns why it cannot. `coding` is the value of `Content-Encoding`. */
export function decoded(body: Buffer, coding: string | undefined, mostBytes: number): Buffer | Undecodable {
  const names = coding?.split(',').map((each) => each.trim().toLowerCase()) ?? [];
  if (names.length > MOST_CODINGS)
    return { kind: 'garbled', message: `the body has ${names.length} content codings` };
  let plain = body;
  for (const name of names.reverse()) {
    if (name === 'identity' || plain.length === 0) continue;
    try {
      const decode = CODINGS[name];
      if (decode === undefined)
        return { kind: 'garbled', message: `the body has the unsupported content coding ${name}` };
      plain = decode(plain, { maxOutputLength: mostBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? { kind: 'too-large', message: `a body of more than ${mostBytes} bytes` }
        : { kind: 'garbled', message: `the body is not the ${name} that it claims to be` };
    }
  }
  return plain;
}
