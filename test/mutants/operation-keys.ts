/** Operation keys (§5.2): ignored, forgotten, shared, taken though malformed, replayed with other content. */
import { isOperationKey } from '../../spec/operation-key.js';
import { createHash } from 'node:crypto';
import type { Call, ForwardedAnswer, Mutant, Rule } from './mutant.js';
import {
  balanceOf,
  bodyOf,
  concerns,
  ConnectionLost,
  editAnswer,
  incoming,
  intentOf,
  isFields,
  KEYED,
  mutant,
  openBooks,
  operationKeyOf,
  outgoing,
  refusal,
  refuses,
  remembering,
  resultsOf,
  type Results,
} from './rules.js';

const NEEDS_FAULTS = 'needs a target that fails when it is asked to';
const NEEDS_CLOCK = 'needs a billing cycle to end';
const NEEDS_LITTLE = 'needs an account that runs out of credits';
const NEEDS_TWO_KEYS = 'needs two keys';

/** Sends a search without its operation key, and lets the answer carry it all the same. */
async function withoutKey(call: Call): Promise<ForwardedAnswer> {
  const key = operationKeyOf(call);
  const headers = { ...call.request.headers };
  delete headers['idempotency-key'];
  const answer = await call.send({ ...call.request, headers });
  if (key !== undefined) answer.headers['idempotency-key'] = key;
  return answer;
}

/** A stored answer once more, with a request id of its own. */
export function again(stored: ForwardedAnswer, call: Call): ForwardedAnswer {
  const id = refusal(call, 200, '').headers['x-request-id']!;
  return { ...stored, headers: { ...stored.headers, 'x-request-id': id } };
}

/** Takes malformed keys of one kind as if they were good ones. */
function takesKeys(like: (key: string) => boolean): Rule {
  return (call) => {
    const key = operationKeyOf(call);
    if (key === undefined || isOperationKey(key) || !like(key) || !concerns(KEYED, call)) return call.send();
    const good = `use_v1_${createHash('sha256').update(key).digest('hex')}`;
    call.request.headers['idempotency-key'] = good;
    return call.send();
  };
}

const refusesKeys = (like: (key: string) => boolean): Rule =>
  refuses(KEYED, (_body, call) => like(operationKeyOf(call) ?? ''), 400);

/** Serves a conflict as if the key were fresh, where `lets` says so. */
function servesConflicts(lets: (call: Call, first: string | undefined) => boolean): () => Rule {
  return () => {
    const firsts = new Map<string, string>();
    return async (call) => {
      const answer = await call.send();
      const key = operationKeyOf(call);
      if (key === undefined || !concerns(KEYED, call)) return answer;
      const name = `${call.key} ${key}`;
      if (answer.status === 200 && !firsts.has(name)) firsts.set(name, intentOf(call));
      return answer.status === 409 && lets(call, firsts.get(name)) ? withoutKey(call) : answer;
    };
  };
}

/** Takes a request for unchanged that differs in what `blur` takes away alone. */
function comparesBlurred(blur: (intent: string) => string): () => Rule {
  return servesConflicts((call, first) => first !== undefined && blur(first) === blur(intentOf(call)));
}

/** Changes the answers to the n-th use (from 1) and later ones of a key with one body. */
export function atUse(
  from: number,
  change: (answer: ForwardedAnswer, call: Call) => ForwardedAnswer | void | Promise<ForwardedAnswer | void>,
): () => Rule {
  return () => {
    const uses = new Map<string, number>();
    return async (call) => {
      const answer = await call.send();
      const key = operationKeyOf(call);
      if (key === undefined || !concerns(KEYED, call) || answer.status !== 200) return answer;
      const name = `${key} ${intentOf(call)}`;
      const use = (uses.get(name) ?? 0) + 1;
      uses.set(name, use);
      return use < from ? answer : ((await change(answer, call)) ?? answer);
    };
  };
}

/** The same page in another order, or for a single job another job. */
function otherContent(answer: ForwardedAnswer): void {
  if (resultsOf(answer) === null) return;
  editAnswer(answer, (body) => {
    const data = body['data'] as Results;
    data.jobs.reverse();
    if (data.jobs.length === 1) data.jobs[0] = { ...data.jobs[0], 'Job Title': 'Another' };
  });
}

