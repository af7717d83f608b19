import { test as base, type Page } from '@playwright/test';
import { type Account, makeLearner, tokensOf } from './api.ts';
import { type SaybackServer, startSayback } from './sayback-server.ts';

type WorkerFixtures = { server: SaybackServer };
type Fixtures = {
  /** Signs the page in as somebody, or as a learner made for this test. */
  signIn: (page: Page, account?: Account) => Promise<Account>;
  /** What the page's scripts threw, and what the server refused though nobody asked it to. */
  pageErrors: string[];
};

/** A test on the real server: one for each worker, so that workers don't see each other's data. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const server = await startSayback();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  signIn: async ({ server }, use) =>
    use(async (page, account) => {
      const person = account ?? (await makeLearner(server.url));
      const tokens = await tokensOf(server.url, person);
      await page.goto('/login');
      await page.evaluate(({ access, refresh }) => {
        localStorage.setItem('access_token', access);
        localStorage.setItem('refresh_token', refresh);
      }, tokens);
      return person;
    }),

  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await use(errors);
      if (errors.length > 0) throw new Error(`the page threw: ${errors.join('; ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
