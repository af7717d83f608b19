import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { languageCode, text } from '../fields.ts';
import { INTERFACE_LANGUAGES } from '../interface-languages.ts';
import { DAY, type RowLimit } from '../limits.ts';
import { playerSettings } from '../player-settings.ts';
import { email, password } from './credentials.ts';

export const practiceLanguage = z.object({ language: z.string(), language_display: z.string() });

export const profile = z.object({
  username: z.string(),
  email: z.string(),
  /** True if the user followed a link emailed to this address, or a provider confirmed it. */
  email_verified: z.boolean(),
  native_language: z.nullable(z.string()),
  target_languages: z.array(practiceLanguage),
  is_admin: z.boolean(),
  /** False for a user who signs in only through a provider. */
  has_password: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

const profileChanges = z.object({
  native_language: z.optional(z.nullable(languageCode)),
  email: z.optional(email),
  /** Required to change the email address, if the account has a password. */
  current_password: z.optional(password),
});

export const getProfile = endpoint({
  id: 'accounts.getProfile',
  method: 'GET',
  path: '/api/accounts/profile/',
  access: 'learner',
  summary: 'Returns the signed-in user.',
  response: profile,
});

/** Limit across all addresses of an account. Above it, a new address is saved without a verification email. */
export const VERIFICATIONS_PER_DAY = {
  name: 'email_verifications',
  per: ['account'],
  max: 20,
  seconds: DAY,
  beyond: 'too_many',
} as const satisfies RowLimit;

export const updateProfile = endpoint({
  id: 'accounts.updateProfile',
  method: 'PATCH',
  path: '/api/accounts/profile/',
  access: 'learner',
  limits: { rows: [VERIFICATIONS_PER_DAY] },
  summary:
    'Changes the native language or the e-mail address, which requires the current password if there is one.',
  body: profileChanges,
  response: profile,
  errors: ['too_many'],
});

export const sendVerification = endpoint({
  id: 'accounts.sendVerification',
  method: 'POST',
  path: '/api/accounts/email/send-letter/',
  access: 'learner',
  limits: { rows: [VERIFICATIONS_PER_DAY] },
  summary: 'Emails the link to confirm the e-mail address again.',
  errors: ['conflict', 'too_many'],
});

export const verifyEmail = endpoint({
  id: 'accounts.verifyEmail',
  method: 'POST',
  path: '/api/accounts/email/verify/',
  access: 'learner',
  summary: 'Confirms the e-mail address using the emailed link, which must belong to the signed-in account.',
  body: z.object({ uid: text(200), token: text(200) }),
  errors: ['conflict'],
});

/** PUT variant of `updateProfile`, for the Settings screen. */
export const replaceProfile = endpoint({
  ...updateProfile,
  id: 'accounts.replaceProfile',
  method: 'PUT',
});

export const addPracticeLanguage = endpoint({
  id: 'accounts.addPracticeLanguage',
  method: 'POST',
  path: '/api/accounts/profile/languages/',
  access: 'learner',
  summary: 'Adds a practice language.',
  body: z.object({ language: languageCode }),
  response: profile,
  status: 201,
  unchangedStatus: 200,
});

export const removePracticeLanguage = endpoint({
  id: 'accounts.removePracticeLanguage',
  method: 'DELETE',
  path: '/api/accounts/profile/languages/{language}/',
  access: 'learner',
  summary: 'Removes a practice language.',
  params: z.object({ language: text(35) }),
});

/** Colour themes. `contrast` is black and white; the device decides between light and dark. */
export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;

/** Maximum of `new_a_day`. */
export const MAX_NEW_PER_DAY = 200;

const reviewPreferences = z.object({
  /** Goal in minutes of practice per week; null until the learner chooses one. */
  goal_minutes: z.nullable(z.int().check(z.gte(1), z.lte(3000))),
  /** Maximum number of new cards that Today offers per day. */
  new_a_day: z.int().check(z.nonnegative(), z.lte(MAX_NEW_PER_DAY)),
});
export const DEFAULT_REVIEW: z.infer<typeof reviewPreferences> = { goal_minutes: null, new_a_day: 20 };

export const preferences = z.object({
  /** Null for the browser's language. */
  interface_language: z.nullable(z.enum(INTERFACE_LANGUAGES)),
  theme: z.enum(THEMES),
  player: playerSettings,
  review: reviewPreferences,
});
export type Preferences = z.infer<typeof preferences>;

export const getPreferences = endpoint({
  id: 'accounts.getPreferences',
  method: 'GET',
  path: '/api/accounts/preferences/',
  access: 'learner',
  summary: 'Returns interface language, theme and player settings.',
  response: preferences,
});

export const updatePreferences = endpoint({
  id: 'accounts.updatePreferences',
  method: 'PATCH',
  path: '/api/accounts/preferences/',
  access: 'learner',
  summary: 'Updates the given preferences; `player` and `review` can also be partial.',
  body: z.object({
    interface_language: z.optional(z.nullable(z.enum(INTERFACE_LANGUAGES))),
    theme: z.optional(z.enum(THEMES)),
    player: z.optional(z.partial(playerSettings)),
    review: z.optional(z.partial(reviewPreferences)),
  }),
  response: preferences,
});
