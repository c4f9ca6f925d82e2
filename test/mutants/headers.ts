/** Request ids (§5.3) and returned operation keys (§5.2, points 1 and 2). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const ID = 'x-request-id';
const KEY = 'idempotency-key';

/** Replaces the ids of all answers. */
function ids(read: Parameters<typeof rule.header>[3], operations = on.ALL): Rule {
  return rule.header(operations, null, ID, read);
}

export const headerRules = (): rule.Rules => ({
  'no-request-id-outside-the-contract': async (call) => {
    const answer = await call.send();
    if (answer.status === 404 || answer.status === 405) delete answer.headers[ID];
    return answer;
  },
  'request-id-is-a-counter': rule.remembering(rule.counter(), (next) => ids(() => String(next('')))),
  'request-id-of-the-first-attempt': rule.remembering(new Map<string, string>(), (first) =>
    ids((id, _call, { [KEY]: key }) => {
      if (id === undefined || key === undefined) return id;
      if (!first.has(key)) first.set(key, id);
      return first.get(key);
    }, on.KEYED),
  ),
  'echoes-the-request-id': ids((id, { request }) => request.headers[ID] ?? id),
  'request-id-recovers-responses': rule.incoming(on.KEYED, ({ request: { headers } }) => {
    const sent = headers[ID];
    if (sent !== undefined) headers[KEY] = `use_v1_${sent.replace(/[^\w-]/g, '')}`;
  }),
});
