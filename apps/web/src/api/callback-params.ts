import { accounts } from '@sayback/contract';

/** Secrets in the page's URL, from a link or redirect. Anyone who has them can act as the user. */
export type CallbackParams = {
  /** At /login/callback: the session from a provider's sign-in. */
  tokens: { access: string; refresh: string } | null;
  /** True if there were tokens, but this browser didn't start that sign-in: they are ignored. */
  isUntrusted: boolean;
  /** At /reset-password and /verify-email: the parameters of the mailed link. */
  mailedLink: { uid: string; token: string } | null;
};

function readTokens(params: URLSearchParams): CallbackParams['tokens'] {
  const access = params.get('access_token');
  const refresh = params.get('refresh_token');
  return access && refresh ? { access, refresh } : null;
}

function readMailedLink(params: URLSearchParams): CallbackParams['mailedLink'] {
  const uid = params.get('uid');
  const token = params.get('token');
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
 * Reads the tokens. Our server sends them in the fragment, which reaches no log and no referrer. A nonce prevents other sites
 * from signing this browser in to their session. Tokens in the query have no nonce, as specified; the server refuses such a
 * page when another site links to it.
 */
function readCallback(
  { location, document }: Pick<Window, 'location' | 'document'>,
  query: URLSearchParams,
): Pick<CallbackParams, 'tokens' | 'isUntrusted'> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const nonce = takeNonce(document, location.protocol === 'https:');
  const tokens = readTokens(fragment);
  if (!tokens) return { tokens: readTokens(query), isUntrusted: false };
  const isTrusted = Boolean(nonce) && fragment.get('mark') === nonce;
  return { tokens: isTrusted ? tokens : null, isUntrusted: !isTrusted };
}

/** Reads the secrets and removes them from the address bar and the history. */
export function consumeCallbackParams(
  page: Pick<Window, 'location' | 'history' | 'document'>,
): CallbackParams {
  const { location, history } = page;
  const path = location.pathname.replace(/\/+$/, '');
  const isCallback = path === '/login/callback';
  const isMailedLink = path === '/reset-password' || path === '/verify-email';
  if (!isCallback && !isMailedLink) return { tokens: null, isUntrusted: false, mailedLink: null };

  const query = new URLSearchParams(location.search);
  const callback = isCallback ? readCallback(page, query) : { tokens: null, isUntrusted: false };
  if (location.search || location.hash) history.replaceState(history.state, '', location.pathname);
  return { ...callback, mailedLink: isMailedLink ? readMailedLink(query) : null };
}

/** Read when this module loads. main.tsx imports it first, before the router can see the URL. */
export const callbackParams = consumeCallbackParams(window);
