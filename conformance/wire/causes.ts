/** Explains why a connection failed. `causes.yaml` has the words. */
import { CAUSES } from './generated/causes.js';

/** An error with advice on what to check. */
export class Explained extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** Returns the reason of a failed connection, and what to do if that is known. */
export function causeOf(error: NodeJS.ErrnoException): { message: string; remedy: string | undefined } {
  if (error instanceof Explained) return error;
  const isNoTls = /wrong version number|packet length too long/.test(error.message);
  const code = error.message === 'socket hang up' ? 'ECONNRESET' : isNoTls ? 'NO_TLS' : (error.code ?? '');
  const known: Readonly<Record<string, { message: string; remedy?: string }>> = CAUSES;
  const nested = (error as AggregateError).errors as Error[] | undefined;
  const words = error.message || nested?.map((each) => each.message).join('; ') || code;
  return { message: words || 'unknown error', remedy: undefined, ...known[code] };
}
