/** Operation keys (§5.2): ignored, forgotten, shared, accepted if malformed, replayed with other content. */
import { isOperationKey } from '../../spec/operation-key.js';
import { hash, randomUUID } from 'node:crypto';
import { parsedJson } from '../../conformance/values/json.js';
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const KEY = 'idempotency-key';

/** Sends a search without its operation key, but returns the key in the answer. */
async function withoutKey(call: Call): Promise<ForwardedAnswer> {
  const { [KEY]: key, ...headers } = call.request.headers;
  const answer = await call.send({ ...call.request, headers });
  if (key !== undefined) answer.headers[KEY] = key;
  return answer;
}

/** Sends a search under another operation key, but returns the caller's key in the answer. */
export async function sendAs(call: Call, key: string, other: string): Promise<ForwardedAnswer> {
  call.request.headers[KEY] = other;
  const answer = await call.send();
  if (answer.headers[KEY] !== undefined) answer.headers[KEY] = key;
  return answer;
}

export function derivedKey(text: string): string {
  return `use_v1_${hash('sha256', text)}`;
}

function used(call: Call): ForwardedAnswer {
  return rule.refusal(call, 409, 'This key was used');
}

/** Replays a stored answer with a new request id. */
export function again(stored: ForwardedAnswer): ForwardedAnswer {
  return { ...stored, headers: { ...stored.headers, 'x-request-id': randomUUID() } };
}

function forMadeKeys(handle: (call: Call) => Promise<ForwardedAnswer>): Rule {
  const made = new Set<string>();
  return async (call) => {
    const key = rule.operationKeyOf(call);
    if (key !== undefined) return made.has(key) ? handle(call) : call.send();
    const answer = await call.send();
    if (answer.headers[KEY] !== undefined) made.add(answer.headers[KEY]);
    return answer;
  };
}

/** Executes searches that got a 409 as if their key were new, if `accepts` is true. `first` is the intent of the key's first request. */
function servesConflicts(accepts: (call: Call, first: string | undefined) => boolean): Rule {
  const firsts = new Map<string, string>();
  return rule.keyed(async (call, _key, own) => {
    const answer = await call.send();
    if (answer.status === 200 && !firsts.has(own)) firsts.set(own, rule.intentOf(call));
    return answer.status === 409 && accepts(call, firsts.get(own)) ? withoutKey(call) : answer;
  });
}

/** Answers with the first answer to the key, if `isMeant` is true. `isElsewhere` is true if another endpoint gave it. */
function recoversFirst(isMeant: (status: number, isElsewhere: boolean) => boolean): Rule {
  const firsts = new Map<string, { operation: string; answer: ForwardedAnswer }>();
  return rule.keyed(async (call, _key, own) => {
    const answer = await call.send();
    const { id: operation } = call.operation!;
    if (answer.status === 200 && !firsts.has(own)) firsts.set(own, { operation, answer });
    const first = firsts.get(own);
    const isMet = first !== undefined && isMeant(answer.status, first.operation !== operation);
    return isMet ? again(first.answer) : answer;
  });
}

/** Like `servesConflicts`; `accepts` gets the cursors, as JSON, of the first request of the key and of this one. */
function servesPages(
  accepts: (first: string | undefined, now: string | undefined, call: Call) => boolean,
): Rule {
  return servesConflicts((call, first = '') => accepts(cursorIn(first), cursorIn(rule.intentOf(call)), call));
}

/** Whether a cursor, as JSON, is that of a later page. */
const isLater = (cursor = ''): boolean => cursor.startsWith('[');

/** Compares requests without the parts that match `blind`. */
export function comparesBlindly(blind: RegExp): Rule {
  const seen = (intent: string): string => intent.replace(blind, '');
  return servesConflicts((call, first) => first !== undefined && seen(first) === seen(rule.intentOf(call)));
}

/** Changes the answers to the n-th use (from 1) and later uses of a key with one body. */
export function atUse(from: number, change: rule.AnswerChange): Rule {
  const uses = rule.counter();
  return rule.keyed(async (call, key) => {
    const answer = await call.send();
    if (answer.status !== 200 || uses(`${key} ${rule.intentOf(call)}`) < from) return answer;
    return (await change(answer, call)) ?? answer;
  });
}

/** Refuses a key after an answer with this status; null is a lost answer. */
export function spoiltBy(status: number | null): Rule {
  const spoilt = new Set<string>();
  return rule.keyed(async (call, _key, own) => {
    if (spoilt.has(own)) return used(call);
    const answer = await call.send().catch((error: unknown) => {
      if (error instanceof rule.ConnectionLost && status === null) spoilt.add(own);
      throw error;
    });
    if (answer.status === status) spoilt.add(own);
    return answer;
  });
}

/** Forgets a key if more than `most` searches with keys, or units of another clock, followed its last use. */
export function keepsTheLatest(most: number, clock?: (call: Call) => number): Rule {
  const used = new Map<string, { at: number; as: string }>();
  let count = 0;
  return rule.keyed((call, key, own) => {
    if (!isOperationKey(key)) return call.send();
    count += 1;
    const before = used.get(own);
    const at = clock?.(call) ?? count;
    const isKnown = before === undefined || at - before.at <= most;
    const as = isKnown ? (before?.as ?? key) : derivedKey(`${own}${count}`);
    used.set(own, { at, as });
    return sendAs(call, key, as);
  });
}

