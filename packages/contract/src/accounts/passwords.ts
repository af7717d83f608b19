import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { HOUR, type RowLimit } from '../limits.ts';
import { emailAddress, password } from './credentials.ts';

/** Above the limit, administrators get a 429, and reset requests by email address send no email. */
export const RESETS_PER_HOUR = {
  name: 'password_resets',
  per: ['account'],
  max: 5,
  seconds: HOUR,
  beyond: 'too_many',
} as const satisfies RowLimit;

/** Limits shared by requests for reset emails and uses of their links. */
const limits = {
  calls: [{ name: 'reset_address', per: 'address', max: 50, seconds: HOUR }],
  rows: [RESETS_PER_HOUR],
} as const;

const newPasswords = { new_password1: password, new_password2: password };

export const requestPasswordReset = endpoint({
  id: 'accounts.requestPasswordReset',
  method: 'POST',
  path: '/api/auth/password/reset/',
  access: 'anyone',
  limits,
  summary:
    "Emails a link to reset the password if an account has this address. The response doesn't tell whether one has.",
  body: z.object({ email: emailAddress }),
  response: z.object({ detail: z.string() }),
  errors: ['too_many'],
});

export const confirmPasswordReset = endpoint({
  id: 'accounts.confirmPasswordReset',
  method: 'POST',
  path: '/api/auth/password/reset/confirm/',
  access: 'anyone',
  limits,
  summary: 'Sets a new password using the emailed link, and ends every session.',
  body: z.object({ uid: text(100), token: text(100), ...newPasswords }),
  response: z.object({ detail: z.string() }),
  errors: ['too_many'],
});

export const changePassword = endpoint({
  id: 'accounts.changePassword',
  method: 'POST',
  path: '/api/accounts/password/',
  access: 'learner',
  summary: 'Changes the password, and ends every session.',
  body: z.object({ current_password: password, ...newPasswords }),
  errors: ['too_many'],
});

export const exportAccount = endpoint({
  id: 'accounts.exportAccount',
  method: 'GET',
  path: '/api/accounts/export/',
  access: 'learner',
  limits: { calls: [{ per: 'account', max: 3, seconds: HOUR }], atOnce: { account: 1, server: 2 } },
  summary: 'Exports all data stored about the user.',
  response: z.looseObject({ exported_at: z.string() }),
});

export const deleteAccount = endpoint({
  id: 'accounts.deleteAccount',
  method: 'DELETE',
  path: '/api/accounts/profile/',
  access: 'learner',
  summary: 'Deletes the account and all its data. Requires the password, if there is one.',
  body: z.object({ password: z.optional(password) }),
  errors: ['conflict', 'too_many'],
});
