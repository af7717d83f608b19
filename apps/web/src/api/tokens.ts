/** The session's two tokens, in local storage under the same names as in the product's other clients. */

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

/** Margin for renewing a token, so that it can't expire in transit. */
const MARGIN_SECONDS = 10;

/** Decodes an access token's claims, without verifying it; empty if it is invalid. */
function decodeClaims(token: string): { exp?: number; sub?: string } {
  try {
    const claims = token.split('.')[1] ?? '';
    return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) ?? {};
  } catch {
    return {};
  }
}

/** Returns true if an access token has expired or can't be read. */
export function isExpired(token: string, now = Date.now()): boolean {
  const { exp } = decodeClaims(token);
  return typeof exp !== 'number' || exp - MARGIN_SECONDS <= now / 1000;
}

/** Returns the account id of a token, also offline and after it has expired. Null if it is invalid. */
export const accountInToken = (token: string | null): string | null =>
  (token && decodeClaims(token).sub) || null;