/** A key that met this status is spoilt for what comes after. */
export function spoiltBy(...statuses: number[]): () => Rule {
  return () => {
    const spoilt = new Set<string>();
    return async (call) => {
      const key = operationKeyOf(call);
      const name = `${call.key} ${key}`;
      if (key !== undefined && concerns(KEYED, call) && spoilt.has(name))
        return refusal(call, 409, 'This key was used');
      const answer = await call.send();
      if (key !== undefined && statuses.includes(answer.status)) spoilt.add(name);
      return answer;
    };
  };
}

/** A part of the intent as it was when the key was first used. */
function bodyIn(intent: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(intent?.slice(intent.indexOf('{')) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Takes valid keys for the same that it stores as the same. */
function storesKeysAs(stored: (key: string) => string): Rule {
  return async (call) => {
    const key = operationKeyOf(call);
    if (key === undefined || !isOperationKey(key) || !concerns(KEYED, call)) return call.send();
    call.request.headers['idempotency-key'] = stored(key);
    const answer = await call.send();
    if (answer.headers['idempotency-key'] !== undefined) answer.headers['idempotency-key'] = key;
    return answer;
  };
}

export const operationKeyMutants: Mutant[] = [
  remembering('made-keys-recover-nothing', 'IDEM-5', () => {
    const made = new Set<string>();
    return async (call) => {
      const key = operationKeyOf(call);
      if (key !== undefined && made.has(key)) return refusal(call, 409, 'This key was used');
      const answer = await call.send();
      const given = answer.headers['idempotency-key'];
      if (key === undefined && given !== undefined) made.add(given);
      return answer;
    };
  }),
  remembering('made-keys-are-forgotten', 'IDEM-5', () => {
    const made = new Set<string>();
    return async (call) => {
      const key = operationKeyOf(call);
      if (key !== undefined && made.has(key)) return withoutKey(call);
      const answer = await call.send();
      const given = answer.headers['idempotency-key'];
      if (key === undefined && given !== undefined) made.add(given);
      return answer;
    };
  }),
  mutant(
    'keys-of-one-character-refused',
    'IDEM-6',
    refusesKeys((key) => key.length === 8),
  ),
  mutant(
    'longest-keys-refused',
    'IDEM-7',
    refusesKeys((key) => key.length === 128),
  ),
  mutant(
    'hyphens-in-keys-refused',
    'IDEM-8',
    refusesKeys((key) => key.includes('-')),
  ),
  mutant(
    'capitals-in-keys-refused',
    'IDEM-8',
    refusesKeys((key) => /[A-Z]/.test(key)),
  ),
  mutant(
    'takes-any-prefix',
    'IDEM-9',
    takesKeys((key) => !key.startsWith('use_v1_')),
  ),
  mutant(
    'takes-a-bare-prefix',
    'IDEM-10',
    takesKeys((key) => key === 'use_v1_'),
  ),
  mutant(
    'takes-overlong-keys',
    'IDEM-11',
    takesKeys((key) => key.length > 128),
  ),
  mutant(
    'takes-foreign-characters',
    'IDEM-12',
    takesKeys((key) => key.startsWith('use_v1_') && /[^\w-]/.test(key)),
  ),
  mutant(
    'bad-keys-are-422',
    'IDEM-9',
    outgoing(KEYED, 400, (answer, call) => {
      const key = operationKeyOf(call);
      return key === undefined || isOperationKey(key)
        ? answer
        : refusal(call, 422, 'Invalid Idempotency-Key');
    }),
  ),
  remembering(
    'keys-forgotten',
    'IDEM-19',
    servesConflicts(() => true),
  ),
  remembering(
    'used-keys-blind-to-modes',
    'IDEM-19',
    comparesBlurred((intent) => intent.replace(/"mode":\s*"\w+"/g, '')),
  ),
  remembering(
    'used-keys-blind-to-values-of-lists',
    'IDEM-19',
    comparesBlurred((intent) => intent.replace(/\[[^\]]*\]/g, '[]')),
  ),
  remembering(
    'used-keys-blind-to-boards',
    'IDEM-19',
    comparesBlurred((intent) => intent.replace(/,"(in|ex)clude_job_boards":\s*\[[^\]]*\]/g, '')),
  ),
  remembering(
    'used-keys-blind-to-levels',
    'IDEM-19',
    comparesBlurred((intent) => intent.replace(/,"seniority_level":\s*\[[^\]]*\]/g, '')),
  ),
  mutant('keys-ignored', 'IDEM-19', (call) =>
    concerns(KEYED, call) && isOperationKey(operationKeyOf(call) ?? '') ? withoutKey(call) : call.send(),
  ),
  remembering('replays-in-another-order', 'IDEM-13', atUse(2, otherContent)),
  remembering(
    'replays-with-another-total',
    'IDEM-13',
    atUse(2, (answer) =>
      editAnswer(answer, (body) => {
        if (resultsOf(answer) !== null) (body['data'] as Results).total_jobs_found += 1;
      }),
    ),
  ),
  remembering(
    'replays-without-cursor',
    'IDEM-13',
    atUse(2, (answer) =>
      editAnswer(answer, (body) => {
        if (resultsOf(answer) !== null) (body['data'] as Results)['search_after'] = null;
      }),
    ),
  ),
  remembering(
    'replays-with-other-details',
    'IDEM-13',
    atUse(2, (answer) =>
      editAnswer(answer, (body) => {
        const company = resultsOf(answer)?.['company_details'];
        if (isFields(company))
          (body['data'] as Results)['company_details'] = { ...company, description: null };
      }),
    ),
  ),
  remembering('each-retry-has-another-job', 'IDEM-15', () => {
    let count = 0;
    return atUse(3, (answer) =>
      editAnswer(answer, (body) => {
        const [first] = resultsOf(answer) === null ? [] : (body['data'] as Results).jobs;
        if (first !== undefined) first['Job Title'] = `Another ${(count += 1)}`;
      }),
    )();
  }),
  remembering('retries-are-charged', 'IDEM-14', () => {
    const books = openBooks();
    return async (call) => {
      const answer = await call.send();
      const data = resultsOf(answer);
      if (data !== null && concerns(KEYED, call) && books.isRetry(call, answer))
        books.charge(call.key, data.jobs.length);
      books.tell(call, answer);
      return answer;
    };
  }),
  remembering(
    'one-retry-and-no-more',
    'IDEM-15',
    atUse(3, (_answer, call) => refusal(call, 409, 'This key was used')),
  ),
  remembering('keys-forgotten-after-a-replay', 'IDEM-15', () => {
    const uses = new Map<string, number>();
    return (call) => {
      const key = operationKeyOf(call);
      if (key === undefined || !concerns(KEYED, call)) return call.send();
      const use = (uses.get(`${call.key} ${key}`) ?? 0) + 1;
      uses.set(`${call.key} ${key}`, use);
      return use > 2 ? withoutKey(call) : call.send();
    };
  }),
  remembering('third-answer-differs', 'IDEM-15', atUse(3, otherContent)),
  remembering(
    'lost-responses-stay-lost',
    'IDEM-16',
    () => {
      const lost = new Set<string>();
      return async (call) => {
        const name = `${call.key} ${operationKeyOf(call)}`;
        if (lost.has(name)) return refusal(call, 409, 'This key was used');
        return call.send().catch((error: unknown) => {
          if (error instanceof ConnectionLost && operationKeyOf(call) !== undefined) lost.add(name);
          throw error;
        });
      };
    },
    NEEDS_FAULTS,
  ),
  remembering(
    'recovery-needs-credits',
    'IDEM-17',
    atUse(2, async (_answer, call) =>
      (await balanceOf(call)) <= 0 ? refusal(call, 402, 'Not enough credits') : undefined,
    ),
    NEEDS_LITTLE,
  ),
  remembering(
    'next-pages-share-a-key',
    'IDEM-20',
    servesConflicts((call, first) => {
      const [now, then] = [bodyOf(call), bodyIn(first)];
      return JSON.stringify(now['search_after']) !== JSON.stringify(then['search_after']);
    }),
  ),
  remembering('endpoints-recover-each-other', 'IDEM-21', () => {
    const first = new Map<string, { operation: string; answer: ForwardedAnswer }>();
    return async (call) => {
      const answer = await call.send();
      const key = operationKeyOf(call);
      if (key === undefined || !concerns(KEYED, call)) return answer;
      const name = `${call.key} ${key}`;
      if (answer.status === 200 && !first.has(name))
        first.set(name, { operation: call.operation!.id, answer });
      const before = first.get(name);
      const isElsewhere = before !== undefined && before.operation !== call.operation!.id;
      return answer.status === 409 && isElsewhere ? again(before.answer, call) : answer;
    };
  }),
  mutant(
    '409-comes-with-jobs',
    'IDEM-22',
    outgoing(KEYED, 409, (answer) =>
      editAnswer(answer, (body) => void (body['data'] = { jobs: [{ 'Job Title': 'Baker' }] })),
    ),
  ),
  remembering('409-spoils-the-key', 'IDEM-23', spoiltBy(409)),
  remembering(
    'keys-outlive-their-period',
    'IDEM-24',
    servesConflicts((call, first) => first === intentOf(call)),
    NEEDS_CLOCK,
  ),
  remembering(
    'same-body-same-answer',
    'IDEM-25',
    () => {
      const kept = new Map<string, ForwardedAnswer>();
      return async (call) => {
        if (!concerns(KEYED, call)) return call.send();
        const before = kept.get(intentOf(call));
        if (before !== undefined) {
          const answer = again(before, call);
          answer.headers['idempotency-key'] = operationKeyOf(call) ?? before.headers['idempotency-key'] ?? '';
          return answer;
        }
        const answer = await call.send();
        if (answer.status === 200) kept.set(intentOf(call), answer);
        return answer;
      };
    },
    'needs data that changes while it is watched',
  ),
  remembering('429-spoils-the-key', 'IDEM-26', spoiltBy(429)),
  remembering('503-spoils-the-key', 'IDEM-27', spoiltBy(503), NEEDS_FAULTS),
  remembering('copies-at-once-are-charged-each', 'IDEM-29', () => {
    const running = new Map<string, number>();
    const books = openBooks();
    return async (call) => {
      const key = operationKeyOf(call);
      const name = `${key} ${intentOf(call)}`;
      const before = running.get(name) ?? 0;
      if (key !== undefined) running.set(name, before + 1);
      const answer = await call.send();
      if (key !== undefined) running.set(name, running.get(name)! - 1);
      const data = resultsOf(answer);
      if (before > 0 && data !== null) books.charge(call.key, data.jobs.length);
      books.tell(call, answer);
      return answer;
    };
  }),
  remembering('second-copy-is-refused', 'IDEM-30', () => {
    const running = new Map<string, number>();
    return async (call) => {
      const name = `${operationKeyOf(call)} ${intentOf(call)}`;
      const before = running.get(name) ?? 0;
      running.set(name, before + 1);
      const answer = await call.send();
      running.set(name, running.get(name)! - 1);
      return operationKeyOf(call) !== undefined && before > 0
        ? refusal(call, 400, 'This key is being used')
        : answer;
    };
  }),
  remembering(
    'keys-shared-between-accounts',
    'IDEM-33',
    () => {
      const kept = new Map<string, { owner: string; answer: ForwardedAnswer }>();
      return async (call) => {
        const key = operationKeyOf(call);
        const before = key === undefined ? undefined : kept.get(key);
        if (before !== undefined && before.owner !== call.key && concerns(KEYED, call)) return before.answer;
        const answer = await call.send();
        if (key !== undefined && before === undefined && answer.status === 200)
          kept.set(key, { owner: call.key, answer });
        return answer;
      };
    },
    NEEDS_TWO_KEYS,
  ),
  mutant(
    'keys-in-small-letters',
    'IDEM-34',
    storesKeysAs((key) => key.toLowerCase()),
  ),
  mutant(
    'keys-told-apart-by-sixty-four-characters',
    'IDEM-34',
    storesKeysAs((key) => key.slice(0, 64)),
  ),
  mutant(
    'keys-cut-short',
    'IDEM-11',
    incoming(KEYED, (call) => {
      const key = operationKeyOf(call);
      if (key !== undefined && key.length > 128) call.request.headers['idempotency-key'] = key.slice(0, 128);
    }),
  ),
];
