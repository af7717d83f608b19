import { accounts } from '@sayback/contract';
import { AppError, badField, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { accountStore, type User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { FactorNews } from '../emails/emails.ts';
import { sessionStore } from '../login/session-store.ts';
import { hashToken } from '../login/tokens.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { confirmPassword, isRecent, lockConfirmedUser } from '../preferences/own-account.ts';
import { addTicket, type Deps as ChallengeDeps, passwordDigest } from './challenge.ts';
import { type NewsDeps, queueFactorEmail } from './factor-email.ts';
import { factorStore, type Passkey } from './factor-store.ts';
import { passkeyCeremonies } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { findStep, newTotpSecret, totpContext, totpUri } from './totp.ts';

type Reporting = { report: SecurityLog };
type Deps = ChallengeDeps & NewsDeps & Reporting & { passwords: PasswordHashing };

const mustConfirm = () =>
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
 * Verifies the user before second factors are changed: by a session confirmed with a second factor, if there is one, and
 * the password; without a password, by a session confirmed or created within 15 minutes. Throws a 403, a 400 and a 429.
 */
async function confirmManager(deps: Deps, viewer: Viewer, typed: string | undefined): Promise<User> {
  const user = (await accountStore(deps.db).findUser(viewer.id)) as User;
  const sessions = await sessionStore(deps.db).listForUser(user.id);
  const present = sessions.find(({ id }) => id === viewer.session_id);
  const hasFactor = await factorStore(deps.db).hasFactor(user.id);
  if (hasFactor && !present?.second_factor_at) throw mustConfirm();
  if (user.password_hash) {
    if (!typed) throw badField('current_password', 'secondFactor.passwordNeeded');
    await confirmPassword(deps, user, typed, 'current_password');
  } else if (hasFactor) {
    if (!isRecent(present?.second_factor_at)) throw mustConfirm();
  } else if (!isRecent(present?.created_at)) {
    throw new AppError('forbidden', 'secondFactor.signInAgain');
  }
  return user;
}

/** Locks a user's row. Throws a 400 if the password of `confirmed` has changed since. */
async function lockOwner(transaction: Database, userId: number, confirmed: User | undefined): Promise<void> {
  if (confirmed) await lockConfirmedUser(transaction, confirmed, 'current_password');
  else await accountStore(transaction).lockUser(userId);
}

/** Changes a user's factors and queues an email about it, in one transaction that locks their row. */
async function change<Value>(
  { db, jobs, report }: Deps,
  userId: number,
  news: FactorNews,
  work: (transaction: Database) => Promise<Value>,
  /** The user who confirmed the password. It must still be the current one. */
  confirmed?: User,
): Promise<Value> {
  const value = await db.transaction(async (transaction) => {
    await lockOwner(transaction, userId, confirmed);
    const done = await work(transaction);
    await queueFactorEmail({ db: transaction, jobs }, userId, news);
    return done;
  });
  report('auth.second_factor.change', { user_id: userId, change: news });
  return value;
}

/** Another session may have added one meanwhile. */
async function confirmStill(transaction: Database, viewer: Viewer): Promise<void> {
  const factors = factorStore(transaction);
  if ((await factors.hasFactor(viewer.id)) && !(await factors.confirmedAt(viewer.session_id))) {
    throw mustConfirm();
  }
}

/**
 * After adding a factor: the session counts as confirmed, since the factor was just used; recovery codes are created if there
 * are none.
 */
async function afterAdding(transaction: Database, viewer: Viewer): Promise<string[] | null> {
  const factors = factorStore(transaction);
  await factors.confirmSession(viewer.session_id);
  await sessionStore(transaction).tell(viewer.id);
  return (await factors.countRecoveryCodes(viewer.id)) > 0 ? null : renewCodes(transaction, viewer.id);
}

async function renewCodes(transaction: Database, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await factorStore(transaction).replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Removing the last factor also removes the recovery codes and the sessions' confirmations. */
async function afterRemoving(transaction: Database, userId: number): Promise<void> {
  const factors = factorStore(transaction);
  if (await factors.hasFactor(userId)) return;
  await factors.replaceRecoveryCodes(userId, []);
  await factors.removeTickets(userId);
  await factors.unconfirmSessions(userId);
  await sessionStore(transaction).tell(userId);
}

/** Removes all of a user's second factors. Returns false if there are none. */
export async function removeAllFactors(
  deps: NewsDeps,
  userId: number,
  news: FactorNews,
  confirmed?: User,
): Promise<boolean> {
  return deps.db.transaction(async (transaction) => {
    await lockOwner(transaction, userId, confirmed);
    const factors = factorStore(transaction);
    const hadTotp = await factors.removeTotp(userId);
    const keys = await factors.listPasskeys(userId);
    for (const { id } of keys) await factors.removePasskey(userId, id);
    await afterRemoving(transaction, userId);
    if (!hadTotp && keys.length === 0) return false;
    await queueFactorEmail({ db: transaction, jobs: deps.jobs }, userId, news);
    return true;
  });
}

export function ownFactors(deps: Deps) {
  const { db, secretBox, config } = deps;
  const ceremonies = passkeyCeremonies(config.publicUrl);

  return {
    async startTotp(viewer: Viewer, password: string | undefined) {
      const user = await confirmManager(deps, viewer, password);
      const secret = newTotpSecret();
      if (!(await factorStore(db).putTotp(user.id, secretBox.encrypt(secret, totpContext(user.id))))) {
        throw new AppError('conflict', 'secondFactor.hasApp');
      }
      return { secret, uri: totpUri(secret, user.username) };
    },

    confirmTotp: (viewer: Viewer, typed: { code: string; secret?: string | undefined }) =>
      change(deps, viewer.id, 'app-added', async (transaction): Promise<string[] | null> => {
        await confirmStill(transaction, viewer);
        const restart = new AppError('conflict', 'secondFactor.restartSetUp');
        const factors = factorStore(transaction);
        const totp = await factors.findTotp(viewer.id);
        if (!totp || totp.confirmed_at) throw restart;
        const secret = secretBox.open(totp.secret, totpContext(viewer.id));
        // Another tab restarted the set-up, or the server's secret has changed since.
        if (secret === null || (typed.secret ?? secret) !== secret) throw restart;
        const step = findStep(secret, typed.code);
        if (step === null) throw badField('code', 'secondFactor.wrongCode');
        if (!(await factors.useStep(viewer.id, totp.secret, step))) throw restart;
        return afterAdding(transaction, viewer);
      }),

    async removeTotp(viewer: Viewer, password: string | undefined): Promise<void> {
      const user = await confirmManager(deps, viewer, password);
      const remove = async (transaction: Database) => {
        if (!(await factorStore(transaction).removeTotp(viewer.id))) throw notFound();
        await afterRemoving(transaction, viewer.id);
      };
      await change(deps, viewer.id, 'app-removed', remove, user);
    },

    async startPasskey(viewer: Viewer, password: string | undefined) {
      const user = await confirmManager(deps, viewer, password);
      const options = await ceremonies.creationOptions(user, await factorStore(db).listPasskeys(user.id));
      const ticket = await addTicket(db, user, 'register', options.challenge);
      return { ticket, options: { ...options } };
    },

    async addPasskey(
      viewer: Viewer,
      typed: { ticket: string; name: string; passkey: accounts.NewPasskey },
    ): Promise<{ passkey: accounts.Passkey; recovery_codes: string[] | null }> {
      const outdated = new AppError('bad_request', 'secondFactor.tooLate');
      const tokenHash = hashToken(typed.ticket);
      const ticket = await factorStore(db).findTicket(tokenHash, 'register');
      if (!ticket?.challenge || ticket.user_id !== viewer.id) throw outdated;
      // The challenge is consumed, whatever the outcome.
      await factorStore(db).removeTicket(tokenHash);
      const created = await ceremonies.read(ticket.challenge, typed.passkey);
      if (!created) throw new AppError('bad_request', 'secondFactor.passkeyRefused');
      return change(deps, viewer.id, 'passkey-added', async (transaction) => {
        await confirmStill(transaction, viewer);
        const user = (await accountStore(transaction).findUser(viewer.id)) as User;
        if (ticket.password_digest !== passwordDigest(user.password_hash)) throw outdated;
        const added = await factorStore(transaction).addPasskey({
          user_id: viewer.id,
          name: typed.name,
          ...created,
        });
        if (!added) throw new AppError('conflict', 'secondFactor.passkeyInUse');
        return {
          passkey: describePasskey(added),
          recovery_codes: await afterAdding(transaction, viewer),
        };
      });
    },

    async removePasskey(viewer: Viewer, id: number, password: string | undefined): Promise<void> {
      const user = await confirmManager(deps, viewer, password);
      const remove = async (transaction: Database) => {
        mustExist(await factorStore(transaction).removePasskey(viewer.id, id), 'secondFactor.noPasskey');
        await afterRemoving(transaction, viewer.id);
      };
      await change(deps, viewer.id, 'passkey-removed', remove, user);
    },

    async renewRecoveryCodes(viewer: Viewer, password: string | undefined): Promise<string[]> {
      const user = await confirmManager(deps, viewer, password);
      const renew = async (transaction: Database) => {
        if (!(await factorStore(transaction).hasFactor(viewer.id))) {
          throw new AppError('conflict', 'secondFactor.addFirst');
        }
        return renewCodes(transaction, viewer.id);
      };
      return change(deps, viewer.id, 'codes-renewed', renew, user);
    },

    async turnOff(viewer: Viewer, password: string | undefined): Promise<void> {
      const user = await confirmManager(deps, viewer, password);
      await removeAllFactors(deps, viewer.id, 'turned-off', user);
      deps.report('auth.second_factor.change', { user_id: viewer.id, change: 'turned-off' });
    },
  };
}
