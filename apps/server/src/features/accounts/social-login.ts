import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  type Claims,
  ConsentRefused,
  type IdentityProvider,
  ProviderUnreachable,
} from '../../platform/identity/identity-provider.ts';
import { accountStore, type User } from './account-store.ts';
import { admit, usernameTaken } from './registration.ts';
import type { Proof } from './session-store.ts';
import { identities, login_attempts } from './tables.ts';
import { hashToken } from './tokens.ts';
import { usernameFrom } from './username.ts';

/** Why a sign-in by a provider didn't come about: the login screen has a sentence for each. */
export type LoginFault =
  | 'unreachable'
  | 'refused'
  | 'outdated'
  | 'foreign'
  | 'not-admitted'
  | 'disabled'
  | 'failed';

export class SocialLoginFault extends Error {
  readonly fault: LoginFault;

  constructor(fault: LoginFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

const ATTEMPT_MS = 10 * 60_000;

/** Both the state and the browser's cookie must come back. */
const attemptHash = (state: string, browser: string) => hashToken(`${state} ${browser}`);

/** Begins a sign-in: keeps what the answer must fit, and tells where to send the browser. */
export async function beginSocialLogin(
  db: Database,
  provider: IdentityProvider,
  came: { browser: string; invitation: string | null; redirectUri: string },
): Promise<string> {
  const checks = provider.newChecks();
  const address = await provider.loginUrl(checks, came.redirectUri).catch((error: unknown) => {
    throw new SocialLoginFault(error instanceof ProviderUnreachable ? 'unreachable' : 'failed', error);
  });
  await db.delete(login_attempts).where(lt(login_attempts.expires_at, sql`now()`));
  await db.insert(login_attempts).values({
    state_hash: attemptHash(checks.state, came.browser),
    nonce: checks.nonce,
    verifier: checks.verifier,
    invitation: came.invitation,
    expires_at: new Date(Date.now() + ATTEMPT_MS),
  });
  return address;
}

/** Ends a sign-in: the person whom the provider names, by their identity. Throws a SocialLoginFault. */
export async function finishSocialLogin(
  db: Database,
  provider: IdentityProvider,
  registration: Config['registration'],
  came: { address: URL; browser: string },
): Promise<Proof> {
  const state = came.address.searchParams.get('state') ?? '';
  const [attempt] = await db
    .delete(login_attempts)
    .where(
      and(
        eq(login_attempts.state_hash, attemptHash(state, came.browser)),
        gt(login_attempts.expires_at, sql`now()`),
      ),
    )
    .returning();
  if (!attempt) throw new SocialLoginFault('outdated');

  const { nonce, verifier, invitation } = attempt;
  const claims = await provider
    .readAnswer(came.address, { state, nonce, verifier })
    .catch((error: unknown) => {
      if (error instanceof ProviderUnreachable) throw new SocialLoginFault('unreachable', error);
      throw new SocialLoginFault(error instanceof ConsentRefused ? 'refused' : 'failed', error);
    });
  const user = await db.transaction((transaction) =>
    linkedAccount(transaction, claims, registration, invitation),
  );
  if (user.disabled_at) throw new SocialLoginFault('disabled');
  return { user_id: user.id, identity: { issuer: claims.issuer, subject: claims.subject } };
}

/** The account of that identity: linked before, else by an e-mail address that both sides verified, else a new one. */
async function linkedAccount(
  transaction: Database,
  claims: Claims,
  registration: Config['registration'],
  invitation: string | null,
): Promise<User> {
  const store = accountStore(transaction);
  const { issuer, subject } = claims;
  const [known] = await transaction
    .select({ user_id: identities.user_id })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  if (known) return (await store.findUser(known.user_id)) as User;

  const user =
    (await verifiedOwner(transaction, claims)) ??
    (await newAccount(transaction, claims, registration, invitation));
  await transaction.insert(identities).values({ user_id: user.id, issuer, subject });
  return user;
}

async function verifiedOwner(
  transaction: Database,
  { email, email_verified }: Claims,
): Promise<User | undefined> {
  if (!email || !email_verified) return undefined;
  const owners = await accountStore(transaction).findByEmail(email);
  return owners.find(({ email_verified_at }) => email_verified_at !== null);
}

/** Names are tried in turn, each in a savepoint, until one is free. */
async function newAccount(
  transaction: Database,
  { name, email, email_verified }: Claims,
  registration: Config['registration'],
  invitation: string | null,
): Promise<User> {
  const group_name = await admit(transaction, registration, invitation).catch((error: unknown) => {
    throw error instanceof AppError ? new SocialLoginFault('not-admitted', error) : error;
  });
  for (const username of usernameFrom(name)) {
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
      if (!usernameTaken(error)) throw error;
    }
  }
  throw new SocialLoginFault('failed');
}
