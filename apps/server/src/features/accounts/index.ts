import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import { accountRoutes } from './routes.ts';
import { accountStore } from './store.ts';
import type { AccessTokens } from './tokens.ts';

export { createAccount, ensureFirstAdmin } from './create-account.ts';
export { createAuthenticate } from './session-cache.ts';
export { accountStore, SESSIONS_CHANNEL } from './store.ts';
export { practice_languages, users } from './tables.ts';
export { type AccessTokens, accessTokens } from './tokens.ts';

/** Serves sign-in, registration, the profile and the preferences. */
export function accountFeature(
  router: Router,
  context: { db: Database; config: Pick<Config, 'registration'>; tokens: AccessTokens },
): void {
  const store = accountStore(context.db);
  accountRoutes(router, { store, tokens: context.tokens, registration: context.config.registration });
}
