import { ERROR_STATUS, type ErrorCode } from '@sayback/contract';
import { type Message, type PlainId, toMessage } from '../messages/message.ts';
import { TranslatableError } from '../messages/translate-message.ts';

type Options = {
  fields?: Record<string, Message[]>;
  headers?: Record<string, string>;
  extra?: Record<string, unknown>;
};

/** An error with a message for the caller. Any other error becomes a generic 500. */
export class AppError extends TranslatableError {
  readonly code: ErrorCode;
  readonly fields: Record<string, Message[]>;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(code: ErrorCode, message: PlainId | Message, options: Options = {}) {
    super(toMessage(message));
    this.code = code;
    this.fields = options.fields ?? {};
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export const notFound = (message: PlainId | Message = 'common.notFound') =>
  new AppError('not_found', message);

/** Returns the value. Throws a 404 if it is missing. */
export function mustExist<Value>(
  found: Value | null | undefined | false,
  message?: PlainId | Message,
): Value {
  if (found === null || found === undefined || found === false) throw notFound(message);
  return found;
}

/** Creates a 400 for a field, whose message is also the `detail`. */
export const badField = (field: string, message: PlainId | Message) =>
  new AppError('bad_request', message, { fields: { [field]: [toMessage(message)] } });

/** Maximum of the random delay, which spreads clients' retries. */
const RETRY_SECONDS = 3;

/** Creates a 503 with a Retry-After of one to three seconds. */
export function unavailable(message: PlainId): AppError {
  const seconds = 1 + Math.floor(Math.random() * RETRY_SECONDS);
  return new AppError('unavailable', message, { headers: { 'retry-after': String(seconds) } });
}
