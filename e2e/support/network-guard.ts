import type { BrowserContext } from '@playwright/test';
import { clipFile } from './api.ts';

const THIS_MACHINE = new Set(['localhost', '127.0.0.1']);
const THUMBNAILS = 'https://i.ytimg.com/**';

/**
 * Keeps a browser on this machine: what it asks of another host is refused and noted, unless a test has routed it.
 * Every YouTube video has a thumbnail.
 */
export async function guardNetwork(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(
    ({ protocol, hostname }) => protocol.startsWith('http') && !THIS_MACHINE.has(hostname),
    (route) => {
      asked.push(route.request().url());
      return route.abort();
    },
  );
  await context.route(THUMBNAILS, (route) =>
    route.fulfill({ path: clipFile('a-cat-called-biscuit', 'poster.jpg') }),
  );
  return asked;
}
