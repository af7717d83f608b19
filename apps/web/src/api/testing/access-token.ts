/** An access token of an account, which nobody has signed, for an hour. */
export const accessTokenOf = (account: string, seconds = 3600): string =>
  `x.${btoa(JSON.stringify({ sub: account, exp: Math.round(Date.now() / 1000) + seconds }))}.x`;
