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

export const computePasswordDigest = (passwordHash: string | null) => hashToken(passwordHash ?? '');

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
    password_digest: computePasswordDigest(user.password_hash),
    challenge,
    expires_at: new Date(Date.now() + TICKET_MS),
  });
  return ticket;
}

/** Returns the kinds of second factor that the user has, and a challenge for their passkeys. */
async function describeMethods({ db, config }: Deps, userId: number) {
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

/** Challenges a user for a second factor. Returns null if they have none. */
export async function challengeUser(
  deps: Deps,
  user: Pick<User, 'id' | 'password_hash'>,
  purpose: Purpose,
): Promise<accounts.SecondFactorChallenge | null> {
  if (!(await factorStore(deps.db).hasFactor(user.id))) return null;
  const request = await describeMethods(deps, user.id);
  const ticket = await addTicket(deps.db, user, purpose, request.passkey_options?.challenge ?? null);
  return { ticket, ...request };
}

const ANSWER_KINDS = ['code', 'passkey', 'recovery_code'] as const;

const WRONG_ANSWER_MESSAGES = {
  code: 'secondFactor.wrongOrUsedCode',
  passkey: 'secondFactor.passkeyRefused',
  recovery_code: 'secondFactor.wrongRecoveryCode',
} as const satisfies Record<(typeof ANSWER_KINDS)[number], string>;

/** Limits attempts at codes: three of a million are valid at a time. Passkeys and recovery codes can't be guessed. */
async function limitCodes<Value>(
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

export const ticketExpiredError = (code: SecondFactorRequest['code']) =>
  new AppError(code, 'secondFactor.tooLate');

type SecondFactorRequest = {
  purpose: Purpose;
  /** Error code of failures. */
  code: 'unauthorized' | 'bad_request';
  /** The user that the ticket must belong to. */
  userId?: number;
  report: SecurityLog;
  /** Id of a browser that the account knows. It has a limit of its own, which others can't use up. */
  device?: string | null;
};

/**
 * Checks the response to a challenge. If it is right, consumes the ticket and runs `proceed` in the same transaction.
 * Otherwise throws an error with `code`, and with another challenge unless the ticket has expired. Throws a 429 after ten wrong
 * codes for an account.
 */
export async function answerChallenge<Value extends object>(
  deps: Deps,
  request: SecondFactorRequest,
  response: accounts.SecondFactorAnswer,
  proceed: (transaction: Database, user: User, kind: (typeof ANSWER_KINDS)[number]) => Promise<Value>,
): Promise<Value> {
  const { db } = deps;
  const kinds = ANSWER_KINDS.filter((name) => response[name] !== undefined);
  const [kind] = kinds;
  if (!kind || kinds.length > 1) throw badField('code', 'secondFactor.oneMethod');

  const tokenHash = hashToken(response.ticket);
  const ticketRow = await factorStore(db).findTicket(tokenHash, request.purpose);
  if (!ticketRow || (request.userId ?? ticketRow.user_id) !== ticketRow.user_id)
    throw ticketExpiredError(request.code);

  const limitKey = [ticketRow.user_id, request.device].filter((part) => part != null).join(' ');
  const value = await limitCodes(deps, limitKey, response, () =>
    db.transaction(async (transaction) => {
      const user = await accountStore(transaction).lockUser(ticketRow.user_id);
      const ticket = await factorStore(transaction).lockTicket(tokenHash, request.purpose);
      const isValid =
        user && !user.disabled_at && ticket?.password_digest === computePasswordDigest(user.password_hash);
      if (!isValid) throw ticketExpiredError(request.code);
      if (await checkAnswer(deps, transaction, ticket, response)) {
        await factorStore(transaction).removeTicket(tokenHash);
        return proceed(transaction, user, kind);
      }
      // The next attempt has to sign another challenge.
      if (response.passkey) await factorStore(transaction).setChallenge(tokenHash, null);
      return null;
    }),
  );
  if (value !== null) return value;

  request.report('auth.second_factor.failure', { user_id: ticketRow.user_id, method: kind });
  const nextChallenge = await describeMethods(deps, ticketRow.user_id);
  if (nextChallenge.passkey_options) {
    await factorStore(db).setChallenge(tokenHash, nextChallenge.passkey_options.challenge);
  }
  const isUnreadable = kind === 'code' && (await readTotp(deps, db, ticketRow.user_id))?.secret === null;
  throw new AppError(
    request.code,
    isUnreadable ? 'secondFactor.appUnreadable' : WRONG_ANSWER_MESSAGES[kind],
    {
      extra: { second_factor: { ticket: response.ticket, ...nextChallenge } },
    },
  );
}
