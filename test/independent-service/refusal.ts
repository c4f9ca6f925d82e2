/** Thrown to refuse a request. The server turns it into an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly detail: string | readonly unknown[];
  /** The code of the envelope form (section 7.3); by default, the status decides it. */
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string | readonly unknown[],
    code?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(detail));
    this.status = status;
    this.detail = detail;
    this.code = code;
    this.headers = headers;
  }
}

/** A validation error at one place of the body. */
export function invalid(place: readonly (string | number)[], message: string, type = 'value_error'): Refusal {
  return new Refusal(422, [{ loc: ['body', ...place], msg: message, type }]);
}
