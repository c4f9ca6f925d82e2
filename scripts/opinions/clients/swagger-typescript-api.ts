import { Api, JobType, type Cursor } from '../generated/swagger-typescript-api/api';
import type { Client } from './conversation';

export function connect(baseUrl: string, key: string): Client<Cursor> {
  const { api } = new Api({ baseUrl, baseApiParams: { headers: { Authorization: `Bearer ${key}` } } });
  return {
    async search(cursor) {
      const { data: result } = await api.searchJobs({
        job_type: [JobType.FullTime],
        industry: ['bAnKiNg', 'Insurance'],
        limit: 7,
        search_after: cursor,
      });
      if (!result.success) return { failure: result.error };
      const { jobs, total_jobs_found: found, search_after: next } = result.data;
      return { titles: jobs.map((job) => job['Job Title']), found, next };
    },
    async departments(q) {
      const { data } = await api.listDepartments({ q });
      return data.departments.map(({ value }) => value);
    },
  };
}
