import * as z from 'zod/mini';
import { errorBody } from '../errors.ts';
import type { RowLimit } from '../limits.ts';

export const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery']);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

/** Options for the browser's WebAuthn functions, in the specification's JSON form. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** A challenge for the second step. Its ticket expires after five minutes or the first success. */
export const secondFactorChallenge = z.object({
  ticket: z.string(),
  methods: z.array(secondFactorMethod),
  /** Present if `methods` includes passkey. The challenge is valid for one attempt; a failed one returns a new challenge. */
  passkey_options: z.optional(passkeyOptions),
});
export type SecondFactorChallenge = z.infer<typeof secondFactorChallenge>;

/** Limit of pending challenges. Above it, the oldest challenge expires. */
export const LIVE_TICKETS = {
  name: 'second_factor_tickets',
  per: ['account'],
  max: 20,
  beyond: 'oldest',
} as const satisfies RowLimit;

/** Body of a 401 that requires the second step. Without `second_factor`, sign-in is denied. */
export const secondFactorRequired = z.extend(errorBody, { second_factor: z.optional(secondFactorChallenge) });

/** Error code of a 403: the session must be confirmed with a second factor first. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';
