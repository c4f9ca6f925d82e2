import { listDepartments, searchJobs, type Cursor } from '../generated/hey-api';
import { client } from '../generated/hey-api/client.gen';
import type { Client } from './conversation';

export function connect(baseUrl: string, key: string): Client<Cursor> {
  client.setConfig({ baseUrl, auth: () => key });
  return {
    async search(cursor) {
      const { data: result, error } = await searchJobs({
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
      const { data } = await listDepartments({ query: { q } });
      return (data?.departments ?? []).map(({ value }) => value);
    },
  };
}
