import { accounts } from '@sayback/contract';
import { limitAddress } from '../../http/rate-limits.ts';
import { languageOf } from '../../http/request-language.ts';
import type { Router } from '../../http/serve.ts';
import type { AccountContext } from './account-context.ts';
import { changePassword, deleteAccount } from './own-account.ts';
import { askForReset, confirmReset } from './password-reset.ts';
import { securityLogOf } from './security-log.ts';
import { userAdmin } from './user-admin.ts';

/** Resetting and changing a password; taking one's data along, and leaving. */
export function passwordRoutes({ serve }: Router, context: AccountContext): void {
  const { db, limits, personalDataOf } = context;

  serve(accounts.requestPasswordReset, async ({ body, request }) => {
    await limits.take('reset_address', limitAddress(request.ip));
    await askForReset(context, body.email, languageOf(request));
    return { detail: 'Password reset e-mail has been sent.' };
  });

  serve(accounts.confirmPasswordReset, async ({ body, request }) => {
    await limits.take('reset_address', limitAddress(request.ip));
    const { id, username } = await confirmReset(context, body);
    securityLogOf(request)('auth.password.reset', { user_id: id, username });
    return { detail: 'Password has been reset with the new password.' };
  });

  serve(accounts.changePassword, async ({ body, viewer, request }) => {
    await changePassword({ ...context, report: securityLogOf(request) }, viewer.id, body);
    return undefined;
  });

  serve(accounts.exportAccount, async ({ viewer }) =>
    userAdmin(db).export(viewer.id, await personalDataOf(viewer.id)),
  );

  serve(accounts.deleteAccount, async ({ body, viewer, request }) => {
    await deleteAccount({ ...context, report: securityLogOf(request) }, viewer.id, body.password);
    return undefined;
  });
}
