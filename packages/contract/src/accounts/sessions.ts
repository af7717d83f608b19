import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, flagParam, id, text, timestamp } from '../fields.ts';
import { HOUR, MINUTE, type RowLimit } from '../limits.ts';
import { credentials, email, refresh } from './credentials.ts';
import { VERIFICATIONS_PER_DAY } from './profile.ts';
import { LIVE_TICKETS, secondFactorRequired } from './second-step.ts';

/** Limit of sessions per account. Above it, the least recently used session ends. */
export const LIVE_SESSIONS = {
  name: 'sessions',
  per: ['account'],
  max: 50,
  beyond: 'oldest',
} as const satisfies RowLimit;

/** Rate limit of sign-ins. It is separate from other calls, so that other users at the same IP address can't use it up. */
export const SIGN_IN_LIMITS = [{ per: 'address', max: 3000, seconds: MINUTE }] as const;

export const login = endpoint({
  id: 'accounts.login',
  method: 'POST',
  path: '/api/token/',
  access: 'anyone',
  limits: { calls: SIGN_IN_LIMITS, rows: [LIVE_SESSIONS, LIVE_TICKETS] },
  summary:
    'Signs in with username and password. For an account with a second factor, the 401 has a challenge.',
  body: credentials,
  response: z.object({ access: z.string(), refresh: z.string() }),
  errors: ['unauthorized', 'too_many'],
  failures: { unauthorized: secondFactorRequired },
});

export const refreshToken = endpoint({
  id: 'accounts.refreshToken',
  method: 'POST',
  path: '/api/token/refresh/',
  access: 'anyone',
  summary: 'Exchanges a refresh token for a new access token.',
  body: z.object({ refresh }),
  response: z.object({ access: z.string() }),
  errors: ['unauthorized', 'too_many'],
});

export const logout = endpoint({
  id: 'accounts.logout',
  method: 'POST',
  path: '/api/token/logout/',
  access: 'anyone',
  summary: 'Ends the session of a refresh token. An unknown token has no effect.',
  body: z.object({ refresh }),
});

/** High, because a whole school may share one IP address. */
const NEW_ACCOUNTS = {
  name: 'users',
  per: ['address'],
  max: 100,
  seconds: HOUR,
  beyond: 'too_many',
} as const satisfies RowLimit;

export const register = endpoint({
  id: 'accounts.register',
  method: 'POST',
  path: '/api/accounts/register/',
  access: 'anyone',
  limits: {
    calls: [{ ...NEW_ACCOUNTS, name: 'register_address', per: 'address' }],
    rows: [NEW_ACCOUNTS, VERIFICATIONS_PER_DAY],
  },
  summary: 'Creates an account.',
  body: z.extend(credentials, { email: z.optional(email), invitation: z.optional(text(200)) }),
  response: z.object({ username: z.string(), email: z.string() }),
  status: 201,
  errors: ['forbidden', 'too_many'],
});

export const session = z.object({
  id,
  user_agent: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  is_current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  id: 'accounts.listSessions',
  method: 'GET',
  path: '/api/accounts/sessions/',
  access: 'learner',
  summary: 'Lists the devices on which the user is signed in, most recently used first.',
  response: z.array(session),
});

export const endSession = endpoint({
  id: 'accounts.endSession',
  subject: 'session',
  method: 'DELETE',
  path: '/api/accounts/sessions/{id}/',
  access: 'learner',
  summary: "Ends one of the user's sessions.",
  params: byId,
});

export const endAllSessions = endpoint({
  id: 'accounts.endAllSessions',
  method: 'DELETE',
  path: '/api/accounts/sessions/',
  access: 'learner',
  summary: "Ends all of the user's sessions, including this one unless only the others should end.",
  query: z.object({ others: z.optional(flagParam) }),
});

export const listProviders = endpoint({
  id: 'accounts.listProviders',
  method: 'GET',
  path: '/api/auth/providers/',
  access: 'anyone',
  summary: 'Lists the configured identity providers, and whether registration is open.',
  response: z.object({
    providers: z.array(z.object({ id: z.string(), name: z.string(), login_url: z.string() })),
    registration: z.enum(['open', 'invite', 'closed']),
  }),
});
