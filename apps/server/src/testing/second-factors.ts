import { accounts } from '@sayback/contract';
import { createAuthenticator } from './authenticator.ts';
import { type Client, PASSWORD } from './client.ts';
import { codeOf } from './totp-code.ts';

/**
 * Sets up an authenticator app with the previous step's code, so that those of the current and the next step are still unused.
 */
export async function addTotp(person: Client): Promise<{ secret: string; codes: string[] | null }> {
  const { secret } = await person.call(accounts.startTotp, { body: { current_password: PASSWORD } });
  const { recovery_codes } = await person.call(accounts.confirmTotp, { body: { code: codeOf(secret, -1) } });
  return { secret, codes: recovery_codes };
}

export async function addPasskey(person: Client, publicUrl: string, name = 'Blue key') {
  const key = createAuthenticator(publicUrl);
  const { ticket, options } = await person.call(accounts.startPasskey, {
    body: { current_password: PASSWORD },
  });
  const passkey = key.create(options.challenge);
  const added = await person.call(accounts.addPasskey, { body: { ticket, name, passkey } });
  return { key, ...added };
}
