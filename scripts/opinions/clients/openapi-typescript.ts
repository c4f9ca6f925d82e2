import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript/schema';
import type { Client } from './conversation';

export function connect(baseUrl: string, key: string): Client<components['schemas']['Cursor']> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  return {
    async search(cursor) {
      // Omits fields with a default, which the types allow with `--default-non-nullable=false`.
      const { data, error } = await client.POST('/api/v1/jobs-search/search', {
        body: {
          job_type: ['Full Time'],
          industry: ['bAnKiNg', 'Insurance'],
          limit: 7,
          search_after: cursor,
        },
      });
      if (data === undefined) throw new Error(JSON.stringify(error));
      return data;
    },
    async departments(q) {
      const { data } = await client.GET('/api/v1/departments', { params: { query: { q } } });
      return (data?.departments ?? []).map(({ value }) => value);
    },
  };
}
