import type { accounts } from '@sayback/contract';
import type { Database } from '../../../platform/database/database.ts';
import { factorStore, type Ticket } from './factor-store.ts';
import { passkeyCeremonies } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { SecretBox } from './secret-box.ts';
import { findStep, totpContext } from './totp.ts';

type Deps = { secretBox: SecretBox; config: { publicUrl: string } };

/** Decrypts the secret of a user's authenticator app; null if the server's secret has changed since set-up. */
export async function readTotp({ secretBox }: Pick<Deps, 'secretBox'>, db: Database, userId: number) {
  const totp = await factorStore(db).findTotp(userId);
  return totp?.confirmed_at
    ? { kept: totp.secret, key: secretBox.open(totp.secret, totpContext(userId)) }
    : null;
}

/** Checks the code, recovery code or passkey that answers a challenge, and consumes it. Returns false if it is wrong. */
export async function checkAnswer(
  deps: Deps,
  transaction: Database,
  ticket: Ticket,
  answer: accounts.SecondFactorAnswer,
): Promise<boolean> {
  const factors = factorStore(transaction);
  const userId = ticket.user_id;
  if (answer.code !== undefined) {
    const totp = await readTotp(deps, transaction, userId);
    const step = totp?.key ? findStep(totp.key, answer.code) : null;
    return totp !== null && step !== null && factors.useStep(userId, totp.kept, step);
  }
  if (answer.recovery_code !== undefined) {
    return factors.useRecoveryCode(userId, hashRecoveryCode(answer.recovery_code));
  }
  if (!answer.passkey || !ticket.challenge) return false;
  const { id } = answer.passkey;
  const passkey = (await factors.listPasskeys(userId)).find(({ credential_id }) => credential_id === id);
  if (!passkey) return false;
  const counter = await passkeyCeremonies(deps.config.publicUrl).verify(
    passkey,
    ticket.challenge,
    answer.passkey,
  );
  if (counter === null) return false;
  await factors.usePasskey(passkey.id, counter);
  return true;
}
