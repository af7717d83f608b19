import * as z from 'zod/mini';

/** Maps error codes to HTTP statuses. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Body of every error: a message for the user, and one for each invalid field. */
export const errorBody = z.catchall(z.object({ detail: z.string() }), z.unknown());
