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
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  const renewed = response.ok ? ((await response.json()) as { access: string }) : null;
  // Another tab has signed in or out meanwhile: what it stored stays.
  if (refreshToken() !== refresh) return accessToken();
  if (renewed) storeTokens(renewed);
  // Only a refusal ends the session: a server in trouble, or too many tries, may say yes later.
  else if (response.status === 401 || response.status === 400) endSession();
  return renewed?.access ?? null;
}

/** A new access token, or null. However many ask at once, one request is made and all wait for it. */
export function refreshAccess(): Promise<string | null> {
  inProgress ??= requestToken()
    .catch(() => null)
    .finally(() => {
      inProgress = null;
    });
  return inProgress;
}