/** Forgets a key after an answer for which `isOver` is true. It gets the number of uses so far. */
export function keepsUntil(isOver: (answer: ForwardedAnswer, uses: number) => boolean): Rule {
  const uses = rule.counter();
  const over = new Set<string>();
  return rule.keyed(async (call, _key, own) => {
    if (over.has(own)) return withoutKey(call);
    const answer = await call.send();
    if (isOver(answer, uses(own))) over.add(own);
    return answer;
  });
}

function cursorIn(intent: string): string | undefined {
  const body = parsedJson(intent.slice(intent.indexOf('{'))) as rule.Fields | undefined;
  return body && JSON.stringify(body['search_after']);
}

/** Stores valid keys in a form that two keys can share. */
function storesKeysAs(stored: (key: string) => string): Rule {
  return rule.keyed((call, key) => (isOperationKey(key) ? sendAs(call, key, stored(key)) : call.send()));
}

/** Refuses copies of a search in flight. */
export function oneAtATime(status: number): Rule {
  const running = new Set<string>();
  return rule.keyed(async (call, _key, own) => {
    if (running.has(own)) return rule.refusal(call, status, 'This search is in progress');
    running.add(own);
    return call.send().finally(() => running.delete(own));
  });
}

export const operationKeyRules = (): rule.Rules => ({
  'made-keys-recover-nothing': forMadeKeys(async (call) => used(call)),
  'made-keys-are-forgotten': forMadeKeys(withoutKey),
  'keys-forgotten': servesConflicts(() => true),
  'long-keys-forgotten': servesConflicts((call) => rule.operationKeyOf(call)!.length > 100),
  'keys-ignored': rule.keyed((call, key) => (isOperationKey(key) ? withoutKey(call) : call.send())),
  'each-retry-has-another-job': rule.remembering(rule.counter(), (next) =>
    atUse(3, (answer) =>
      rule.editResults(answer, ({ jobs: [first] }) => {
        if (first !== undefined) first['Job Title'] = `Another ${next()}`;
      }),
    ),
  ),
  'retries-are-charged': rule.charges(on.KEYED, (answer, _call, isRetry) => {
    const data = rule.resultsOf(answer);
    return data !== null && isRetry() ? data.jobs.length : 0;
  }),
  'keys-forgotten-after-a-replay': keepsUntil((_answer, uses) => uses === 2),
  'empty-results-use-no-key': keepsUntil((answer) => rule.resultsOf(answer)?.jobs.length === 0),
  'recovery-needs-credits': atUse(2, async (_answer, call) =>
    (await rule.balanceOf(call)) <= 0 ? rule.refusal(call, 402, 'Not enough credits') : undefined,
  ),
  'old-keys-forgotten': keepsTheLatest(60),
  'next-pages-share-a-key': servesPages((first, now) => first !== now),
  'keys-of-later-pages-serve-other-pages': servesPages((first, now) => isLater(first) && first !== now),
  'keys-of-later-pages-blind-to-limits': servesPages((first, now) => isLater(first) && first === now),
  'replayed-keys-serve-other-pages': rule.remembering(rule.counter(), (uses) =>
    servesPages((first, now, call) => uses(rule.operationKeyOf(call)!) > 1 && first !== now),
  ),
  'endpoints-recover-each-other': recoversFirst(
    (status, isElsewhere) => isElsewhere && [200, 409].includes(status),
  ),
  'changed-bodies-recover-the-first-answer': recoversFirst(
    (status, isElsewhere) => !isElsewhere && status === 409,
  ),
  'same-body-same-answer': rule.remembering(new Map<string, ForwardedAnswer>(), (kept) =>
    rule.limitTo(on.KEYED, async (call) => {
      const before = kept.get(rule.intentOf(call));
      const answer = before === undefined ? await call.send() : again(before);
      if (before !== undefined) answer.headers[KEY] = rule.operationKeyOf(call) ?? before.headers[KEY] ?? '';
      else if (answer.status === 200) kept.set(rule.intentOf(call), answer);
      return answer;
    }),
  ),
  'copies-at-once-are-charged-each': rule.charges(
    on.SEARCHES,
    (answer, call, _isRetry, isAlone) =>
      isAlone || rule.operationKeyOf(call) === undefined ? 0 : (rule.resultsOf(answer)?.jobs.length ?? 0),
    rule.inFlight((call) => `${rule.operationKeyOf(call)} ${rule.intentOf(call)}`),
  ),
  'second-copy-is-refused': oneAtATime(400),
  'keys-shared-between-accounts': rule.remembering(
    new Map<string, { owner: string; answer: ForwardedAnswer }>(),
    (kept) =>
      rule.keyed(async (call, key) => {
        const before = kept.get(key);
        if (before !== undefined && before.owner !== call.key) return before.answer;
        const answer = await call.send();
        if (before === undefined && answer.status === 200) kept.set(key, { owner: call.key, answer });
        return answer;
      }),
  ),
  'keys-in-small-letters': storesKeysAs((key) => key.toLowerCase()),
  'keys-told-apart-by-sixty-four-characters': storesKeysAs((key) => key.slice(0, 64)),
  'keys-without-marks-at-the-end': storesKeysAs((key) => key.replace(/[-_]+$/, '')),
  'keys-without-leading-zeros': storesKeysAs((key) => key.replace(/(?<!\d)0+(?=\w)/g, '')),
  'keys-with-hyphens-as-underscores': storesKeysAs((key) => key.replaceAll('-', '_')),
});
