/** A failed call. `message` is the server's `detail`, if it sent one. */
export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number;
  /** The server's message; undefined if there is none. */
  readonly detail: string | undefined;
  /** Messages by field name. */
  readonly fields: Record<string, string[]>;
  readonly body: unknown;
  /** From Retry-After, in milliseconds; undefined without it. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: unknown = {}, retryAfterMs?: number) {
    const { detail, ...others } = (typeof body === 'object' && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    const message = typeof detail === 'string' ? detail : undefined;
    super(message ?? `status ${status}`);
    this.status = status;
    this.detail = message;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
    this.fields = Object.fromEntries(
      Object.entries(others).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
    );
  }
}

/** Returns true if a retry can succeed: no response, or a 5xx. */
export const isTemporaryFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Reads Retry-After, in milliseconds. Only seconds: our server sends no dates. */
export function readRetryAfter(headers: Headers): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** A response that doesn't fit the contract. */
export class UnexpectedResponse extends Error {}

/** Returns the server's message about a failure, or the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback;
}

/** Appends the server's message, if any, to our wording of a failure. */
export function withReason(wording: string, error: unknown): string {
  const detail = error instanceof ApiError ? error.detail : undefined;
  if (!detail) return wording;
  return wording.endsWith('.') ? `${wording} ${detail}` : `${wording}: ${detail}`;
}
