import { onTestFinished } from 'vitest';

/** Closes a server when the current test has finished, passed or not. Call it within a test. */
export function closing<T extends { close(): Promise<unknown> }>(server: T): T {
  onTestFinished(async () => void (await server.close()));
  return server;
}
