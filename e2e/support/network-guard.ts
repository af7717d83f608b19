import type { BrowserContext } from '@playwright/test';

/** Every YouTube video has a thumbnail, which may be missing. */
const MAY_BE_ASKED = 'i.ytimg.com';

/**
 * Notes what a browser asked of another host, unless a test has routed it: the configuration lets it find none. Not by a
 * route of its own: where there is one, each request of a page goes through the test's process, and past the browser's cache.
 */
export function guardNetwork(context: BrowserContext): string[] {
  const requested: string[] = [];
  context.on('requestfailed', (request) => {
    const isStranger = request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED';
    if (isStranger && new URL(request.url()).hostname !== MAY_BE_ASKED) requested.push(request.url());
  });
  return requested;
}
