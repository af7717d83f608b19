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

/** Returns true if an access token has expired or can't be read. */
export function isExpired(token: string, now = Date.now()): boolean {
  try {
    const claims = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: number };
    return typeof exp !== 'number' || exp - MARGIN_SECONDS <= now / 1000;
  } catch {
    return true;
  }
}
