import type { BrowserContext } from '@playwright/test';

/** Serves the thumbnails of YouTube videos, which may be missing. */
const ALLOWED_HOST = 'i.ytimg.com';

/**
 * Records a browser's requests to other hosts that the test doesn't route: the configuration lets no other host name resolve.
 * A route would send every request through the test's process and bypass the browser's cache.
 */
export function guardNetwork(context: BrowserContext): string[] {
  const requested: string[] = [];
  context.on('requestfailed', (request) => {
    const isOtherHost = request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED';
    if (isOtherHost && new URL(request.url()).hostname !== ALLOWED_HOST) requested.push(request.url());
  });
  return requested;
}
