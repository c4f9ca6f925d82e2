/** The client that orval generates. Its zod schemas check every request and response, and reject unknown members. */
import {
  listDepartments,
  searchJobs,
  type Cursor,
  type DirectSearchRequest,
} from '../generated/orval/client';
import { listDepartmentsResponse, searchJobsBody, searchJobsResponse } from '../generated/orval/zod';
import type { Client } from './conversation';

/** The generated code contains the base URL. */
export function connect(_baseUrl: string, key: string): Client<Cursor> {
  const options = { headers: { Authorization: `Bearer ${key}` } };
  return {
    async search(cursor) {
      const body: DirectSearchRequest = {
        job_type: ['Full Time'],
        industry: ['bAnKiNg', 'Insurance'],
        limit: 7,
        search_after: cursor,
      };
      searchJobsBody.parse(body);
      const { data, status } = await searchJobs(body, options);
      if (status !== 200) throw new Error(JSON.stringify(data));
      return searchJobsResponse.parse(data);
    },
    async departments(q) {
      const { data } = await listDepartments({ q }, options);
      return listDepartmentsResponse.parse(data).departments.map(({ value }) => value);
    },
  };
}
