import { type Browser, type BrowserContext, chromium } from '@playwright/test';
// Chromium's path and flags, as in the journeys.
import journeys from '../../e2e/playwright.config.ts';
import { type Account, logInForTokens } from '../../e2e/support/api.ts';

export const openBrowser = (): Promise<Browser> => chromium.launch(journeys.use?.launchOptions);

/** Creates a context for a first visit: nothing is stored, except a session if there is an account. */
export async function newVisitor(browser: Browser, url: string, account?: Account): Promise<BrowserContext> {
  const tokens = account && (await logInForTokens(url, account));
  const session = tokens && [
    { name: 'access_token', value: tokens.access },
    { name: 'refresh_token', value: tokens.refresh },
  ];
  return browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    storageState: { cookies: [], origins: session ? [{ origin: url, localStorage: session }] : [] },
  });
}
