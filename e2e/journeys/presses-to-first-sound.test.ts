import type { Page } from '@playwright/test';
import { addClip, adminApi, ENGLISH_CLIP, newAccount } from '../support/api.ts';
import { practicePage } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'presses' });

test.beforeAll(async ({ server }) => {
  await addClip(await adminApi(server.url), ENGLISH_CLIP);
});

/** Records the user's presses, and the fields that they type into. */
async function countPresses(page: Page): Promise<{ presses: string[]; fields: Set<string> }> {
  const actions = { presses: [] as string[], fields: new Set<string>() };
  await page.exposeFunction('recordPress', (label: string) => actions.presses.push(label));
  await page.exposeFunction('recordField', (label: string) => actions.fields.add(label));
  await page.addInitScript(() => {
    const report = (name: string, label: string) =>
      (window as unknown as Record<string, (label: string) => void>)[name]?.(label);
    const recordPress = ({ target, isTrusted }: Event) => {
      const { textContent, ariaLabel } = target as HTMLElement;
      if (isTrusted) report('recordPress', ariaLabel || textContent || '');
    };
    addEventListener('pointerdown', recordPress, true);
    addEventListener(
      'keydown',
      (event) => event.key !== 'Tab' && event.key.length > 1 && recordPress(event),
      true,
    );
    addEventListener('input', ({ target }) => report('recordField', (target as HTMLInputElement).name), true);
  });
  return actions;
}

const playFirstLine = async (page: Page) => {
  await practicePage(page).play.click();
  const isPlaying = () => page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused);
  await expect.poll(isPlaying).toBe(true);
};

const findStableCard = async (page: Page) => {
  const card = page.getByTestId('video-card').first();
  await expect(card).toBeInViewport();
  // Wait until the card stops moving: a press that misses it would count too.
  const tops = [Number.NaN, Number.NaN, Number.NaN];
  await expect
    .poll(async () => {
      tops.push((await card.boundingBox())?.y ?? Number.NaN);
      return new Set(tops.slice(-3)).size === 1 && !Number.isNaN(tops.at(-1));
    })
    .toBe(true);
  return card;
};

for (const [width, height] of [
  [1366, 657],
  [390, 844],
] as const) {
  test(`a new user hears a line after five presses and two fields, a returning user after two presses, at ${width}×${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const actions = await countPresses(page);
    const { username, password } = newAccount();

    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    // Until this screen is loaded, the login form is visible, with the same fields.
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
    await page.getByLabel('Username').focus();
    await page.keyboard.type(username);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.type(password);
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
    // The login opens automatically, filled in.
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome! Which languages?' })).toBeVisible();
    await (await findStableCard(page)).click();
    await playFirstLine(page);
    expect(actions.presses).toHaveLength(5);
    expect([...actions.fields]).toEqual(['username', 'password']);

    actions.presses.length = 0;
    await page.goto('/');
    await (await findStableCard(page)).click();
    await playFirstLine(page);
    expect(actions.presses).toHaveLength(2);
  });
}
