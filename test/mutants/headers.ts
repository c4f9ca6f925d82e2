/** Request ids (§5.3) and returned operation keys (§5.2, points 1 and 2). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const ERRORS = [400, 401, 402, 403, 409, 422, 429, 500, 503];
const FIXED_ID = '3f1d0c52-7d0e-4b8e-9d51-0c7f5d0a6b11';
const ID = 'x-request-id';
const KEY = 'idempotency-key';

const none = (): undefined => undefined;

/** Replaces operation keys that the target made. */
function madeKeys(read: (key: string | undefined) => string | undefined): Rule {
  return rule.header(on.KEYED, 200, KEY, (key, call) =>
    rule.operationKeyOf(call) === undefined ? read(key) : key,
  );
}

/** Returns keys with another text after the prefix. */
function returnsKeys(read: (end: string) => string): Rule {
  return rule.header(on.KEYED, 200, KEY, (key) => key && `use_v1_${read(key.slice(7))}`);
}

/** Replaces the ids of all answers. */
function ids(read: Parameters<typeof rule.header>[3], operations = on.ALL): Rule {
  return rule.header(operations, null, ID, read);
}

export const headerMutants = rule.mutantsOf(() => ({
  'REQ-1 no-request-id-on-success': rule.header(on.ALL, 200, ID, none),
  'REQ-2 no-request-id-on-errors': rule.header(on.ALL, ERRORS, ID, none),
  'REQ-2 no-request-id-on-500': rule.header(on.ALL, 500, ID, none),
  'REQ-2 no-request-id-outside-the-contract': async (call) => {
    const answer = await call.send();
    if (answer.status === 404 || answer.status === 405) delete answer.headers[ID];
    return answer;
  },
  'REQ-3 request-id-is-a-counter': rule.remembering(rule.counter(), (next) => ids(() => String(next('')))),
  'REQ-4 request-id-never-changes': ids(() => FIXED_ID),
  'REQ-4 request-id-of-the-first-attempt': rule.remembering(new Map<string, string>(), (first) =>
    ids((id, _call, { [KEY]: key }) => {
      if (id === undefined || key === undefined) return id;
      if (!first.has(key)) first.set(key, id);
      return first.get(key);
    }, on.KEYED),
  ),
  'REQ-5 echoes-the-request-id': ids((id, { request }) => request.headers[ID] ?? id),
  'REQ-6 request-id-is-the-operation-key': ids((id, _call, headers) => headers[KEY] ?? id, on.KEYED),
  'REQ-6 request-id-recovers-responses': rule.incoming(on.KEYED, ({ request: { headers } }) => {
    const sent = headers[ID];
    if (sent !== undefined) headers[KEY] = `use_v1_${sent.replace(/[^\w-]/g, '')}`;
  }),
  'IDEM-2 no-operation-key-comes-back': rule.header(on.KEYED, 200, KEY, none),
  'IDEM-1 no-operation-key-is-made': madeKeys(none),
  'IDEM-2 another-operation-key-comes-back': returnsKeys((end) => [...end].reverse().join('')),
  'IDEM-2 operation-key-in-capitals': returnsKeys((end) => end.toUpperCase()),
  'IDEM-3 made-keys-are-bare-uuids': madeKeys((key) => key?.slice(7)),
  'IDEM-4 made-keys-are-all-the-same': madeKeys(() => 'use_v1_default'),
}));
