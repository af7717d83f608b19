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

/** Calls back when another account is signed in by now, from another tab: this page must not go on with its own. */
export function onOtherAccount(listener: () => void): void {
  const check = () => {
    const signedIn = accountOf(accessToken());
    if (account !== null && signedIn !== null && signedIn !== account) listener();
  };
  window.addEventListener('storage', check);
  // A page that was frozen hears of nothing.
  window.addEventListener('pageshow', check);
  document.addEventListener('visibilitychange', check);
}

/** Throws a 401 unless a token is of the account that a call is made for: no tab sends one person's work as another's. */
export function assertTokenOf(owner: string | null, token: string | null): void {
  if (owner !== null && token !== null && accountOf(token) !== owner) throw new ApiError(401);
}
