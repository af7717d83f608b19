import { accounts } from '@sayback/contract';

/** What came in the page's address and must not stay there: whoever has it can act as the person. */
export type CallbackParams = {
  /** At /login/callback: the session that a provider's sign-in began. */
  tokens: { access: string; refresh: string } | null;
  /** There were tokens, but not of a sign-in that this browser has just come from: they aren't taken. */
  isUntrusted: boolean;
  /** At /reset-password and /verify-email: what the mailed link holds. */
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

/** The mark that the server gave this browser with the tokens. It is taken away: it counts once. */
function takeNonce(page: Pick<Document, 'cookie'>, isSecure: boolean): string | null {
  const name = accounts.arrivalCookie(isSecure);
  const pair = page.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (!pair) return null;
  page.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return pair.slice(name.length + 1);
}

/**
 * Our server sends the fragment, which reaches no log and no referrer, and marks it: nobody else can have this browser
 * take over a session that isn't its own. A query has no mark, since the specification's callback asks for none; the
 * server refuses the page to those that another site sends.
 */
function readCallback(
  { location, document }: Pick<Window, 'location' | 'document'>,
  query: URLSearchParams,
): Pick<CallbackParams, 'tokens' | 'isUntrusted'> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const mark = takeNonce(document, location.protocol === 'https:');
  const tokens = readTokens(fragment);
  if (!tokens) return { tokens: readTokens(query), isUntrusted: false };
  const isOurs = Boolean(mark) && fragment.get('mark') === mark;
  return { tokens: isOurs ? tokens : null, isUntrusted: !isOurs };
}

/** Reads the secrets of an address and takes them out of the address bar and of the history. */
export function consumeCallbackParams(page: Pick<Window, 'location' | 'history' | 'document'>): CallbackParams {
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

/**
 * Read when this module is loaded, which main.tsx does before anything else: neither the router nor what it brings has seen
 * the address then. It lives as long as the page.
 */
export const callbackParams = consumeCallbackParams(window);
