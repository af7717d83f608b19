import { accounts } from '@sayback/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { accountStore, type User } from '../account-store.ts';
import { createSecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { sessionStore } from '../login/session-store.ts';
import { isRecent } from '../preferences/change-account.ts';
import { answerChallenge, challengeUser } from './challenge.ts';
import { queueFactorEmail } from './factor-email.ts';
import { describePasskey, factorSettings, removeAllFactors } from './factor-settings.ts';
import { factorStore } from './factor-store.ts';

export function secondFactorRoutes({ serve }: Router, context: AccountDeps): void {
  const { db, jobs } = context;
  const factors = factorStore(db);
  const settings = (request: FastifyRequest) =>
    factorSettings({ ...context, report: createSecurityLog(request) });
  const isRequired = context.config.adminSecondFactor === 'required';

  serve(accounts.getSecondFactor, async ({ viewer }) => {
    const [totp, keys, codes, confirmedAt, user] = await Promise.all([
      factors.findTotp(viewer.id),
      factors.listPasskeys(viewer.id),
      factors.countRecoveryCodes(viewer.id),
      factors.findConfirmation(viewer.session_id),
      accountStore(db).findUser(viewer.id),
    ]);
    return {
      totp_added_at: totp?.confirmed_at?.toISOString() ?? null,
      passkeys: keys.map(describePasskey),
      recovery_codes_left: codes,
      // Without a password, changes need a recent confirmation.
      is_confirmed: confirmedAt !== null && (user?.password_hash != null || isRecent(confirmedAt)),
      is_required: isRequired && user?.is_admin === true,
    };
  });

  serve(accounts.challengeSecondFactor, async ({ viewer }) => {
    const user = (await accountStore(db).findUser(viewer.id)) as User;
    const challenge = await challengeUser(context, user, 'confirm');
    if (!challenge) throw new AppError('conflict', 'secondFactor.addFirst');
    return challenge;
  });

  serve(accounts.confirmSecondFactor, async ({ body, viewer, request }) => {
    const report = createSecurityLog(request);
    const options = { purpose: 'confirm', code: 'bad_request', userId: viewer.id, report } as const;
    await answerChallenge(context, options, body, async (transaction, user, kind) => {
      await factorStore(transaction).confirmSession(viewer.session_id);
      await sessionStore(transaction).notifyServers(user.id);
      if (kind === 'recovery_code') await queueFactorEmail({ db: transaction, jobs }, user.id, 'code-used');
      return {};
    });
    report('auth.second_factor.confirm', { user_id: viewer.id });
  });

  serve(accounts.startTotp, ({ body, viewer, request }) =>
    settings(request).startTotp(viewer, body.current_password),
  );

  serve(accounts.confirmTotp, async ({ body, viewer, request }) => ({
    recovery_codes: await settings(request).confirmTotp(viewer, body),
  }));

  serve(accounts.removeTotp, ({ body, viewer, request }) =>
    settings(request).removeTotp(viewer, body.current_password),
  );

  serve(accounts.startPasskey, ({ body, viewer, request }) =>
    settings(request).startPasskey(viewer, body.current_password),
  );

  serve(accounts.addPasskey, ({ body, viewer, request }) => settings(request).addPasskey(viewer, body));

  serve(accounts.renamePasskey, async ({ params, body, viewer }) => {
    const renamed = mustExist(
      await factors.renamePasskey(viewer.id, params.id, body.name),
      'secondFactor.noPasskey',
    );
    return describePasskey(renamed);
  });

  serve(accounts.removePasskey, ({ params, body, viewer, request }) =>
    settings(request).removePasskey(viewer, params.id, body.current_password),
  );

  serve(accounts.renewRecoveryCodes, async ({ body, viewer, request }) => ({
    recovery_codes: await settings(request).renewRecoveryCodes(viewer, body.current_password),
  }));

  serve(accounts.turnOffSecondFactor, ({ body, viewer, request }) =>
    settings(request).turnOff(viewer, body.current_password),
  );

  serve(accounts.resetSecondFactor, async ({ params, viewer, request, unchanged }) => {
    if (!(await accountStore(db).findUser(params.id))) throw notFound('accounts.noUser');
    if (await removeAllFactors({ db, jobs }, params.id, 'reset')) {
      const facts = { user_id: params.id, change: 'reset', by: viewer.id } as const;
      createSecurityLog(request)('auth.second_factor.change', facts);
    } else unchanged();
  });
}
