import { ApiError } from './api-error.ts';
import { accessToken, accountOf } from './tokens.ts';

let account: string | null = null;

/**
 * The account that this page works for: the one that was signed in when it first asked. A session of another account in
 * another tab doesn't change it, nor does the end of its own.
 */
export function pageAccount(): string | null {
  account ??= accountOf(accessToken());
  return account;
}

/** Makes this page work for another account, which has signed in on it. */
export function setPageAccount(signedIn: string | null): void {
  account = signedIn;
}

/** Throws a 401 unless a token is of the account that a call is made for: no tab sends one person's work as another's. */
export function assertTokenOf(owner: string | null, token: string | null): void {
  if (owner !== null && token !== null && accountOf(token) !== owner) throw new ApiError(401);
}
