import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode, text } from './fields.ts';
import { playerSettings } from './player-settings.ts';

/** Passwords are compared after NFKC; the server checks length, commonness and likeness to the username. */
const password = text(1000);

const credentials = z.object({ username: text(1000), password });

/** What a person may type as e-mail address; an empty one takes it away. */
const email = z.union([
  z.literal(''),
  z.email({ error: 'Enter a valid e-mail address.' }).check(z.maxLength(254)),
]);

export const practiceLanguage = z.object({ language: z.string(), language_display: z.string() });

export const profile = z.object({
  username: z.string(),
  email: z.string(),
  native_language: z.nullable(z.string()),
  target_languages: z.array(practiceLanguage),
  is_admin: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

const profileChanges = z.object({
  native_language: z.optional(z.nullable(languageCode)),
  email: z.optional(email),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/token/',
  access: 'anyone',
  summary: 'Signs in with username and password.',
  body: credentials,
  response: z.object({ access: z.string(), refresh: z.string() }),
  errors: ['unauthorized', 'too_many'],
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/token/refresh/',
  access: 'anyone',
  summary: 'Gives a new access token for a refresh token.',
  body: z.object({ refresh: text() }),
  response: z.object({ access: z.string() }),
  errors: ['unauthorized', 'too_many'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/token/logout/',
  access: 'anyone',
  summary: 'Ends the session of a refresh token. A token that is not known changes nothing.',
  body: z.object({ refresh: text() }),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/accounts/register/',
  access: 'anyone',
  summary: 'Makes an account.',
  body: z.extend(credentials, { email: z.optional(email) }),
  response: z.object({ username: z.string(), email: z.string() }),
  status: 201,
  errors: ['forbidden', 'too_many'],
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/accounts/profile/',
  access: 'learner',
  summary: 'The signed-in person.',
  response: profile,
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/accounts/profile/',
  access: 'learner',
  summary: 'Changes the native language or the e-mail address.',
  body: profileChanges,
  response: profile,
});

/** What the Settings screen calls; it does what the PATCH does. */
export const replaceProfile = endpoint({ ...updateProfile, method: 'PUT' });

export const addPracticeLanguage = endpoint({
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
  method: 'DELETE',
  path: '/api/accounts/profile/languages/{language}/',
  access: 'learner',
  summary: 'Removes a practice language.',
  params: z.object({ language: text(35) }),
});

export const preferences = z.object({
  /** Null: what the browser asks for. */
  interface_language: z.nullable(z.enum(['en', 'es'])),
  theme: z.enum(['auto', 'light', 'dark']),
  player: playerSettings,
});
export type Preferences = z.infer<typeof preferences>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/accounts/preferences/',
  access: 'learner',
  summary: 'Interface language, theme and player settings.',
  response: preferences,
});

export const updatePreferences = endpoint({
  method: 'PATCH',
  path: '/api/accounts/preferences/',
  access: 'learner',
  summary: 'Changes the preferences that are given; of the player settings too only those given.',
  body: z.object({
    interface_language: z.optional(z.nullable(z.enum(['en', 'es']))),
    theme: z.optional(z.enum(['auto', 'light', 'dark'])),
    player: z.optional(z.partial(playerSettings)),
  }),
  response: preferences,
});
