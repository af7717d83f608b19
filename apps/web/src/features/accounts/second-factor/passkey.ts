import type { accounts } from '@sayback/contract';

/** The user declined the browser's prompt, or took too long. */
export class PasskeyCancelled extends Error {}
/** The device already has a passkey for this account. */
export class PasskeyAlreadyAdded extends Error {}

/** Loaded with the first use of a passkey. */
const load = () => import('@simplewebauthn/browser');

/** Returns false if the browser has no passkeys: an old one, or a page without HTTPS. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function';

function rethrow(error: unknown): never {
  if (error instanceof Error && error.name === 'InvalidStateError') throw new PasskeyAlreadyAdded();
  throw new PasskeyCancelled();
}

export async function answerByPasskey(options: accounts.PasskeyOptions): Promise<accounts.PasskeyAnswer> {
  const { startAuthentication } = await load();
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON }).catch(rethrow)) as accounts.PasskeyAnswer;
}

export async function createPasskey(options: accounts.PasskeyOptions): Promise<accounts.NewPasskey> {
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON }).catch(rethrow)) as unknown as accounts.NewPasskey;
}
