/**
 * Cookie that proves to /login/callback that its tokens come from a sign-in of this browser: its mark equals the
 * fragment's, and nobody else can set it. `__Host-` keeps other hosts of the domain from setting it.
 */
export const callbackCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-sayback_arrival' : 'sayback_arrival';
