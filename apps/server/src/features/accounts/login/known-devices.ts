import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCookies } from './cookies.ts';
import { hashToken } from './tokens.ts';

const SECONDS = 180 * 24 * 60 * 60;
/** Maximum number of accounts remembered in a shared browser, as in schools. The account that signed in first is dropped. */
const MAX_ACCOUNTS = 8;

type Account = { id: number; password_hash: string | null };

/** Recognises browsers in which someone signed in to an account before. */
export type KnownDevices = {
  /** Returns the device's id; null if nobody signed in to the account in this browser. */
  find: (request: Pick<FastifyRequest, 'headers'>, account: Account) => string | null;
  /** Makes the browser known to the account, for 180 days or until its password changes. */
  remember: (request: FastifyRequest, reply: FastifyReply, account: Account) => void;
};

/**
 * Stores the accounts in a signed cookie. It grants no access, but guesses in this browser have their own limit.
 * The first key signs; the others belong to previous secrets.
 */
export function knownDevices(keys: readonly [Uint8Array, ...Uint8Array[]], publicUrl: string): KnownDevices {
  const cookies = createCookies(publicUrl);
  const name = `${cookies.isSecure ? '__Secure-' : ''}sayback_known`;

  /** The signature includes the password's hash, so changing the password invalidates all devices. */
  const sign = (key: Uint8Array, claims: string, { password_hash }: Account) =>
    createHmac('sha256', key)
      .update(`${claims}.${hashToken(password_hash ?? '')}`)
      .digest('base64url');

  const listEntries = (request: Pick<FastifyRequest, 'headers'>) =>
    cookies
      .read(request, name)
      .split('~')
      .filter((entry) => /^\d{1,15}\.[\w-]{16}\.\d{1,12}\.[\w-]{43}$/.test(entry));

  const isEntryOf = (account: Account) => (entry: string) => entry.startsWith(`${account.id}.`);

  return {
    find(request, account) {
      const entry = listEntries(request).find(isEntryOf(account));
      if (!entry) return null;
      const [id, device = '', expires, signature = ''] = entry.split('.');
      if (Number(expires) < Date.now() / 1000) return null;
      const isSigned = keys.some((key) => {
        const expected = sign(key, `${id}.${device}.${expires}`, account);
        return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
      });
      return isSigned ? device : null;
    },

    remember(request, reply, account) {
      const device = randomBytes(12).toString('base64url');
      const expires = Math.floor(Date.now() / 1000) + SECONDS;
      const claims = `${account.id}.${device}.${expires}`;
      const others = listEntries(request).filter((entry) => !isEntryOf(account)(entry));
      const entries = [`${claims}.${sign(keys[0], claims, account)}`, ...others].slice(0, MAX_ACCOUNTS);
      // Sent only with sign-ins.
      cookies.write(reply, name, entries.join('~'), {
        seconds: SECONDS,
        sameSite: 'Strict',
        path: '/api/token',
      });
    },
  };
}
