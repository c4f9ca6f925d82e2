import { expect, it } from 'vitest';
import { forkMock } from './forked.js';

it('a server under test in a folder that does not exist is an error that names the folder', async () => {
  await expect(forkMock(10, '/no/such/checkout')).rejects.toThrow(
    /could not be started in \/no\/such\/checkout/,
  );
});
