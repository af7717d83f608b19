import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** An authenticator app's code for a secret, some steps from now. */
export const currentCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
