import type { AuditEvent } from '@sayback/contract';
import { lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { RecordAudit } from '../../http/run-audited.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DailyTasks, Tasks } from '../../platform/jobs/jobs.ts';
import { type AuditSubjects, accountSubjects, describeCall, summarizeInput } from './audit/audit-details.ts';
import { auditStore } from './audit/audit-store.ts';
import { securityLog } from './audit/security-log.ts';
import type { AccountDeps } from './deps.ts';
import { sessionRoutes } from './login/session-routes.ts';
import { identityTasks } from './login/social-login.ts';
import { socialRoutes } from './login/social-routes.ts';
import { resetTasks } from './passwords/password-reset.ts';
import { passwordRoutes } from './passwords/password-routes.ts';
import { profileRoutes } from './preferences/profile-routes.ts';
import { factorTasks } from './second-factor/factor-email.ts';
import { renewSecrets } from './second-factor/renew-secrets.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { second_factor_tickets } from './second-factor/tables.ts';
import { email_verifications, login_attempts, password_resets, rate_limits, sessions } from './tables.ts';
import { userRoutes } from './users/user-routes.ts';
import { verificationTasks } from './verification/verify-address.ts';

export { accountStore } from './account-store.ts';
export type { SubjectQueries } from './audit/audit-details.ts';
export { type AuditedCommand, auditStore } from './audit/audit-store.ts';
export { type KnownDevices, knownDevices } from './login/known-devices.ts';
export { createAuthenticate } from './login/session-cache.ts';
export { sessionStore } from './login/session-store.ts';
export { type AccessTokens, accessTokens } from './login/tokens.ts';
export { hashPassword } from './passwords/password.ts';
export { openPasswordHashing, type PasswordHashing } from './passwords/password-hashing.ts';
export { queueResetMail } from './passwords/password-reset.ts';
export { openRateLimits, type RateLimits } from './rate-limits.ts';
export { removeAllFactors } from './second-factor/factor-settings.ts';
export { type SecretBox, secretBox } from './second-factor/secret-box.ts';
export { createdBy, practice_languages, userId, users } from './tables.ts';
export { createAccount, ensureFirstAdmin } from './users/registration.ts';
export { userAdmin } from './users/user-admin.ts';

/** Deletes expired rate limits, sessions, emailed links and unfinished sign-ins. */
async function deleteExpired(db: Database): Promise<void> {
  await db.delete(rate_limits).where(lt(rate_limits.expire, sql`extract(epoch from now()) * 1000`));
  for (const table of [
    sessions,
    password_resets,
    email_verifications,
    login_attempts,
    second_factor_tickets,
  ]) {
    await db.delete(table).where(lt(table.expires_at, sql`now()`));
  }
}

export function accountFeature(
  app: FastifyInstance,
  router: Router,
  context: AccountDeps,
): { tasks: Tasks; daily: DailyTasks } {
  sessionRoutes(router, context);
  secondFactorRoutes(router, context);
  passwordRoutes(router, context);
  profileRoutes(router, context);
  userRoutes(router, context);
  socialRoutes(app, router, context);
  app.addHook('onReady', () => renewSecrets(context));
  return {
    tasks: {
      ...resetTasks(context, securityLog(app.log)),
      ...verificationTasks(context),
      ...identityTasks(context),
      ...factorTasks(context),
    },
    daily: { 'forget-expired': deleteExpired },
  };
}

/** Creates the function that writes administrators' changes to the audit log. `subjects` are the other features' queries. */
export function auditRecorder(
  db: Database,
  subjects: Omit<AuditSubjects, keyof typeof accountSubjects>,
): RecordAudit {
  const audit = auditStore(db);
  const queries = { ...accountSubjects, ...subjects };
  return async (call) => {
    const { viewer, endpoint, target } = call;
    const { id: event, method, path, summary } = endpoint;
    const entry = { event: event as AuditEvent, action: `${method} ${path}`, summary, target };
    const id = await audit.addEntry(viewer.id, entry, describeCall(queries, call));
    return { remove: () => audit.remove(id), add: (input) => audit.addInput(id, summarizeInput(input)) };
  };
}
