import config from '../../playwright.config.ts';
import { practiceOf } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnOf } from '../../support/recorded-turn.ts';
import { sharedClip } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

const HOST = 'sayback.test';
const { args = [], ...options } = config.use?.launchOptions ?? {};
// A host name that resolves to this machine but isn't localhost: browsers treat it like any address without HTTPS.
test.use({
  launchOptions: {
    ...options,
    args: args.map((arg) =>
      arg.startsWith('--host-resolver-rules=') ? arg.replace('MAP *', `MAP ${HOST} 127.0.0.1, MAP *`) : arg,
    ),
  },
});

const address = `/video/${sharedClip()}`;

test('practice continues without any microphone, with a hint', async ({ page, context, server, signIn }) => {
  await context.grantPermissions(['microphone']);
  await openAtLine(page, address, { url: server.url, line: 1, signIn });
  await practiceOf(page).play.click();
  await allowMicrophone(page);
  await expect(page.getByText(/No microphone found/)).toBeVisible();
  await practiceOf(page).next.click();
  await expect(practiceOf(page).announcement).toContainText('Your turn:');
});

test.describe('at an address without HTTPS', () => {
  test.use({ baseURL: async ({ server }, use) => use(server.url.replace('localhost', HOST)) });

  test('practice works, and explains why nothing can be recorded', async ({ page, server, signIn }) => {
    await openAtLine(page, address, { url: server.url, line: 1, signIn });
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await practiceOf(page).play.click();
    await allowMicrophone(page);
    await expect(page.getByText(/Browsers allow recording only over HTTPS/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Practise without recording' })).toBeVisible();
    // It would fail again.
    await expect(turnOf(page).retry).toBeHidden();
    await practiceOf(page).next.click();
    await expect(practiceOf(page).announcement).toContainText('Your turn:');
  });
});
