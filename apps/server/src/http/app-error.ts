import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '@sayback/contract';

/** A failure with a sentence for the person who asked. What else is thrown becomes one generic 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** Further members of the answer, where a decision names them. */
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
