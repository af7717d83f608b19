import { accounts } from '@sayback/contract';
import { sessionEnd } from './session-end.ts';
import { accessToken, dropTokens, refreshToken, storeTokens } from './tokens.ts';

function endSession(): void {
  dropTokens();
  sessionEnd.report(true);
}

let inProgress: Promise<string | null> | null = null;

async function requestToken(): Promise<string | null> {
  const refresh = refreshToken();
  if (!refresh) {
    endSession();
    return null;
  }
  const { method, path } = accounts.refreshToken;
  const response = await fetch(path, {
    method,
    // Lets the server rate-limit by account, not by IP address.
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken()}` },
    body: JSON.stringify({ refresh }),
  });
  const renewed = response.ok ? ((await response.json()) as { access: string }) : null;
  // Another tab has signed in or out meanwhile: keep its tokens.
  if (refreshToken() !== refresh) return accessToken();
  if (renewed) storeTokens(renewed);
  // Only a rejection ends the session: after a server failure or a 429, a retry can succeed.
  else if (response.status === 401 || response.status === 400) endSession();
  return renewed?.access ?? null;
}

/** Returns a new access token, or null. Concurrent callers share one request. */
export function refreshAccess(): Promise<string | null> {
  inProgress ??= requestToken()
    .catch(() => null)
    .finally(() => {
      inProgress = null;
    });
  return inProgress;
}
