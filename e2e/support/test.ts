import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { type Account, createLearner, logInForTokens } from './api.ts';
import { guardNetwork } from './network-guard.ts';
import { type SaybackServer, sharedServer, startSayback } from './sayback-server.ts';

type WorkerFixtures = {
  /**
   * Name of the server. All test files share one, except files with another name, which count rows, change settings, or stop
   * the server.
   */
  world: string;
  server: SaybackServer;
};
type Fixtures = {
  /** Disables preloading screens, which takes a quarter of a journey's processor time. */
  savesData: boolean;
  /** Signs the page in with an account, by default a new learner's. */
  signIn: (page: Page, account?: Account) => Promise<Account>;
  /** Opens another browser, like another user or device. */
  openBrowser: () => Promise<Page>;
  /** Errors thrown by the pages' scripts. */
  pageErrors: string[];
};

const watchErrors = (context: BrowserContext, errors: string[]) =>
  context.on('weberror', (webError) => errors.push(webError.error().message));

const saveData = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** A test with the real server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  world: ['shared', { option: true, scope: 'worker' }],

  server: [
    async ({ world }, use) => {
      if (world === 'shared') return use(sharedServer());
      const server = await startSayback();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 360_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  savesData: [true, { option: true }],

  context: async ({ context, pageErrors, savesData }, use) => {
    watchErrors(context, pageErrors);
    if (savesData) await saveData(context);
    const requested = guardNetwork(context);
    await use(context);
    if (requested.length > 0) throw new Error(`the page requested other hosts: ${requested.join(', ')}`);
  },

  signIn: async ({ server }, use) =>
    use(async (page, account) => {
      const user = account ?? (await createLearner(server.url));
      const tokens = await logInForTokens(server.url, user);
      await page.goto('/icon.svg');
      await page.evaluate(({ access, refresh }) => {
        localStorage.setItem('access_token', access);
        localStorage.setItem('refresh_token', refresh);
      }, tokens);
      return user;
    }),

  openBrowser: async ({ browser, server, pageErrors, savesData }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url });
      contexts.push(context);
      watchErrors(context, pageErrors);
      if (savesData) await saveData(context);
      guardNetwork(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  pageErrors: async ({}, use) => {
    const errors: string[] = [];
    await use(errors);
    if (errors.length > 0) throw new Error(`the page threw: ${errors.join('; ')}`);
  },
});

export { expect } from '@playwright/test';
