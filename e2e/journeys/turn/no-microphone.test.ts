import config from '../../playwright.config.ts';
import { practicePage } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnPage } from '../../support/recorded-turn.ts';
import { sharedClipId } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

const HOST = 'sayback.test';
const { args = [], ...options } = config.use?.launchOptions ?? {};
// Resolves a host name other than localhost to this machine, since browsers treat localhost as secure.
test.use({
  launchOptions: {
    ...options,
    args: args.map((arg) =>
      arg.startsWith('--host-resolver-rules=') ? arg.replace('MAP *', `MAP ${HOST} 127.0.0.1, MAP *`) : arg,
    ),
  },
});

const path = `/video/${sharedClipId()}`;

test('practice continues without a microphone, with a hint', async ({ page, context, server, signIn }) => {
  await context.grantPermissions(['microphone']);
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await practicePage(page).play.click();
  await allowMicrophone(page);
  await expect(page.getByText(/No microphone found/)).toBeVisible();
  await practicePage(page).next.click();
  await expect(practicePage(page).announcement).toContainText('Your turn:');
});

test.describe('without HTTPS', () => {
  test.use({ baseURL: async ({ server }, use) => use(server.url.replace('localhost', HOST)) });

  test('practice continues, and explains why it can’t record', async ({ page, server, signIn }) => {
    await openAtLine(page, path, { url: server.url, line: 1, signIn });
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await practicePage(page).play.click();
    await allowMicrophone(page);
    await expect(page.getByText(/Browsers allow recording only over HTTPS/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Practise without recording' })).toBeVisible();
    // A retry would also fail.
    await expect(turnPage(page).retry).toBeHidden();
    await practicePage(page).next.click();
    await expect(practicePage(page).announcement).toContainText('Your turn:');
  });
});
