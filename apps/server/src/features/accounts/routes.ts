import { accounts } from '@sayback/contract';
import { AppError, notFound } from '../../http/app-error.ts';
import type { Router } from '../../http/serve.ts';
import { languageName, readLanguage } from '../languages/index.ts';
import { createAccount } from './create-account.ts';
import { changePreferences, readPreferences } from './preferences.ts';
import { logIn, refreshSession } from './sessions.ts';
import type { AccountStore } from './store.ts';
import { type AccessTokens, hashToken } from './tokens.ts';

type Parts = { store: AccountStore; tokens: AccessTokens; registration: 'open' | 'closed' };

export function accountRoutes({ serve }: Router, parts: Parts): void {
  const { store } = parts;

  async function profileOf(userId: number): Promise<accounts.Profile> {
    const user = await store.findUser(userId);
    if (!user) throw notFound();
    const practice = await store.practiceLanguages(userId);
    return {
      username: user.username,
      email: user.email,
      native_language: user.native_language,
      target_languages: practice.map((language) => ({ language, language_display: languageName(language) })),
      is_admin: user.is_admin,
    };
  }

  serve(accounts.login, ({ body, request }) => logIn(parts, body, request.headers['user-agent'] ?? ''));

  serve(accounts.refreshToken, async ({ body }) => ({ access: await refreshSession(parts, body.refresh) }));

  serve(accounts.logout, async ({ body }) => {
    await store.endSession(hashToken(body.refresh));
    return undefined;
  });

  serve(accounts.register, async ({ body }) => {
    if (parts.registration === 'closed') {
      throw new AppError('forbidden', 'Registration is closed. Ask an administrator for an account.');
    }
    const { username, email } = await createAccount(store, body);
    return { username, email };
  });

  serve(accounts.getProfile, ({ viewer }) => profileOf(viewer.id));

  for (const declared of [accounts.updateProfile, accounts.replaceProfile]) {
    serve(declared, async ({ body, viewer }) => {
      const native = body.native_language;
      await store.updateUser(viewer.id, {
        ...(native !== undefined && {
          native_language: native === null ? null : readLanguage('native_language', native),
        }),
        ...(body.email !== undefined && { email: body.email }),
      });
      return profileOf(viewer.id);
    });
  }

  serve(accounts.addPracticeLanguage, async ({ body, viewer, unchanged }) => {
    const added = await store.addPracticeLanguage(viewer.id, readLanguage('language', body.language));
    if (!added) unchanged();
    return profileOf(viewer.id);
  });

  serve(accounts.removePracticeLanguage, async ({ params, viewer }) => {
    const removed = await store.removePracticeLanguage(viewer.id, readLanguage('language', params.language));
    if (!removed) throw notFound('This is not one of your practice languages.');
    return undefined;
  });

  serve(accounts.getPreferences, async ({ viewer }) => {
    const user = await store.findUser(viewer.id);
    return readPreferences(user?.preferences);
  });

  serve(accounts.updatePreferences, ({ body, viewer }) =>
    store.changePreferences(viewer.id, (kept) => changePreferences(readPreferences(kept), body)),
  );
}
