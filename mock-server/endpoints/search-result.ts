/** Renders a page of results: the envelope of §2.3 around jobs that were rendered once for all pages. */

import type { Company, CompanyDetails } from '../../fixtures/index.js';
import type { SearchOperation } from '../../spec/index.js';
import type { TracedPage } from '../state/trace.js';
import type { World } from '../state/world.js';

/** A page with its jobs, in order. */
export type WholePage = TracedPage & { ordinals: ArrayLike<number> };

const COMMA = 0x2c;

/** Returns the whole body of a response. */
export function renderPage({ index }: World, operation: SearchOperation, page: WholePage): Buffer {
  const { length } = page.ordinals;
  const head = headOf(operation, page);
  const tail =
    `],"total":${length},"total_jobs_found":${page.found},"credits_used":${page.creditsUsed},` +
    `"credits_remaining":${page.creditsRemaining},"${operation.cursorField}":${JSON.stringify(page.cursor)}},` +
    `"error":${JSON.stringify(page.note)}}`;
  const jobs: Buffer[] = new Array(length);
  // Includes the commas between the jobs. The tail is ASCII.
  let size = head.length + Math.max(0, length - 1) + tail.length;
  for (let i = 0; i < length; i += 1) size += (jobs[i] = index.jobJson(page.ordinals[i]!)).length;
  const bytes = Buffer.allocUnsafe(size);
  bytes.set(head);
  let at = head.length;
  for (let i = 0; i < length; i += 1) {
    if (i > 0) bytes[at++] = COMMA;
    bytes.set(jobs[i]!, at);
    at += jobs[i]!.length;
  }
  bytes.write(tail, at, 'latin1');
  return bytes;
}

const HEAD_WITHOUT_COMPANY = Buffer.from('{"success":true,"data":{"jobs":[');

function headOf(operation: SearchOperation, { company }: WholePage): Buffer {
  if (company === undefined) return HEAD_WITHOUT_COMPANY;
  const details = JSON.stringify(detailsFor(operation, company));
  return Buffer.from(`{"success":true,"data":{"company_details":${details},"jobs":[`);
}

/** §2.2: only the legacy endpoint returns street addresses, and only the others return a tagline. */
function detailsFor(operation: SearchOperation, company: Company | null): CompanyDetails | null {
  if (company === null) return null;
  const details = { ...company.details };
  if (operation.id === 'searchCompanyJobsLegacy') delete details.tagline;
  else details.locations = details.locations?.map(({ address_line1: _, ...place }) => place) ?? null;
  return details;
}

/** Returns the body of a failed search (§2.3): no jobs, no charge, and `message` in `error`. */
export function renderFailure(operation: SearchOperation, creditsRemaining: number, message: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      success: false,
      data: {
        ...(operation.withCompany ? { company_details: null } : {}),
        jobs: [],
        total: 0,
        total_jobs_found: 0,
        credits_used: 0,
        credits_remaining: creditsRemaining,
        [operation.cursorField]: null,
      },
      error: message,
    }),
  );
}
