import { accounts } from '@sayback/contract';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { requestLanguage } from '../../../messages/request-language.ts';
import { accountStore } from '../account-store.ts';
import { createSecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { finishLogin } from '../second-factor/finish-login.ts';
import { register } from '../users/registration.ts';
import { sendVerification } from '../verification/verify-address.ts';
import { sessionStore } from './session-store.ts';
import { type Caller, logIn, refreshSession } from './sessions.ts';
import { hashToken } from './tokens.ts';

export function sessionRoutes({ serve }: Router, context: AccountDeps): void {
  const { db, config, provider, devices } = context;
  const sessions = sessionStore(db);
  const deps = { ...context, accounts: accountStore(db), sessions };
  const createCaller = (request: FastifyRequest): Caller => ({
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    getDevice: (account) => devices.find(request, account),
    report: createSecurityLog(request),
  });

  serve(accounts.login, async ({ body, request, reply }) => {
    const { user, pair } = await logIn(deps, body, createCaller(request));
    devices.remember(request, reply, user);
    return pair;
  });

  serve(accounts.finishLogin, async ({ body, request, reply }) => {
    const { user, pair } = await finishLogin(context, body, createCaller(request));
    devices.remember(request, reply, user);
    return pair;
  });

  serve(accounts.refreshToken, async ({ body, request }) => ({
    access: await refreshSession(deps, body.refresh, request.ip),
  }));

  serve(accounts.logout, async ({ body, request }) => {
    const user_id = await sessions.endByToken(hashToken(body.refresh));
    if (user_id !== null) createSecurityLog(request)('auth.logout', { user_id });
  });

  serve(accounts.register, async ({ body, request }) => {
    const { id, username, email } = await register(context, body);
    createSecurityLog(request)('auth.account.register', { user_id: id, username });
    // The account exists even if the email fails: Settings can send it again.
    await sendVerification(context, { id, email }, requestLanguage(request)).catch((error: unknown) =>
      request.log.error({ err: error }, 'the email to confirm an address was not queued'),
    );
    return { username, email };
  });

  serve(accounts.listProviders, () => ({
    providers: provider
      ? [{ id: provider.id, name: provider.name, login_url: `/accounts/${provider.id}/login/` }]
      : [],
    registration: config.registration,
  }));

  serve(accounts.listSessions, async ({ viewer }) => {
    const rows = await sessions.listForUser(viewer.id);
    return rows.map((row) => ({
      id: row.id,
      user_agent: row.user_agent,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      is_current: row.id === viewer.session_id,
    }));
  });

  serve(accounts.endSession, async ({ params, viewer, request }) => {
    if (!(await sessions.end(viewer.id, params.id))) throw notFound('accounts.noSession');
    createSecurityLog(request)('auth.session.end', { user_id: viewer.id, session_id: params.id });
  });

  serve(accounts.endAllSessions, async ({ viewer, query, request }) => {
    await sessions.endAll(viewer.id, query.others ? viewer.session_id : undefined);
    const session_id = query.others ? 'others' : 'all';
    createSecurityLog(request)('auth.session.end', { user_id: viewer.id, session_id });
  });
}
