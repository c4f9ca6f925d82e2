/** Every request and response passes the zod schemas, which reject unknown members. */
import {
  listDepartments,
  searchJobs,
  type Cursor,
  type DirectSearchRequest,
} from '../generated/orval/client';
import { listDepartmentsResponse, searchJobsBody, searchJobsResponse } from '../generated/orval/zod';
import type { Client } from './conversation';
import { connectTo } from './orval-fetch';

export function connect(url: string, key: string): Client<Cursor> {
  connectTo(url, key);
  return {
    async search(cursor) {
      const body: DirectSearchRequest = {
        job_type: ['Full Time'],
        industry: ['bAnKiNg', 'Insurance'],
        limit: 7,
        search_after: cursor,
      };
      searchJobsBody.parse(body);
      const answer = await searchJobs(body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
      const result = searchJobsResponse.parse(answer.data);
      if (!result.success) return { failure: result.error };
      const { jobs, total_jobs_found: found, search_after: next } = result.data;
      return { titles: jobs.map((job) => job['Job Title']), found, next };
    },
    async departments(q) {
      const { data } = await listDepartments({ q });
      return listDepartmentsResponse.parse(data).departments.map(({ value }) => value);
    },
  };
}
