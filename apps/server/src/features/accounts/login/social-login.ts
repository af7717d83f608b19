import { and, eq, gt, sql } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors/app-error.ts';
import { toInterfaceLanguage } from '../../../messages/request-language.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  type Claims,
  ConsentRefused,
  type IdentityProvider,
  ProviderUnreachable,
} from '../../../platform/identity/identity-provider.ts';
import type { Tasks } from '../../../platform/jobs/jobs.ts';
import { accountStore, type User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { identityEmail } from '../emails/emails.ts';
import { readPreferences } from '../preferences/preferences.ts';
import { identities, login_attempts } from '../tables.ts';
import { admit, isUsernameTaken } from '../users/registration.ts';
import { suggestUsernames } from '../users/username.ts';
import type { Proof } from './session-store.ts';
import { hashToken } from './tokens.ts';

/** Reasons why a sign-in by a provider failed: the login screen has a sentence for each. */
export type LoginFault =
  | 'unreachable'
  | 'refused'
  | 'outdated'
  | 'foreign'
  | 'not-admitted'
  | 'disabled'
  | 'too-many'
  | 'failed';

export class SocialLoginFault extends Error {
  readonly fault: LoginFault;

  constructor(fault: LoginFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

type LinkDeps = Pick<AccountDeps, 'jobs'> & {
  config: Pick<Config, 'registration'>;
  report: SecurityLog;
};

const ATTEMPT_MS = 10 * 60_000;

/** Hashes the state and the browser's cookie; the callback must have both. */
const hashAttempt = (state: string, browser: string) => hashToken(`${state} ${browser}`);

/** Starts a sign-in: stores its secrets and returns the provider's URL to redirect to. */
export async function startSocialLogin(
  db: Database,
  provider: IdentityProvider,
  login: { browser: string; invitation: string | null; redirectUri: string },
): Promise<string> {
  const checks = provider.createChecks();
  const url = await provider.loginUrl(checks, login.redirectUri).catch((error: unknown) => {
    throw new SocialLoginFault(error instanceof ProviderUnreachable ? 'unreachable' : 'failed', error);
  });
  await db.insert(login_attempts).values({
    state_hash: hashAttempt(checks.state, login.browser),
    nonce: checks.nonce,
    verifier: checks.verifier,
    invitation: login.invitation,
    expires_at: new Date(Date.now() + ATTEMPT_MS),
  });
  return url;
}

/** Completes a sign-in: finds the provider's user by their identity. Throws a SocialLoginFault. */
export async function finishSocialLogin(
  deps: LinkDeps & { db: Database },
  provider: IdentityProvider,
  callback: { url: URL; browser: string },
): Promise<{ username: string; proof: Proof }> {
  const { db } = deps;
  const state = callback.url.searchParams.get('state') ?? '';
  const [attempt] = await db
    .delete(login_attempts)
    .where(
      and(
        eq(login_attempts.state_hash, hashAttempt(state, callback.browser)),
        gt(login_attempts.expires_at, sql`now()`),
      ),
    )
    .returning();
  if (!attempt) throw new SocialLoginFault('outdated');

  const { nonce, verifier, invitation } = attempt;
  const claims = await provider
    .readResponse(callback.url, { state, nonce, verifier })
    .catch((error: unknown) => {
      if (error instanceof ProviderUnreachable) throw new SocialLoginFault('unreachable', error);
      throw new SocialLoginFault(error instanceof ConsentRefused ? 'refused' : 'failed', error);
    });
  const { user, isLinked } = await db.transaction((transaction) =>
    findOrCreateAccount({ ...deps, db: transaction }, claims, invitation),
  );
  const { id: user_id, username } = user;
  if (isLinked) deps.report('auth.identity.link', { user_id, username, method: provider.id });
  if (user.disabled_at) throw new SocialLoginFault('disabled');
  return { username, proof: { user_id, identity: { issuer: claims.issuer, subject: claims.subject } } };
}

/**
 * Finds the account linked to an identity. Otherwise links one whose email address both the account and the provider have
 * verified, or creates one.
 */
async function findOrCreateAccount(
  deps: LinkDeps & { db: Database },
  claims: Claims,
  invitation: string | null,
): Promise<{ user: User; isLinked: boolean }> {
  const { db: transaction, jobs } = deps;
  const store = accountStore(transaction);
  const { issuer, subject } = claims;
  const [linked] = await transaction
    .select({ user_id: identities.user_id })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  if (linked) return { user: (await store.findUser(linked.user_id)) as User, isLinked: false };

  const owner = await findVerifiedOwner(transaction, claims);
  const user =
    owner ?? (await createSocialAccount(transaction, claims, deps.config.registration, invitation));
  await transaction.insert(identities).values({ user_id: user.id, issuer, subject });
  if (owner) await jobs.add(transaction, 'mail-identity-linked', { user_id: owner.id });
  return { user, isLinked: true };
}

/** Finds the account that verified this address, locked until the transaction ends. */
async function findVerifiedOwner(
  transaction: Database,
  { email, email_verified }: Claims,
): Promise<User | null> {
  if (!email || !email_verified) return null;
  const store = accountStore(transaction);
  const isOwner = (user: User | null) =>
    user?.email_verified_at && user.email.toLowerCase() === email.toLowerCase();
  const owner = (await store.findByEmail(email)).find(isOwner);
  const locked = owner ? await store.lockUser(owner.id) : null;
  // The address may have changed while we waited for the lock.
  return isOwner(locked) ? locked : null;
}

export function identityTasks({ db, mail, provider, config }: AccountDeps): Tasks {
  return {
    'mail-identity-linked': async ({ user_id }: { user_id: number }) => {
      const user = await accountStore(db).findUser(user_id);
      if (!user?.email || !user.email_verified_at || !provider) return;
      const language =
        readPreferences(user.preferences).interface_language ?? toInterfaceLanguage(user.native_language);
      const content = identityEmail(language ?? 'en', {
        username: user.username,
        provider: provider.name,
        link: config.publicUrl,
      });
      await mail.send({ to: user.email, ...content });
    },
  };
}

/** Creates an account with the first free username: tries each in a savepoint. */
async function createSocialAccount(
  transaction: Database,
  { name, email, email_verified }: Claims,
  registration: Config['registration'],
  invitation: string | null,
): Promise<User> {
  const group_name = await admit(transaction, registration, invitation).catch((error: unknown) => {
    throw error instanceof AppError ? new SocialLoginFault('not-admitted', error) : error;
  });
  for (const username of suggestUsernames(name)) {
    try {
      return await transaction.transaction((savepoint) =>
        accountStore(savepoint).addUser({
          username,
          password_hash: null,
          email: email ?? '',
          email_verified_at: email && email_verified ? new Date() : null,
          is_admin: false,
          group_name,
        }),
      );
    } catch (error) {
      if (!isUsernameTaken(error)) throw error;
    }
  }
  throw new SocialLoginFault('failed');
}
