import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** Computes an authenticator app's code, `steps` after the current one. */
export const currentCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
