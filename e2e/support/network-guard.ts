import type { BrowserContext } from '@playwright/test';

/** Every YouTube video has a thumbnail, which may be missing. */
const MAY_BE_ASKED = 'i.ytimg.com';

/**
 * Records a browser's requests to other hosts that no test has routed: by configuration, none of them resolves. Not done with a
 * route: that sends each request of a page through the test's process, bypassing the browser's cache.
 */
export function guardNetwork(context: BrowserContext): string[] {
  const requested: string[] = [];
  context.on('requestfailed', (request) => {
    const isStranger = request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED';
    if (isStranger && new URL(request.url()).hostname !== MAY_BE_ASKED) requested.push(request.url());
  });
  return requested;
}
