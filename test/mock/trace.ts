import type { Trace } from '../../mock-server/state/trace.js';

/** A trace of a request that got an empty 200 immediately, with these changes. */
export function aTrace(changes: Partial<Trace> = {}): Trace {
  return {
    target: '/api/v1/jobs-search/search',
    key: null,
    answerKey: null,
    digest: null,
    headers: '',
    body: null,
    bodyBytes: null,
    status: 200,
    answerType: null,
    retryAfter: null,
    answer: '',
    answerBytes: 0,
    page: null,
    served: null,
    sent: 'whole',
    aborted: false,
    connection: 1,
    arrivedAt: 0,
    endedAt: 1,
    cycle: null,
    ...changes,
  };
}
