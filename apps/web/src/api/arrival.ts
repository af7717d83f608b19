/** What came in the page's address and must not stay there: whoever has it can act as the person. */
export type Arrival = {
  /** At /login/callback: the session that a provider's sign-in began. */
  tokens: { access: string; refresh: string } | null;
  /** At /reset-password: what the mailed link holds. */
  resetLink: { uid: string; token: string } | null;
};

function readTokens(values: URLSearchParams): Arrival['tokens'] {
  const access = values.get('access_token');
  const refresh = values.get('refresh_token');
  return access && refresh ? { access, refresh } : null;
}

function readResetLink(values: URLSearchParams): Arrival['resetLink'] {
  const uid = values.get('uid');
  const token = values.get('token');
  return uid && token ? { uid, token } : null;
}

/** Reads the secrets of an address and takes them out of the address bar and of the history. */
export function takeArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival {
  const path = location.pathname.replace(/\/+$/, '');
  const isCallback = path === '/login/callback';
  const isReset = path === '/reset-password';
  if (!isCallback && !isReset) return { tokens: null, resetLink: null };

  // Our server sends the fragment, which reaches no log and no referrer; others may send a query.
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (location.search || location.hash) history.replaceState(history.state, '', location.pathname);
  return {
    tokens: isCallback ? (readTokens(fragment) ?? readTokens(query)) : null,
    resetLink: isReset ? readResetLink(query) : null,
  };
}

/**
 * Read when this module is loaded, which main.tsx does before anything else: neither the router nor a library has seen
 * the address then. It lives as long as the page.
 */
export const arrival = takeArrival(window);
