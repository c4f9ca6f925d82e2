/** What the admin API answers when it cannot do what was asked. */
import type { Issue } from '../../spec/index.js';
import { StateError } from '../state/errors.js';

/** Thrown by handlers, answered by routes/admin.ts. `field` is a path such as `clock.now`. */
export class AdminProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly { field: string; message: string }[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    rest: { issues?: AdminProblem['issues']; headers?: AdminProblem['headers'] } = {},
  ) {
    super(message);
    this.name = 'AdminProblem';
    this.status = status;
    this.code = code;
    this.issues = rest.issues ?? [];
    this.headers = rest.headers ?? {};
  }

  get body() {
    return { error: { code: this.code, message: this.message, issues: this.issues } };
  }
}

export function malformed(message: string): AdminProblem {
  return new AdminProblem(400, 'malformed-json', message);
}

export function notFound(message: string): AdminProblem {
  return new AdminProblem(404, 'not-found', message);
}

/** The id or key of a new account belongs to another. */
export function taken(field: 'id' | 'key', message: string): AdminProblem {
  return new AdminProblem(409, 'taken', message, { issues: [{ field, message: 'is taken' }] });
}

/** From issues of the document's validators; a message names every field, an issue one. */
export function invalid(found: readonly Issue[]): AdminProblem {
  const issues = found.map(({ loc, msg }) => ({
    field: loc.slice(1).join('.') || String(loc[0]),
    message: msg,
  }));
  const message = issues.map(({ field, message: text }) => `${field}: ${text}`).join('; ');
  return new AdminProblem(422, 'invalid', message, { issues });
}

/** What any error means to the caller, or null for one that is nobody's fault but ours. */
export function problemOf(error: unknown): AdminProblem | null {
  if (error instanceof AdminProblem) return error;
  if (error instanceof StateError) {
    if (error.code === 'not-found') return notFound(error.message);
    if (error.code === 'conflict') return new AdminProblem(409, 'taken', error.message);
    return new AdminProblem(422, 'invalid', error.message);
  }
  return null;
}

/** Does what may throw a StateError over one field, and names that field in the answer. */
export function naming<T>(field: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof StateError) || error.code !== 'invalid') throw error;
    throw new AdminProblem(422, 'invalid', error.message, { issues: [{ field, message: error.message }] });
  }
}
