import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

describe('cursors', () => {
  const cursor = { timestamp: 1_767_225_600_000, id: 100_000_001 };

  it('are an array of timestamp and id on the current searches', () => {
    expect(encodeCursor('search_after', cursor)).toEqual([1_767_225_600_000, 100_000_001]);
    expect(decodeCursor('search_after', [1_767_225_600_000, 100_000_001])).toEqual(cursor);
  });

  it('are a text on the legacy search', () => {
    expect(decodeCursor('next_cursor', encodeCursor('next_cursor', cursor))).toEqual(cursor);
  });

  it.each([decodeURIComponent, encodeURIComponent])('as a text are invalid after %o', (change) => {
    expect(decodeCursor('next_cursor', change(encodeCursor('next_cursor', cursor) as string))).toBeNull();
  });

  it('can point before 1970', () => {
    const early = { timestamp: -1, id: 0 };
    expect(decodeCursor('next_cursor', encodeCursor('next_cursor', early))).toEqual(early);
  });

  it.each([
    '',
    'x',
    '!!!',
    '%3D',
    `${Buffer.from('1').toString('base64url')}%3D`,
    `${Buffer.from('1:x').toString('base64url')}%3D`,
    7,
    [1, 2],
  ])('are not %j on the legacy search', (value) => {
    expect(decodeCursor('next_cursor', value)).toBeNull();
  });
});
