import { afterEach, expect, it, vi } from 'vitest';
import { openRedis } from './redis.js';

afterEach(() => vi.doUnmock('@redis/client'));

it('says which package a shared state needs where it is not installed', async () => {
  vi.doMock('@redis/client', () => {
    throw new Error("Cannot find package '@redis/client'");
  });
  await expect(openRedis('redis://user:secret@redis.example:7000/2')).rejects.toThrow(
    /^Failed to start: --state redis:\/\/redis\.example:7000\/2 needs a package that is not installed\. Install it: npm install @redis\/client$/,
  );
});
