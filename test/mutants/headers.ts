/** Request ids (§5.3) and the operation key that comes back (§5.2, points 1 and 2). */
import { ALL, incoming, KEYED, mutant, outgoing, remembering, SEARCHES } from './rules.js';

const ERRORS = [400, 401, 402, 403, 409, 422, 429, 500, 503];
const FIXED_ID = '3f1d0c52-7d0e-4b8e-9d51-0c7f5d0a6b11';

export const headerMutants = [
  mutant(
    'no-request-id-on-success',
    'REQ-1',
    outgoing(ALL, 200, ({ headers }) => void delete headers['x-request-id']),
  ),
  mutant(
    'no-request-id-on-errors',
    'REQ-2',
    outgoing(ALL, ERRORS, ({ headers }) => void delete headers['x-request-id']),
  ),
  mutant(
    'no-request-id-on-500',
    'REQ-2',
    outgoing(ALL, 500, ({ headers }) => void delete headers['x-request-id']),
    'a target fails with 500 when it likes, not when it is asked',
  ),
  remembering('request-id-is-a-counter', 'REQ-3', () => {
    let count = 0;
    return outgoing(ALL, null, ({ headers }) => void (headers['x-request-id'] = String((count += 1))));
  }),
  mutant(
    'request-id-never-changes',
    'REQ-4',
    outgoing(ALL, null, ({ headers }) => void (headers['x-request-id'] = FIXED_ID)),
  ),
  remembering('request-id-of-the-first-attempt', 'REQ-4', () => {
    const first = new Map<string, string>();
    return outgoing(KEYED, null, ({ headers }) => {
      const key = headers['idempotency-key'] ?? '';
      const id = headers['x-request-id'] ?? '';
      if (key !== '') headers['x-request-id'] = first.get(key) ?? (first.set(key, id), id);
    });
  }),
  mutant(
    'echoes-the-request-id',
    'REQ-5',
    outgoing(ALL, null, ({ headers }, call) => {
      const sent = call.request.headers['x-request-id'];
      if (sent !== undefined) headers['x-request-id'] = sent;
    }),
  ),
  mutant(
    'request-id-is-the-operation-key',
    'REQ-6',
    outgoing(KEYED, null, ({ headers }) => {
      const key = headers['idempotency-key'];
      if (key !== undefined) headers['x-request-id'] = key;
    }),
  ),
  mutant(
    'request-id-recovers-responses',
    'REQ-6',
    incoming(KEYED, ({ request: { headers } }) => {
      const sent = headers['x-request-id'];
      if (sent !== undefined) headers['idempotency-key'] = `use_v1_${sent.replace(/[^\w-]/g, '')}`;
    }),
  ),
  mutant(
    'no-operation-key-comes-back',
    'IDEM-2',
    outgoing(KEYED, 200, ({ headers }) => void delete headers['idempotency-key']),
  ),
  mutant(
    'no-operation-key-is-made',
    'IDEM-1',
    outgoing(KEYED, 200, ({ headers }, call) => {
      if (call.request.headers['idempotency-key'] === undefined) delete headers['idempotency-key'];
    }),
  ),
  mutant(
    'another-operation-key-comes-back',
    'IDEM-2',
    outgoing(KEYED, 200, ({ headers }) => {
      const key = headers['idempotency-key'];
      if (key !== undefined) headers['idempotency-key'] = `use_v1_${[...key.slice(7)].reverse().join('')}`;
    }),
  ),
  mutant(
    'operation-key-in-capitals',
    'IDEM-2',
    outgoing(KEYED, 200, ({ headers }) => {
      const key = headers['idempotency-key'];
      if (key !== undefined) headers['idempotency-key'] = `use_v1_${key.slice(7).toUpperCase()}`;
    }),
  ),
  mutant(
    'made-keys-are-bare-uuids',
    'IDEM-3',
    outgoing(KEYED, 200, ({ headers }, call) => {
      if (call.request.headers['idempotency-key'] === undefined)
        headers['idempotency-key'] = headers['idempotency-key']?.slice(7) ?? '';
    }),
  ),
  mutant(
    'made-keys-are-all-the-same',
    'IDEM-4',
    outgoing(SEARCHES, 200, ({ headers }, call) => {
      if (call.operation?.acceptsOperationKey && call.request.headers['idempotency-key'] === undefined)
        headers['idempotency-key'] = 'use_v1_default';
    }),
  ),
];
