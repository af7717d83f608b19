import { accounts } from '@sayback/contract';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import { getOffset, wrapPage } from '../../../http/paging.ts';
import type { Router } from '../../../http/serve.ts';
import { requestLanguage, toInterfaceLanguage } from '../../../messages/request-language.ts';
import { accountStore, type User } from '../account-store.ts';
import { readDetails } from '../audit/audit-details.ts';
import { auditStore } from '../audit/audit-store.ts';
import { createSecurityLog, type SecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { limitEmail } from '../emails/email-limit.ts';
import { hashToken, newRefreshToken } from '../login/tokens.ts';
import { queueResetMail } from '../passwords/password-reset.ts';
import { invitationStore } from './invitation-store.ts';
import { userAdmin } from './user-admin.ts';

const USERS_PAGE = 20;
const AUDIT_PAGE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitationStore>['add']>>;

const describeInvitation = ({ token_hash: _, ...row }: InvitationRow): accounts.Invitation => ({
  ...row,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

function reportChange(
  report: SecurityLog,
  before: User,
  { is_admin = before.is_admin, is_disabled }: { is_admin?: boolean; is_disabled?: boolean },
  by: number,
): void {
  const { id: user_id, username } = before;
  if (is_admin !== before.is_admin) report('auth.role.change', { user_id, username, is_admin, by });
  if (is_disabled !== undefined && is_disabled !== (before.disabled_at !== null)) {
    report(is_disabled ? 'auth.account.disable' : 'auth.account.enable', { user_id, username, by });
  }
}

export function userRoutes({ serve }: Router, context: AccountDeps): void {
  const { db, config } = context;
  const users = userAdmin(db);
  const invitations = invitationStore(db);
  const audit = auditStore(db);

  serve(accounts.listUsers, async ({ query }) => {
    const { q, page = 1 } = query;
    const list = { address: `${config.publicUrl}/api/users/`, query: { q }, page, size: USERS_PAGE };
    return wrapPage(list, await users.count(q), await users.page(q, getOffset(page, USERS_PAGE), USERS_PAGE));
  });

  serve(accounts.updateUser, async ({ params, body, viewer, request }) => {
    const before = await users.change(params.id, body);
    reportChange(createSecurityLog(request), before, body, viewer.id);
    return mustExist(await users.find(params.id), 'accounts.noUser');
  });

  serve(accounts.sendResetMail, async ({ params, viewer, request }) => {
    const user = mustExist(await accountStore(db).findUser(params.id), 'accounts.noUser');
    if (!user.email) throw new AppError('conflict', 'accounts.noAddress');
    await limitEmail(context.limits, user.email);
    createSecurityLog(request)('auth.password.reset_request', { user_ids: [user.id], by: viewer.id });
    await queueResetMail(
      context,
      [user.id],
      toInterfaceLanguage(user.native_language) ?? requestLanguage(request),
    );
  });

  serve(accounts.listInvitations, async () => (await invitations.list()).map(describeInvitation));

  serve(accounts.createInvitation, async ({ body }) => {
    const token = newRefreshToken();
    const added = await invitations.add({
      token_hash: hashToken(token),
      group_name: body.group_name,
      uses_left: body.uses,
      expires_at: new Date(Date.now() + body.expires_in_days * DAY_MS),
    });
    return { ...describeInvitation(added), url: `${config.publicUrl}/register?invitation=${token}` };
  });

  serve(accounts.deleteInvitation, async ({ params }) => {
    if (!(await invitations.remove(params.id))) throw notFound('accounts.noInvitation');
  });

  serve(accounts.listAudit, async ({ query }) => {
    const page = query.page ?? 1;
    const rows = await audit.page(getOffset(page, AUDIT_PAGE), AUDIT_PAGE);
    const list = { address: `${config.publicUrl}/api/audit-log/`, query: {}, page, size: AUDIT_PAGE };
    return wrapPage(
      list,
      await audit.count(),
      rows.map((row) => ({ ...row, at: row.at.toISOString(), details: readDetails(row.details) })),
    );
  });
}
