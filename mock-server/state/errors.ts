/** A change of state that was asked for and cannot be made. `message` says what failed, why, and what to do. */
export class StateError extends Error {
  readonly code: 'not-found' | 'conflict' | 'invalid';

  constructor(code: StateError['code'], message: string) {
    super(message);
    this.name = 'StateError';
    this.code = code;
  }
}
