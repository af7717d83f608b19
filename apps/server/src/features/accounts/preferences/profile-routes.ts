import { accounts } from '@sayback/contract';
import { mustExist } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { requestLanguage } from '../../../messages/request-language.ts';
import { languageName, readLanguage } from '../../languages/index.ts';
import { accountStore } from '../account-store.ts';
import { createSecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { resendVerification, sendVerification, verifyAddress } from '../verification/verify-address.ts';
import { changeProfile } from './change-account.ts';
import { changePreferences, readPreferences } from './preferences.ts';

export function profileRoutes({ serve }: Router, context: AccountDeps): void {
  const { db } = context;
  const store = accountStore(db);

  async function getProfile(userId: number): Promise<accounts.Profile> {
    const user = mustExist(await store.findUser(userId));
    const practice = await store.listPracticeLanguages(userId);
    return {
      username: user.username,
      email: user.email,
      email_verified: user.email_verified_at !== null,
      native_language: user.native_language,
      target_languages: practice.map((language) => ({ language, language_display: languageName(language) })),
      is_admin: user.is_admin,
      has_password: user.password_hash !== null,
    };
  }

  serve(accounts.getProfile, ({ viewer }) => getProfile(viewer.id));

  for (const endpoint of [accounts.updateProfile, accounts.replaceProfile]) {
    serve(endpoint, async ({ body, viewer, request }) => {
      const { isEmailChanged } = await changeProfile(
        { ...context, report: createSecurityLog(request) },
        viewer,
        body,
      );
      if (isEmailChanged)
        await sendVerification(context, { id: viewer.id, email: body.email ?? '' }, requestLanguage(request));
      return getProfile(viewer.id);
    });
  }

  serve(accounts.sendVerification, ({ viewer, request }) =>
    resendVerification(context, viewer.id, requestLanguage(request)),
  );

  serve(accounts.verifyEmail, async ({ body, viewer, request }) => {
    await verifyAddress(db, viewer, body);
    createSecurityLog(request)('auth.email.verify', { user_id: viewer.id });
  });

  serve(accounts.addPracticeLanguage, async ({ body, viewer, unchanged }) => {
    const added = await store.addPracticeLanguage(viewer.id, readLanguage('language', body.language));
    if (!added) unchanged();
    return getProfile(viewer.id);
  });

  serve(accounts.removePracticeLanguage, async ({ params, viewer }) => {
    mustExist(
      await store.removePracticeLanguage(viewer.id, readLanguage('language', params.language)),
      'accounts.notPracticed',
    );
  });

  serve(accounts.getPreferences, async ({ viewer }) => {
    const user = await store.findUser(viewer.id);
    return readPreferences(user?.preferences);
  });

  // Merges under a lock, so that concurrent changes are all applied.
  serve(accounts.updatePreferences, ({ body, viewer }) =>
    db.transaction(async (transaction) => {
      const users = accountStore(transaction);
      const user = await users.lockUser(viewer.id);
      const preferences = changePreferences(user?.preferences, body);
      await users.updateUser(viewer.id, { preferences });
      return readPreferences(preferences);
    }),
  );
}
