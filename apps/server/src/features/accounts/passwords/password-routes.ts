import { accounts } from '@sayback/contract';
import { streamJson } from '../../../http/json-stream.ts';
import type { Router } from '../../../http/serve.ts';
import { requestLanguage } from '../../../messages/request-language.ts';
import { accountStore } from '../account-store.ts';
import { createSecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { changePassword, deleteAccount } from '../preferences/change-account.ts';
import { userAdmin } from '../users/user-admin.ts';
import { confirmReset, requestReset } from './password-reset.ts';

export function passwordRoutes({ serve }: Router, context: AccountDeps): void {
  const { db, devices, readPersonalData } = context;

  serve(accounts.requestPasswordReset, async ({ body, request }) => {
    await requestReset(context, body.email, requestLanguage(request));
    return { detail: 'Password reset e-mail has been sent.' };
  });

  serve(accounts.confirmPasswordReset, async ({ body, request, reply }) => {
    const user = await confirmReset(context, body);
    createSecurityLog(request)('auth.password.reset', { user_id: user.id, username: user.username });
    // The known-browser cookie is bound to the new hash. It lets the owner log in while an attack slows down unknown browsers.
    const updated = await accountStore(db).findUser(user.id);
    if (updated) devices.remember(request, reply, updated);
    return { detail: 'Password has been reset with the new password.' };
  });

  serve(accounts.changePassword, ({ body, viewer, request }) =>
    changePassword({ ...context, report: createSecurityLog(request) }, viewer.id, body),
  );

  serve(accounts.exportAccount, async ({ viewer }) =>
    streamJson(await userAdmin(db).export(viewer.id, readPersonalData(viewer.id))),
  );

  serve(accounts.deleteAccount, ({ body, viewer, request }) =>
    deleteAccount({ ...context, report: createSecurityLog(request) }, viewer.id, body.password),
  );
}
