import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, name, text, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { password } from './credentials.ts';
import { LIVE_TICKETS, passkeyOptions, secondFactorChallenge, secondFactorRequired } from './second-step.ts';
import { SIGN_IN_LIMITS } from './sessions.ts';

const base64url = (limit: number) => text(limit).check(z.regex(/^[\w-]*$/));
const credential = {
  // WebAuthn limits ids to 1023 bytes.
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
};

/** A passkey's assertion, as returned by the browser for a challenge. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(2000),
    authenticatorData: base64url(2000),
    // Post-quantum signatures (ML-DSA-65) have 4412 characters.
    signature: base64url(5000),
    userHandle: z.optional(base64url(200)),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(10_000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(text(30)).check(z.maxLength(10))),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** Send exactly one of `code`, `passkey` and `recovery_code`. */
const secondFactorAnswer = z.object({
  ticket: text(200),
  code: z.optional(text(20)),
  passkey: z.optional(passkeyAnswer),
  recovery_code: z.optional(text(50)),
});
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>;

export const finishLogin = endpoint({
  id: 'accounts.finishLogin',
  method: 'POST',
  path: '/api/token/second-factor/',
  access: 'anyone',
  limits: { calls: SIGN_IN_LIMITS },
  summary: 'Completes the second step of signing in: a code, a passkey or a recovery code.',
  body: secondFactorAnswer,
  response: z.object({ access: z.string(), refresh: z.string() }),
  errors: ['unauthorized', 'too_many'],
  failures: { unauthorized: secondFactorRequired },
});

export const challengeSecondFactor = endpoint({
  id: 'accounts.challengeSecondFactor',
  method: 'POST',
  path: '/api/accounts/second-factor/challenge/',
  access: 'learner',
  limits: { rows: [LIVE_TICKETS] },
  summary: 'Starts confirming the current session with a second factor.',
  response: secondFactorChallenge,
  errors: ['conflict'],
});

export const confirmSecondFactor = endpoint({
  id: 'accounts.confirmSecondFactor',
  method: 'POST',
  path: '/api/accounts/second-factor/confirm/',
  access: 'learner',
  summary: 'Confirms the current session with a second factor.',
  body: secondFactorAnswer,
  errors: ['bad_request', 'too_many'],
  failures: { bad_request: secondFactorRequired },
});

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  /** Null until the first sign-in with this passkey. */
  last_used_at: z.nullable(timestamp),
});
export type Passkey = z.infer<typeof passkey>;

export const secondFactorStatus = z.object({
  /** Time when the authenticator app was set up; null without one. */
  totp_added_at: z.nullable(timestamp),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  is_confirmed: z.boolean(),
  /** True if the account needs a second factor to use its administrator role. */
  is_required: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>;

export const getSecondFactor = endpoint({
  id: 'accounts.getSecondFactor',
  method: 'GET',
  path: '/api/accounts/second-factor/',
  access: 'learner',
  summary: "Lists the user's second factors.",
  response: secondFactorStatus,
});

/** The current password, if the account has one. */
const passwordConfirmation = z.object({ current_password: z.optional(password) });
const manageErrors = ['forbidden', 'conflict', 'too_many'] as const;
/** New recovery codes; null if the account already has codes. */
const newCodes = z.nullable(z.array(z.string()));

export const startTotp = endpoint({
  id: 'accounts.startTotp',
  method: 'POST',
  path: '/api/accounts/second-factor/totp/',
  access: 'learner',
  summary: 'Creates a secret for an authenticator app. It takes effect once confirmed with a code.',
  body: passwordConfirmation,
  response: z.object({ secret: z.string(), uri: z.string() }),
  status: 201,
  errors: manageErrors,
});

export const confirmTotp = endpoint({
  id: 'accounts.confirmTotp',
  method: 'POST',
  path: '/api/accounts/second-factor/totp/confirm/',
  access: 'learner',
  summary: 'Confirms the authenticator app with a code. Signing in requires a code from then on.',
  // With `secret`, a setup that was restarted elsewhere gets a 409 rather than an error about the code.
  body: z.object({ code: text(20), secret: z.optional(text(100)) }),
  response: z.object({ recovery_codes: newCodes }),
  errors: manageErrors,
});

export const removeTotp = endpoint({
  id: 'accounts.removeTotp',
  method: 'DELETE',
  path: '/api/accounts/second-factor/totp/',
  access: 'learner',
  summary: 'Removes the authenticator app.',
  body: passwordConfirmation,
  errors: ['forbidden', 'not_found', 'too_many'],
});

export const startPasskey = endpoint({
  id: 'accounts.startPasskey',
  method: 'POST',
  path: '/api/accounts/second-factor/passkeys/options/',
  access: 'learner',
  limits: { rows: [LIVE_TICKETS] },
  summary: 'Returns the options for creating a passkey in the browser.',
  body: passwordConfirmation,
  response: z.object({ ticket: z.string(), options: passkeyOptions }),
  errors: manageErrors,
});

export const addPasskey = endpoint({
  id: 'accounts.addPasskey',
  method: 'POST',
  path: '/api/accounts/second-factor/passkeys/',
  access: 'learner',
  limits: { rows: [ROWS.passkeys] },
  summary: 'Adds the passkey that the browser created.',
  body: z.object({ ticket: text(200), name: name(100), passkey: newPasskey }),
  response: z.object({ passkey, recovery_codes: newCodes }),
  status: 201,
  errors: manageErrors,
});

export const renamePasskey = endpoint({
  id: 'accounts.renamePasskey',
  subject: 'passkey',
  method: 'PATCH',
  path: '/api/accounts/second-factor/passkeys/{id}/',
  access: 'learner',
  summary: 'Renames a passkey.',
  params: byId,
  body: z.object({ name: name(100) }),
  response: passkey,
});

export const removePasskey = endpoint({
  id: 'accounts.removePasskey',
  subject: 'passkey',
  method: 'DELETE',
  path: '/api/accounts/second-factor/passkeys/{id}/',
  access: 'learner',
  summary: 'Removes a passkey.',
  params: byId,
  body: passwordConfirmation,
  errors: ['forbidden', 'too_many'],
});

export const renewRecoveryCodes = endpoint({
  id: 'accounts.renewRecoveryCodes',
  method: 'POST',
  path: '/api/accounts/second-factor/recovery-codes/',
  access: 'learner',
  summary: 'Generates ten new recovery codes. The previous ones become invalid.',
  body: passwordConfirmation,
  response: z.object({ recovery_codes: z.array(z.string()) }),
  errors: manageErrors,
});

export const turnOffSecondFactor = endpoint({
  id: 'accounts.turnOffSecondFactor',
  method: 'DELETE',
  path: '/api/accounts/second-factor/',
  access: 'learner',
  summary: 'Removes the authenticator app, all passkeys and the recovery codes.',
  body: passwordConfirmation,
  errors: ['forbidden', 'too_many'],
});

export const resetSecondFactor = endpoint({
  id: 'accounts.resetSecondFactor',
  subject: 'user',
  method: 'POST',
  path: '/api/users/{id}/reset-second-factor/',
  access: 'admin',
  summary: 'Removes the second factors of a user who has lost them.',
  params: byId,
});
