/** Calls of the admin API of a running mock. */
import { fields } from '../values/fields.js';
import { parsedJson } from '../values/json.js';
import { messageOf, textOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

/** Returns the base address of a mock from the address of its admin API, with or without `/__admin`. Throws UsageError. */
export function baseOf(adminUrl: string): string {
  if (!URL.canParse(adminUrl)) throw new UsageError(`The admin URL "${adminUrl}" is not an address.`);
  return adminUrl.replace(/\/+$/, '').replace(/\/__admin$/, '');
}

/** Resolves to the text of the answer. Rejects if there is no answer, or a refusal; the error names the address. */
export type AdminCall = (method: string, path: string, body?: unknown) => Promise<string>;

/** How long the mock may take to answer. */
const TIMEOUT_MS = 60_000;

/** Calls the mock at `url`. `key`: the account that the call is about. */
export function adminCaller(
  url: string,
  { adminToken, key }: { adminToken?: string | undefined; key?: string | undefined } = {},
): AdminCall {
  const common = {
    // The mock closes idle connections, perhaps at the moment when a slow machine sends a request on one.
    Connection: 'close',
    ...(adminToken !== undefined && { 'X-Admin-Token': adminToken }),
    ...(key !== undefined && { 'X-Account-Key': key }),
  };
  return async (method, path, json) => {
    const address = `${url}/__admin${path}`;
    const sent = json !== undefined && {
      headers: { ...common, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    };
    let response: Response;
    let text: string;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await fetch(address, { method, headers: common, signal, ...sent });
      text = await response.text();
    } catch (error) {
      const why = messageOf((error as Error).cause ?? error);
      throw new Error(`No mock answers at ${address}: ${why}. Start one: npx job-search-mock`, {
        cause: error,
      });
    }
    if (response.ok) return text;
    const { message = text.slice(0, 300) } = fields(fields(parsedJson(text))?.['error']) ?? {};
    throw new Error(`${address} answers ${response.status}: ${textOf(message)}`);
  };
}
