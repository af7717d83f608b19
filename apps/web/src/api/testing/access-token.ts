/** Returns an unsigned access token for an account, valid for an hour by default. */
export const createAccessToken = (account: string, seconds = 3600): string =>
  `x.${btoa(JSON.stringify({ sub: account, exp: Math.round(Date.now() / 1000) + seconds }))}.x`;
