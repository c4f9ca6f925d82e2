/** Words and facts that several views use. */
import { createStore } from '../../../browser/ui.js';

export const EFFECTS = {
  'rate-limited': 'Refuses with 429 and Retry-After.',
  'server-error': 'Answers 500 in plain text.',
  'service-unavailable': 'Answers 503: try again later.',
  'invalid-result': 'Answers 503: the result was not usable.',
  unaffordable: 'Answers 402 as if credits had run out.',
  forbidden: 'Answers 403 as if the key were inactive.',
  'failed-search': 'Answers 200 with success: false.',
  delay: 'Waits, then answers as usual.',
  'drop-before-charge': 'Closes the connection before anything is done.',
  'drop-after-charge': 'Charges, then closes the connection: the answer is lost.',
  truncate: 'Charges, sends half of the body, then closes.',
  'new-postings': 'Answers as usual, then lets new postings come in.',
};
export const ONLY_SEARCHES = ['invalid-result', 'failed-search', 'new-postings'];

/** The contract as a page needs it, once it is loaded: operations by id, clauses by id. */
export const facts = createStore({ operations: {}, clauses: {}, rules: {} });

export async function loadFacts() {
  const read = async (path) => (await fetch(path)).json();
  const [contract, clauses] = await Promise.all([read('/openapi.json'), read('/docs/clauses.json')]);
  const operations = {};
  for (const [path, methods] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId)
        operations[operation.operationId] = {
          ...{ id: operation.operationId, path, method: method.toUpperCase(), summary: operation.summary },
          ...{ window: operation['x-search-window'], cost: operation['x-credit-cost'] },
        };
  facts.change({ operations, clauses });
}

/** A status as a word where there is none. */
export const statusText = (status) => (status === null ? 'lost' : String(status));

export function statusClass(status) {
  if (status === null) return 'status lost';
  return `status s${String(status)[0]}`;
}
