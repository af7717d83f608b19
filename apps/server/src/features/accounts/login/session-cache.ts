import { LRUCache } from 'lru-cache';
import type { Listener } from '../../../platform/database/listener.ts';
import type { Authenticate, Viewer } from '../../../security/authentication.ts';
import { SESSIONS_CHANNEL, type SessionStore } from './session-store.ts';
import type { AccessTokens } from './tokens.ts';

const SIZE = 50_000;
/** Notifications don't report expiry, so an expired session is accepted for up to this long. */
const TTL_MS = 60_000;

/**
 * Authenticates by token and session. Sessions are cached while the listener is live, and dropped on a notification about
 * their user, so every server refuses an ended session or a disabled user at once. Sessions cached while notifications were
 * missed are dropped on reconnection.
 */
export function createAuthenticate(
  store: Pick<SessionStore, 'findLive'>,
  tokens: AccessTokens,
  listener: Listener,
  adminSecondFactor: 'offered' | 'required',
): Authenticate {
  // Resolution 0: caching the time for a millisecond would need a timer for every request.
  const viewers = new LRUCache<number, Viewer>({ max: SIZE, ttl: TTL_MS, ttlResolution: 0 });
  /** Number of notifications so far, so that a lookup during which one arrives isn't cached. */
  let notifications = 0;

  listener.on(SESSIONS_CHANNEL, (userId) => {
    notifications += 1;
    for (const [session, viewer] of viewers.entries()) {
      if (String(viewer.id) === userId) viewers.delete(session);
    }
  });

  listener.onGap(() => {
    notifications += 1;
    viewers.clear();
  });

  return async function authenticate(token: string): Promise<Viewer | null> {
    const claims = await tokens.read(token);
    if (!claims) return null;
    const cached = listener.isLive() ? viewers.get(claims.session_id) : undefined;
    if (cached) return cached;

    const notificationsBefore = notifications;
    const session = await store.findLive({ id: claims.session_id });
    if (!session) return null;
    const { is_admin, second_factor_at } = session;
    const must_confirm = is_admin && adminSecondFactor === 'required' && !second_factor_at;
    const viewer = {
      id: session.user_id,
      session_id: session.id,
      is_admin: is_admin && !must_confirm,
      must_confirm,
    };
    // Unconfirmed sessions aren't cached, since confirming must take effect before NOTIFY reports it.
    if (notificationsBefore === notifications && !must_confirm) viewers.set(session.id, viewer);
    return viewer;
  };
}
