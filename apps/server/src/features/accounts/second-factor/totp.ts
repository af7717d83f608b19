import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Number of steps by which the device's clock can be wrong. */
const WINDOW = 1;

const createTotp = (secret: string, label?: string) =>
  new TOTP({
    ...PARAMETERS,
    issuer: 'Sayback',
    ...(label !== undefined && { label }),
    secret: Secret.fromBase32(secret),
  });

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the `otpauth:` URI for an authenticator app's QR code. */
export const totpUri = (secret: string, username: string): string => createTotp(secret, username).toString();

/** Returns the time step of a code that is valid now or one step away; null for any other. */
export function findStep(secret: string, typed: string, now = Date.now()): number | null {
  const code = typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta;
}

/** Encryption context of an account's TOTP secret: a row copied to another account can't be decrypted. */
export const totpContext = (userId: number) => `totp of ${userId}`;
