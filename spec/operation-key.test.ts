import { expect, it } from 'vitest';
import { readDocument } from './document.js';
import { OPERATION_KEY_FORM, OPERATION_KEY_PATTERN } from './operation-key.js';

it('the pattern and the form of operation keys match the document', () => {
  const text = JSON.stringify(readDocument(new URL('generated/openapi.json', import.meta.url)));
  const [, pattern] = /"OperationKey":\{"type":"string","pattern":"([^"]+)"/.exec(text) ?? [];
  expect(OPERATION_KEY_PATTERN).toBe(pattern);
  expect(text).toContain(`The Idempotency-Key must be ${OPERATION_KEY_FORM}`);
});
