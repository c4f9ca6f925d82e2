/** Thrown to refuse a request. The server turns it into an answer. */
export class Refusal extends Error {
  readonly answer;

  /** `code` is that of the envelope form (section 7.3); by default, the status decides it. */
  constructor(
    status: number,
    detail: string | readonly unknown[],
    code?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(detail));
    this.answer = { status, detail, code, headers };
  }
}

/** A validation error at one place of the body. */
export function invalid(place: readonly (string | number)[], message: string, type = 'value_error'): Refusal {
  return new Refusal(422, [{ loc: ['body', ...place], msg: message, type }]);
}
