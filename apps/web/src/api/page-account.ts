import { ApiError } from './api-error.ts';
import { accessToken, accountInToken } from './tokens.ts';

let account: string | null = null;

/**
 * Returns this page's account: the one signed in at its first request. It stays the same when sessions change in other tabs, or
 * when its own session ends.
 */
export function pageAccount(): string | null {
  account ??= accountInToken(accessToken());
  return account;
}

/** Switches this page to another account that signed in on it. */
export function setPageAccount(signedIn: string | null): void {
  account = signedIn;
}

/** Calls back when another account signs in in another tab: this page must not continue with its own. */
export function onAccountChange(listener: () => void): void {
  const check = () => {
    const signedIn = accountInToken(accessToken());
    if (account !== null && signedIn !== null && signedIn !== account) listener();
  };
  window.addEventListener('storage', check);
  // A frozen page receives no events.
  window.addEventListener('pageshow', check);
  document.addEventListener('visibilitychange', check);
}

/** Throws a 401 unless the token belongs to `owner`, so that no tab sends one user's data as another's. */
export function assertTokenOwner(owner: string | null, token: string | null): void {
  if (owner !== null && token !== null && accountInToken(token) !== owner) throw new ApiError(401);
}
