import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript/schema';
import type { Client } from './conversation';

export function connect(baseUrl: string, key: string): Client<components['schemas']['Cursor']> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  return {
    async search(cursor) {
      // Fields with a default are left out, which the types allow under `--default-non-nullable=false`.
      const { data: result, error } = await client.POST('/api/v1/jobs-search/search', {
        body: {
          job_type: ['Full Time'],
          industry: ['bAnKiNg', 'Insurance'],
          limit: 7,
          search_after: cursor,
        },
      });
      if (result === undefined) throw new Error(JSON.stringify(error));
      if (!result.success) return { failure: result.error };
      const { jobs, total_jobs_found: found, search_after: next } = result.data;
      return { titles: jobs.map((job) => job['Job Title']), found, next };
    },
    async departments(q) {
      const { data } = await client.GET('/api/v1/departments', { params: { query: { q } } });
      return (data?.departments ?? []).map(({ value }) => value);
    },
  };
}
