import { accounts } from '@sayback/contract';
import { sessionEnd } from './session-end.ts';
import { dropTokens, refreshToken, storeTokens } from './tokens.ts';

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
  if (!response.ok) {
    // Only a refusal ends the session: a server in trouble, or too many tries, may say yes later.
    if (response.status === 401 || response.status === 400) endSession();
    return null;
  }
  const { access } = (await response.json()) as { access: string };
  storeTokens({ access });
  return access;
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
