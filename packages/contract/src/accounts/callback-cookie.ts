/**
 * The cookie that proves to /login/callback that its tokens come from a sign-in of this browser: it holds the same mark
 * as the fragment, which nobody else can make it hold. `__Host-` keeps other hosts of a domain from setting it.
 */
export const callbackCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-sayback_arrival' : 'sayback_arrival';
