import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '@sayback/contract';

/** An error with a message for the caller. Anything else that is thrown becomes one generic 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** Further members of the response body. */
  readonly extra: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { fields?: FieldErrors; headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(detail);
    this.code = code;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export const notFound = (detail = 'Not found.') => new AppError('not_found', detail);

/** A 400 on one field, whose message is also the `detail`. */
export const badField = (field: string, message: string) =>
  new AppError('bad_request', message, { fields: { [field]: [message] } });

/** Spreads the retries of many clients. */
const RETRY_SECONDS = 3;

/** A 503 with a Retry-After of one to three seconds. */
export function unavailable(detail: string): AppError {
  const seconds = 1 + Math.floor(Math.random() * RETRY_SECONDS);
  return new AppError('unavailable', detail, { headers: { 'retry-after': String(seconds) } });
}
