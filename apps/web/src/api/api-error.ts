/** A call that failed. `message` is the server's `detail` where it sent one. */
export class ApiError extends Error {
  /** 0 when no answer came at all. */
  readonly status: number;
  /** The server's sentence; undefined when there is none to show. */
  readonly detail: string | undefined;
  /** Messages by field name. */
  readonly fields: Record<string, string[]>;
  /** The whole answer, as it came. */
  readonly body: unknown;
  /** When to try again, in milliseconds from the answer; undefined where it doesn't say. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: unknown = {}, retryAfterMs?: number) {
    const { detail, ...rest } = (typeof body === 'object' && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    const sentence = typeof detail === 'string' ? detail : undefined;
    super(sentence ?? `status ${status}`);
    this.status = status;
    this.detail = sentence;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
    this.fields = Object.fromEntries(
      Object.entries(rest).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
    );
  }
}

/** Whether the same call may do later: no answer came, or that of a server in trouble. Not: what the server refused. */
export const mayRecover = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** What an answer's Retry-After says, in milliseconds. Only seconds are read: our server writes no dates. */
export function readRetryAfter(headers: Headers): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** An answer that isn't what the contract says. */
export class UnexpectedResponse extends Error {}

/** The server's own sentence about a failure, or the fallback where it sent none. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback;
}

/** What failed, as we say it, and the server's own sentence after it where it sent one. */
export function withReason(wording: string, error: unknown): string {
  const detail = error instanceof ApiError ? error.detail : undefined;
  if (!detail) return wording;
  return wording.endsWith('.') ? `${wording} ${detail}` : `${wording}: ${detail}`;
}
