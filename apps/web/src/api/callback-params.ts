import { accounts } from '@sayback/contract';

/** Secrets that a link or redirect put into the page's URL. Anyone who has them can act as the user. */
export type CallbackParams = {
  /** At /login/callback: the session from a provider's sign-in. */
  tokens: { access: string; refresh: string } | null;
  /** True if there were tokens, but this browser didn't start that sign-in: they are ignored. */
  isUntrusted: boolean;
  /** At /reset-password and /verify-email: the parameters of the mailed link. */
  mailedLink: { uid: string; token: string } | null;
};

function readTokens(values: URLSearchParams): CallbackParams['tokens'] {
  const access = values.get('access_token');
  const refresh = values.get('refresh_token');
  return access && refresh ? { access, refresh } : null;
}

function readMailedLink(values: URLSearchParams): CallbackParams['mailedLink'] {
  const uid = values.get('uid');
  const token = values.get('token');
  return uid && token ? { uid, token } : null;
}

/** Reads and deletes the cookie with the nonce that the server set along with the tokens. A nonce is valid once. */
function takeNonce(page: Pick<Document, 'cookie'>, isSecure: boolean): string | null {
  const name = accounts.callbackCookie(isSecure);
  const pair = page.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (!pair) return null;
  page.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return pair.slice(name.length + 1);
}

/**
 * Our server sends the tokens in the fragment, which reaches no log and no referrer, with a nonce: no other site can make
 * this browser adopt a session that isn't its own. A query has no nonce, since the specification's callback has none; the
 * server refuses the page when another site links to it.
 */
function readCallback(
  { location, document }: Pick<Window, 'location' | 'document'>,
  query: URLSearchParams,
): Pick<CallbackParams, 'tokens' | 'isUntrusted'> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const nonce = takeNonce(document, location.protocol === 'https:');
  const tokens = readTokens(fragment);
  if (!tokens) return { tokens: readTokens(query), isUntrusted: false };
  const isOurs = Boolean(nonce) && fragment.get('mark') === nonce;
  return { tokens: isOurs ? tokens : null, isUntrusted: !isOurs };
}

/** Reads the secrets and removes them from the address bar and the history. */
export function consumeCallbackParams(
  page: Pick<Window, 'location' | 'history' | 'document'>,
): CallbackParams {
  const { location, history } = page;
  const path = location.pathname.replace(/\/+$/, '');
  const isCallback = path === '/login/callback';
  const isMailed = path === '/reset-password' || path === '/verify-email';
  if (!isCallback && !isMailed) return { tokens: null, isUntrusted: false, mailedLink: null };

  const query = new URLSearchParams(location.search);
  const callback = isCallback ? readCallback(page, query) : { tokens: null, isUntrusted: false };
  if (location.search || location.hash) history.replaceState(history.state, '', location.pathname);
  return { ...callback, mailedLink: isMailed ? readMailedLink(query) : null };
}

/** Read when this module loads. main.tsx imports it first, before the router can see the URL. */
export const callbackParams = consumeCallbackParams(window);
