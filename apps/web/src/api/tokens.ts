/** The two tokens of a session, kept in local storage under the names that the product's other clients use. */

const ACCESS = 'access_token';
const REFRESH = 'refresh_token';

export const accessToken = (): string | null => localStorage.getItem(ACCESS);
export const refreshToken = (): string | null => localStorage.getItem(REFRESH);

export function storeTokens(tokens: { access: string; refresh?: string }): void {
  localStorage.setItem(ACCESS, tokens.access);
  if (tokens.refresh) localStorage.setItem(REFRESH, tokens.refresh);
}

export function dropTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/** Renewed this early, a token can't expire on the way. */
const MARGIN_SECONDS = 10;

/** Reads what an access token says, without verifying it; empty if it can't be read. */
function claimsOf(token: string): { exp?: number; sub?: string } {
  try {
    const claims = token.split('.')[1] ?? '';
    return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) ?? {};
  } catch {
    return {};
  }
}

/** Returns true if an access token has expired or can't be read. */
export function isExpired(token: string, now = Date.now()): boolean {
  const { exp } = claimsOf(token);
  return typeof exp !== 'number' || exp - MARGIN_SECONDS <= now / 1000;
}

/** The id of the account that a token is for: also offline and once the token has expired. Null where it can't be read. */
export const accountOf = (token: string | null): string | null => (token && claimsOf(token).sub) || null;
