import type { accounts } from '@sayback/contract';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { accountStore, type User } from '../account-store.ts';
import { limitGuess } from '../login/guessing.ts';
import { sessionStore } from '../login/session-store.ts';
import { type Caller, startSession, type TokenPair } from '../login/sessions.ts';
import { type AccessTokens, hashToken } from '../login/tokens.ts';
import { answerChallenge, type Deps as ChallengeDeps, ticketExpiredError } from './challenge.ts';
import { queueFactorEmail } from './factor-email.ts';
import { factorStore } from './factor-store.ts';

type Deps = ChallengeDeps & { jobs: Jobs; tokens: AccessTokens };

/** Second step of signing in. Throws a 401, with another challenge after a wrong response, and a 429. */
export async function finishLogin(
  deps: Deps,
  response: accounts.SecondFactorAnswer,
  { ip, userAgent, getDevice, report }: Caller,
): Promise<{ user: User; pair: TokenPair }> {
  const { db, limits, tokens, jobs } = deps;
  const ticket = await factorStore(db).findTicket(hashToken(response.ticket), 'login');
  const user = ticket && (await accountStore(db).findUser(ticket.user_id));
  if (!user) throw ticketExpiredError('unauthorized');
  const device = getDevice(user);
  const account = { user_id: user.id, username: user.username };
  const guess = await limitGuess(limits, user.username_key, { ip, device }).catch((error) => {
    report('auth.login.limited', account);
    throw error;
  });

  const options = { purpose: 'login', code: 'unauthorized', device, report } as const;
  const login = await answerChallenge(deps, options, response, async (transaction, user, kind) => {
    const sessions = sessionStore(transaction);
    const pair = await startSession(
      { sessions, tokens },
      { user_id: user.id, password_hash: user.password_hash },
      userAgent,
      { isConfirmed: true },
    );
    if (kind === 'recovery_code') await queueFactorEmail({ db: transaction, jobs }, user.id, 'code-used');
    return { user, pair, kind };
  });
  await guess.refund();
  await guess.clearFailures();
  report('auth.login.success', { ...account, method: `password and ${login.kind}` });
  return login;
}
