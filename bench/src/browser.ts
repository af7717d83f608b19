import { type Browser, type BrowserContext, chromium } from '@playwright/test';
// Uses the journeys' flags and search for a Chromium.
import journeys from '../../e2e/playwright.config.ts';
import { type Account, logInForTokens } from '../../e2e/support/api.ts';

export const openBrowser = (): Promise<Browser> => chromium.launch(journeys.use?.launchOptions);

/** A first visit: nothing is stored from before except, with an account, a session. */
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
