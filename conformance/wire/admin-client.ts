/** The admin calls of the runner. */
import type { AdminSchemas } from '../../spec/admin.js';
import { parsedJson } from '../values/json.js';
import { send, type Transport } from './http-client.js';

export type AdminClient = ReturnType<typeof createAdminClient>;

/** The admin API sent no response. */
export class AdminUnreachable extends Error {
  override name = 'AdminUnreachable';
}

export function adminHeaders(token: string | null): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** Makes a client. Its calls reject with an error that states the request and the response, or AdminUnreachable. */
export function createAdminClient(
  base: string,
  headers: Readonly<Record<string, string>>,
  transport: Transport,
) {
  const call = async (method: string, path: string, json?: unknown): Promise<unknown> => {
    const all = json === undefined ? headers : { ...headers, 'Content-Type': 'application/json' };
    const body = json === undefined ? null : Buffer.from(JSON.stringify(json));
    const request = { method, url: `${base}${path}`, headers: all, body };
    const { response, failure } = await send(request, transport);
    if (response === null)
      throw new AdminUnreachable(`Admin API ${method} ${path}: ${failure?.message ?? 'no answer'}`);
    if (response.status < 200 || response.status > 299)
      throw new Error(
        `Admin API ${method} ${path}: status ${response.status} ${response.bodyText.slice(0, 300)}`,
      );
    return parsedJson(response.bodyText);
  };
  return {
    health: async () => (await call('GET', '/__admin/health')) as AdminSchemas['Health'],
    dataset: async () => (await call('GET', '/__admin/dataset')) as AdminSchemas['DatasetFacts'],
    createAccount: async (properties: Record<string, unknown>) =>
      (await call('POST', '/__admin/accounts', properties)) as AdminSchemas['CreatedAccount'],
    deleteAccount: async (id: string) =>
      void (await call('DELETE', `/__admin/accounts/${encodeURIComponent(id)}`)),
    /** Returns the response of a path below `/__admin`, which may include a query. */
    read: (path: string) => call('GET', `/__admin${path}`),
  };
}
