/**
 * Returns the name of the cookie that proves to /login/callback that its tokens come from a sign-in in this browser: its value
 * must equal the one in the URL fragment. The `__Host-` prefix prevents other hosts of the domain from setting it.
 */
export const callbackCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-sayback_arrival' : 'sayback_arrival';
