import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readDocument } from './document.js';
import {
  MOST_OPERATION_KEY_CHARACTERS as MOST,
  OPERATION_KEY_FORM,
  OPERATION_KEY_PATTERN,
} from './operation-key.js';

it('the pattern and the form of operation keys match the document', () => {
  const text = JSON.stringify(readDocument(new URL('generated/openapi.json', import.meta.url)));
  const [, pattern] = /"OperationKey":\{"type":"string","pattern":"([^"]+)"/.exec(text) ?? [];
  expect(OPERATION_KEY_PATTERN).toBe(pattern);
  expect(text).toContain(`The Idempotency-Key must be ${OPERATION_KEY_FORM}`);
});

it('each statement of the length of operation keys has this length, or one more if the key is too long', () => {
  const derived = ['*generated*', '*.json', '*.test.ts', 'test/pin', 'CHANGELOG.md', '*/INTERPRETING.md'];
  const found = execFileSync(
    'git',
    ['grep', '-e', 'use_v1_', '-e', 'after the prefix', '--', '.', ...derived.map((path) => `:!${path}`)],
    { cwd: `${import.meta.dirname}/..`, encoding: 'utf8' },
  );
  const lines = found.split('\n').flatMap((line) => {
    const lengths = line.matchAll(
      /(?:\{1,|\b1 to |\bup to |\band )(\d{2,})\b|\b(\d{2,})(?= characters after)/g,
    );
    return [...lengths].map(([, after, before]) => ({ line, length: Number(after ?? before) }));
  });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter(({ length }) => length !== MOST && length !== MOST + 1)).toEqual([]);
});
