import fs from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { makeFolder } from './make-folder.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('reports a root that does not exist, such as a drive of Windows', () => {
  vi.spyOn(fs, 'statSync').mockReturnValue(undefined);
  vi.spyOn(fs, 'mkdirSync').mockImplementation((path) => {
    throw new Error(`ENOENT: ${String(path)}`);
  });
  expect(() => makeFolder('/folder')).toThrow('ENOENT: /');
});
