import type { accounts } from '@sayback/contract';
import type { Database } from '../../../platform/database/database.ts';
import { factorStore, type Ticket } from './factor-store.ts';
import { passkeyCeremonies } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { SecretBox } from './secret-box.ts';
import { findStep, totpContext } from './totp.ts';

type Deps = { secretBox: SecretBox; config: { publicUrl: string } };

/** Reads the secret of a user's authenticator app. `secret` is null if SECRET_KEY has changed since set-up. */
export async function readTotp({ secretBox }: Pick<Deps, 'secretBox'>, db: Database, userId: number) {
  const totp = await factorStore(db).findTotp(userId);
  return totp?.confirmed_at
    ? { encrypted: totp.secret, secret: secretBox.decrypt(totp.secret, totpContext(userId)) }
    : null;
}

/** Verifies the code, recovery code or passkey that answers a challenge, and consumes it. Returns false if it is wrong. */
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
    const step = totp?.secret ? findStep(totp.secret, answer.code) : null;
    return totp !== null && step !== null && factors.useStep(userId, totp.encrypted, step);
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
