import { describe, expect, it } from 'vitest';
import { Redactor } from '../../common/redact.js';
import type { Exchange } from './exchange.js';
import { redactedRecord } from './stored-record.js';
import { createKeeper, withBody } from './kept-bodies.js';
import type { TextRedactor } from './message.js';
import type { RunRecord } from './run-record.js';

const SECRET = 'sk_live_4711_secret';

function recordOf(bodies: readonly unknown[]): {
  record: RunRecord;
  keeper: ReturnType<typeof createKeeper>;
} {
  const keeper = createKeeper();
  const exchanges = bodies.map((body, id) => {
    const kept = keeper.keep(Buffer.from(JSON.stringify(body)))!;
    return { id, request: { bodyText: null }, response: withBody({ status: 200 }, kept) };
  });
  const record = { notes: [], exchanges: exchanges as unknown as Exchange[] } as unknown as RunRecord;
  return { record, keeper };
}

function makeRedactor(): TextRedactor {
  const made = new Redactor();
  made.add(SECRET, '[key]');
  return made;
}

describe('a record without secrets', () => {
  const long = 'no secret here, '.repeat(20);

  it('has none in long texts, short texts and names', async () => {
    const { record, keeper } = recordOf([
      { a: `${long}${SECRET}` },
      { a: long, b: SECRET, [SECRET]: 1 },
      { a: `${Buffer.from(SECRET).toString('hex')} ${long}` },
      { a: long },
    ]);
    const { exchanges } = await redactedRecord(record, makeRedactor(), keeper);
    expect(exchanges.map(({ response }) => response?.body)).toEqual([
      { a: `${long}[key]` },
      { a: long, b: '[key]', '[key]': 1 },
      { a: `[key] ${long}` },
      { a: long },
    ]);
    expect(exchanges.map(({ response }) => JSON.parse(response?.bodyText ?? '') as unknown)).toEqual(
      exchanges.map(({ response }) => response?.body),
    );
  });

  it('is searched once for each long text, however many answers contain it', async () => {
    const { record, keeper } = recordOf(Array.from({ length: 20 }, (_, id) => ({ id, text: long })));
    const whole = makeRedactor();
    let read = 0;
    const counting: TextRedactor = {
      value: (value) => whole.value(value),
      text: (text: string) => ((read += text.length), whole.text(text)),
    };
    await redactedRecord(record, counting, keeper);
    expect(read).toBeLessThan(3 * long.length);
  });

  it('truncates long answers, with a note, if there is no time to search them', async () => {
    const { record, keeper } = recordOf([{ a: SECRET }, { a: `${SECRET} ${'x'.repeat(100_000)}` }]);
    const { exchanges, notes } = await redactedRecord(record, makeRedactor(), keeper, () => true);
    expect(exchanges.map(({ response }) => response?.bodyCut)).toEqual([undefined, 100_028]);
    expect(exchanges[1]?.response?.bodyText).toMatch(/^\{"a":"\[key\] x{100}/);
    expect(exchanges[1]?.response?.body).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining('1 long answer had been searched')]);
  });

  it('lets other tasks run while it is made', async () => {
    const { record, keeper } = recordOf(
      Array.from({ length: 20 }, (_, id) => ({ id, text: `${id}${long}` })),
    );
    const clock = makeRedactor();
    let isOver = false;
    const slow: TextRedactor = {
      value: (value) => clock.value(value),
      text: (text: string) => {
        for (const until = performance.now() + 6; performance.now() < until;);
        return clock.text(text);
      },
    };
    let heard = false;
    setImmediate(() => (heard = !isOver));
    await redactedRecord(record, slow, keeper);
    isOver = true;
    expect(heard).toBe(true);
  });
});
