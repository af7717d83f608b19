import type { accounts } from '@sayback/contract';
import { AppError, badField } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { accountStore, type User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { hashToken, newRefreshToken } from '../login/tokens.ts';
import type { RateLimits } from '../rate-limits.ts';
import { checkAnswer, readTotp } from './check-answer.ts';
import { factorStore, type Ticket } from './factor-store.ts';
import { passkeyCeremonies } from './passkeys.ts';
import type { SecretBox } from './secret-box.ts';

export type Deps = {
  db: Database;
  limits: RateLimits;
  secretBox: SecretBox;
  config: { publicUrl: string };
};
type Purpose = Exclude<Ticket['purpose'], 'register'>;

const TICKET_MS = 5 * 60_000;

export const passwordDigest = (passwordHash: string | null) => hashToken(passwordHash ?? '');

/** Creates a ticket that is valid for five minutes. Returns it; only its hash is stored. */
export async function addTicket(
  db: Database,
  user: Pick<User, 'id' | 'password_hash'>,
  purpose: Ticket['purpose'],
  challenge: string | null = null,
): Promise<string> {
  const ticket = newRefreshToken();
  await factorStore(db).addTicket({
    token_hash: hashToken(ticket),
    user_id: user.id,
    purpose,
    password_digest: passwordDigest(user.password_hash),
    challenge,
    expires_at: new Date(Date.now() + TICKET_MS),
  });
  return ticket;
}

/** Returns the factors that the user can answer with, and a passkey's challenge. */
async function describe({ db, config }: Deps, userId: number) {
  const factors = factorStore(db);
  const [totp, keys, codes] = await Promise.all([
    factors.findTotp(userId),
    factors.listPasskeys(userId),
    factors.countRecoveryCodes(userId),
  ]);
  const methods: accounts.SecondFactorMethod[] = [
    ...(totp?.confirmed_at ? (['totp'] as const) : []),
    ...(keys.length > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery'] as const) : []),
  ];
  const options = keys.length > 0 ? await passkeyCeremonies(config.publicUrl).loginOptions(keys) : undefined;
  return { methods, ...(options && { passkey_options: { ...options } }) };
}

/** Challenges a user for a second factor. Null if they have none. */
export async function challengeUser(
  deps: Deps,
  user: Pick<User, 'id' | 'password_hash'>,
  purpose: Purpose,
): Promise<accounts.SecondFactorChallenge | null> {
  if (!(await factorStore(deps.db).hasFactor(user.id))) return null;
  const request = await describe(deps, user.id);
  const ticket = await addTicket(deps.db, user, purpose, request.passkey_options?.challenge ?? null);
  return { ticket, ...request };
}

const ANSWERS = ['code', 'passkey', 'recovery_code'] as const;

const WRONG = {
  code: 'secondFactor.wrongOrUsedCode',
  passkey: 'secondFactor.passkeyRefused',
  recovery_code: 'secondFactor.wrongRecoveryCode',
} as const satisfies Record<(typeof ANSWERS)[number], string>;

/** Limits attempts: codes have a million values, three of which are right. The other responses can't be guessed. */
async function limited<Value>(
  { limits }: Deps,
  key: string,
  response: accounts.SecondFactorAnswer,
  work: () => Promise<Value | null>,
): Promise<Value | null> {
  if (response.code === undefined) return work();
  await limits.take('second_factor_account', key);
  const value = await work();
  if (value !== null) await limits.clear('second_factor_account', key);
  return value;
}

/** Error for an expired ticket. */
export const outdated = (code: SecondFactorRequest['code']) => new AppError(code, 'secondFactor.tooLate');

type SecondFactorRequest = {
  purpose: Purpose;
  /** Error code of failures. */
  code: 'unauthorized' | 'bad_request';
  /** The user that the ticket must belong to. */
  userId?: number;
  report: SecurityLog;
  /** A browser known to the account, whose attempts others can't use up. */
  device?: string | null;
};

/**
 * Takes the response to a challenge, and runs `proceed` in the same transaction if it is right: a ticket counts for one
 * success. Otherwise throws a failure of `code`: with a further challenge if the response was wrong, without one if the ticket
 * has expired. A 429 after ten wrong codes for an account.
 */
export async function answerChallenge<Value extends object>(
  deps: Deps,
  request: SecondFactorRequest,
  response: accounts.SecondFactorAnswer,
  proceed: (transaction: Database, user: User, by: (typeof ANSWERS)[number]) => Promise<Value>,
): Promise<Value> {
  const { db } = deps;
  const by = ANSWERS.filter((name) => response[name] !== undefined);
  const [only] = by;
  if (!only || by.length > 1) throw badField('code', 'secondFactor.oneMethod');

  const tokenHash = hashToken(response.ticket);
  const ticketRow = await factorStore(db).findTicket(tokenHash, request.purpose);
  if (!ticketRow || (request.userId ?? ticketRow.user_id) !== ticketRow.user_id) throw outdated(request.code);

  const triesOf = [ticketRow.user_id, request.device].filter((part) => part != null).join(' ');
  const value = await limited(deps, triesOf, response, () =>
    db.transaction(async (transaction) => {
      const user = await accountStore(transaction).lockUser(ticketRow.user_id);
      const ticket = await factorStore(transaction).lockTicket(tokenHash, request.purpose);
      const isValid =
        user && !user.disabled_at && ticket?.password_digest === passwordDigest(user.password_hash);
      if (!isValid) throw outdated(request.code);
      if (await checkAnswer(deps, transaction, ticket, response)) {
        await factorStore(transaction).removeTicket(tokenHash);
        return proceed(transaction, user, only);
      }
      // A second attempt has to sign another challenge.
      if (response.passkey) await factorStore(transaction).setChallenge(tokenHash, null);
      return null;
    }),
  );
  if (value !== null) return value;

  request.report('auth.second_factor.failure', { user_id: ticketRow.user_id, method: only });
  const further = await describe(deps, ticketRow.user_id);
  if (further.passkey_options) {
    await factorStore(db).setChallenge(tokenHash, further.passkey_options.challenge);
  }
  const isUnreadable = only === 'code' && (await readTotp(deps, db, ticketRow.user_id))?.key === null;
  throw new AppError(request.code, isUnreadable ? 'secondFactor.appUnreadable' : WRONG[only], {
    extra: { second_factor: { ticket: response.ticket, ...further } },
  });
}
