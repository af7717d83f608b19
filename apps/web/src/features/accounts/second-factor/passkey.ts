import type { accounts } from '@sayback/contract';

/** The user declined the browser's prompt, or took too long. */
export class PasskeyCancelled extends Error {}
/** The device already has a passkey for this account. */
export class PasskeyAlreadyAdded extends Error {}

/** Loads the library on first use of a passkey. */
const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Returns false if passkeys aren't available: in an old browser, or on a page without HTTPS. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function';

function rethrow(error: unknown): never {
  if (error instanceof Error && error.name === 'InvalidStateError') throw new PasskeyAlreadyAdded();
  throw new PasskeyCancelled();
}

export async function authenticateWithPasskey(
  options: accounts.PasskeyOptions,
): Promise<accounts.PasskeyAnswer> {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON }).catch(rethrow)) as accounts.PasskeyAnswer;
}

export async function createPasskey(options: accounts.PasskeyOptions): Promise<accounts.NewPasskey> {
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON }).catch(rethrow)) as unknown as accounts.NewPasskey;
}
