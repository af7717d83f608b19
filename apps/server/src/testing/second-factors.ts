import { accounts } from '@sayback/contract';
import { createAuthenticator } from './authenticator.ts';
import { type Client, PASSWORD } from './client.ts';
import { currentCode } from './totp-code.ts';

/** Sets up an authenticator app with the previous time step's code, so that the current and the next code are still unused. */
export async function addTotp(user: Client): Promise<{ secret: string; codes: string[] | null }> {
  const { secret } = await user.call(accounts.startTotp, { body: { current_password: PASSWORD } });
  const { recovery_codes } = await user.call(accounts.confirmTotp, {
    body: { code: currentCode(secret, -1) },
  });
  return { secret, codes: recovery_codes };
}

export async function addPasskey(user: Client, publicUrl: string, name = 'Blue key') {
  const key = createAuthenticator(publicUrl);
  const { ticket, options } = await user.call(accounts.startPasskey, {
    body: { current_password: PASSWORD },
  });
  const passkey = key.create(options.challenge);
  const added = await user.call(accounts.addPasskey, { body: { ticket, name, passkey } });
  return { key, ...added };
}
