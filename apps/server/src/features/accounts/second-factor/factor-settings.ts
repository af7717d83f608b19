import { accounts } from '@sayback/contract';
import { AppError, badField, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { accountStore, type User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { FactorChange } from '../emails/emails.ts';
import { sessionStore } from '../login/session-store.ts';
import { hashToken } from '../login/tokens.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { confirmPassword, isRecent, lockConfirmedUser } from '../preferences/change-account.ts';
import { addTicket, type Deps as ChallengeDeps, computePasswordDigest } from './challenge.ts';
import { type FactorEmailDeps, queueFactorEmail } from './factor-email.ts';
import { factorStore, type Passkey } from './factor-store.ts';
import { passkeyCeremonies } from './passkeys.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { findStep, newTotpSecret, totpContext, totpUri } from './totp.ts';

type Deps = ChallengeDeps & FactorEmailDeps & { report: SecurityLog; passwords: PasswordHashing };

const confirmationRequired = () =>
  new AppError('forbidden', 'secondFactor.confirmFirst', {
    extra: { code: accounts.SECOND_FACTOR_REQUIRED },
  });

export const describePasskey = ({ id, name, created_at, last_used_at }: Passkey): accounts.Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/**
 * Verifies the user before second factors are changed. Users with a second factor need a session confirmed by it. Users with a
 * password have to enter it; the others need a session that was confirmed or created in the last 15 minutes. Throws a 403, a
 * 400 and a 429.
 */
async function reauthenticate(deps: Deps, viewer: Viewer, typed: string | undefined): Promise<User> {
  const user = (await accountStore(deps.db).findUser(viewer.id)) as User;
  const sessions = await sessionStore(deps.db).listForUser(user.id);
  const currentSession = sessions.find(({ id }) => id === viewer.session_id);
  const hasFactor = await factorStore(deps.db).hasFactor(user.id);
  if (hasFactor && !currentSession?.second_factor_at) throw confirmationRequired();
  if (user.password_hash) {
    if (!typed) throw badField('current_password', 'secondFactor.passwordNeeded');
    await confirmPassword(deps, user, typed, 'current_password');
  } else if (hasFactor) {
    if (!isRecent(currentSession?.second_factor_at)) throw confirmationRequired();
  } else if (!isRecent(currentSession?.created_at)) {
    throw new AppError('forbidden', 'secondFactor.signInAgain');
  }
  return user;
}

/** Locks a user's row. Throws a 400 if the password was changed since `confirmed` entered it. */
async function lockUser(transaction: Database, userId: number, confirmed: User | undefined): Promise<void> {
  if (confirmed) await lockConfirmedUser(transaction, confirmed, 'current_password');
  else await accountStore(transaction).lockUser(userId);
}

/** Changes a user's factors and queues an email about it, in one transaction that locks their row. */
async function changeFactors<Value>(
  { db, jobs, report }: Deps,
  userId: number,
  change: FactorChange,
  work: (transaction: Database) => Promise<Value>,
  /** The user as they entered the password, which must still be the current one. */
  confirmed?: User,
): Promise<Value> {
  const value = await db.transaction(async (transaction) => {
    await lockUser(transaction, userId, confirmed);
    const result = await work(transaction);
    await queueFactorEmail({ db: transaction, jobs }, userId, change);
    return result;
  });
  report('auth.second_factor.change', { user_id: userId, change });
  return value;
}

/** Throws a 403 if another session has added a second factor meanwhile and this session isn't confirmed by it. */
async function requireConfirmedSession(transaction: Database, viewer: Viewer): Promise<void> {
  const factors = factorStore(transaction);
  if ((await factors.hasFactor(viewer.id)) && !(await factors.findConfirmation(viewer.session_id))) {
    throw confirmationRequired();
  }
}

/** Confirms the session, since the new factor was just used. Creates recovery codes if there are none, and returns them. */
async function finishAdding(transaction: Database, viewer: Viewer): Promise<string[] | null> {
  const factors = factorStore(transaction);
  await factors.confirmSession(viewer.session_id);
  await sessionStore(transaction).notifyServers(viewer.id);
  return (await factors.countRecoveryCodes(viewer.id)) > 0 ? null : renewCodes(transaction, viewer.id);
}

async function renewCodes(transaction: Database, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await factorStore(transaction).replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
  return codes;
}

/** After the last factor is removed, also removes the recovery codes and the sessions' confirmations. */
async function finishRemoving(transaction: Database, userId: number): Promise<void> {
  const factors = factorStore(transaction);
  if (await factors.hasFactor(userId)) return;
  await factors.replaceRecoveryCodes(userId, []);
  await factors.removeTickets(userId);
  await factors.unconfirmSessions(userId);
  await sessionStore(transaction).notifyServers(userId);
}

/** Removes all of a user's second factors. Returns false if there are none. */
export async function removeAllFactors(
  deps: FactorEmailDeps,
  userId: number,
  change: FactorChange,
  confirmed?: User,
): Promise<boolean> {
  return deps.db.transaction(async (transaction) => {
    await lockUser(transaction, userId, confirmed);
    const factors = factorStore(transaction);
    const hadTotp = await factors.removeTotp(userId);
    const passkeys = await factors.listPasskeys(userId);
    for (const { id } of passkeys) await factors.removePasskey(userId, id);
    await finishRemoving(transaction, userId);
    if (!hadTotp && passkeys.length === 0) return false;
    await queueFactorEmail({ db: transaction, jobs: deps.jobs }, userId, change);
    return true;
  });
}

export function factorSettings(deps: Deps) {
  const { db, secretBox, config } = deps;
  const ceremonies = passkeyCeremonies(config.publicUrl);

  return {
    async startTotp(viewer: Viewer, password: string | undefined) {
      const user = await reauthenticate(deps, viewer, password);
      const secret = newTotpSecret();
      if (!(await factorStore(db).putTotp(user.id, secretBox.encrypt(secret, totpContext(user.id))))) {
        throw new AppError('conflict', 'secondFactor.hasApp');
      }
      return { secret, uri: totpUri(secret, user.username) };
    },

    confirmTotp: (viewer: Viewer, typed: { code: string; secret?: string | undefined }) =>
      changeFactors(deps, viewer.id, 'app-added', async (transaction): Promise<string[] | null> => {
        await requireConfirmedSession(transaction, viewer);
        const restart = new AppError('conflict', 'secondFactor.restartSetUp');
        const factors = factorStore(transaction);
        const totp = await factors.findTotp(viewer.id);
        if (!totp || totp.confirmed_at) throw restart;
        const secret = secretBox.decrypt(totp.secret, totpContext(viewer.id));
        // Another tab restarted the set-up, or SECRET_KEY has changed since.
        if (secret === null || (typed.secret ?? secret) !== secret) throw restart;
        const step = findStep(secret, typed.code);
        if (step === null) throw badField('code', 'secondFactor.wrongCode');
        if (!(await factors.useStep(viewer.id, totp.secret, step))) throw restart;
        return finishAdding(transaction, viewer);
      }),

    async removeTotp(viewer: Viewer, password: string | undefined): Promise<void> {
      const user = await reauthenticate(deps, viewer, password);
      const remove = async (transaction: Database) => {
        if (!(await factorStore(transaction).removeTotp(viewer.id))) throw notFound();
        await finishRemoving(transaction, viewer.id);
      };
      await changeFactors(deps, viewer.id, 'app-removed', remove, user);
    },

    async startPasskey(viewer: Viewer, password: string | undefined) {
      const user = await reauthenticate(deps, viewer, password);
      const options = await ceremonies.creationOptions(user, await factorStore(db).listPasskeys(user.id));
      const ticket = await addTicket(db, user, 'register', options.challenge);
      return { ticket, options: { ...options } };
    },

    async addPasskey(
      viewer: Viewer,
      typed: { ticket: string; name: string; passkey: accounts.NewPasskey },
    ): Promise<{ passkey: accounts.Passkey; recovery_codes: string[] | null }> {
      const ticketExpired = new AppError('bad_request', 'secondFactor.tooLate');
      const tokenHash = hashToken(typed.ticket);
      const ticket = await factorStore(db).findTicket(tokenHash, 'register');
      if (!ticket?.challenge || ticket.user_id !== viewer.id) throw ticketExpired;
      // Consume the challenge even if verification fails.
      await factorStore(db).removeTicket(tokenHash);
      const created = await ceremonies.verifyRegistration(ticket.challenge, typed.passkey);
      if (!created) throw new AppError('bad_request', 'secondFactor.passkeyRefused');
      return changeFactors(deps, viewer.id, 'passkey-added', async (transaction) => {
        await requireConfirmedSession(transaction, viewer);
        const user = (await accountStore(transaction).findUser(viewer.id)) as User;
        if (ticket.password_digest !== computePasswordDigest(user.password_hash)) throw ticketExpired;
        const added = await factorStore(transaction).addPasskey({
          user_id: viewer.id,
          name: typed.name,
          ...created,
        });
        if (!added) throw new AppError('conflict', 'secondFactor.passkeyInUse');
        return {
          passkey: describePasskey(added),
          recovery_codes: await finishAdding(transaction, viewer),
        };
      });
    },

    async removePasskey(viewer: Viewer, id: number, password: string | undefined): Promise<void> {
      const user = await reauthenticate(deps, viewer, password);
      const remove = async (transaction: Database) => {
        mustExist(await factorStore(transaction).removePasskey(viewer.id, id), 'secondFactor.noPasskey');
        await finishRemoving(transaction, viewer.id);
      };
      await changeFactors(deps, viewer.id, 'passkey-removed', remove, user);
    },

    async renewRecoveryCodes(viewer: Viewer, password: string | undefined): Promise<string[]> {
      const user = await reauthenticate(deps, viewer, password);
      const renew = async (transaction: Database) => {
        if (!(await factorStore(transaction).hasFactor(viewer.id))) {
          throw new AppError('conflict', 'secondFactor.addFirst');
        }
        return renewCodes(transaction, viewer.id);
      };
      return changeFactors(deps, viewer.id, 'codes-renewed', renew, user);
    },

    async turnOff(viewer: Viewer, password: string | undefined): Promise<void> {
      const user = await reauthenticate(deps, viewer, password);
      await removeAllFactors(deps, viewer.id, 'turned-off', user);
      deps.report('auth.second_factor.change', { user_id: viewer.id, change: 'turned-off' });
    },
  };
}
