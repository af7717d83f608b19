import type { Page } from '@playwright/test';
import { addClip, adminApi, ENGLISH_CLIP, newAccount } from '../support/api.ts';
import { practiceOf } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'presses' });

test.beforeAll(async ({ server }) => {
  await addClip(await adminApi(server.url), ENGLISH_CLIP);
});

/** Counts the user's actions across the page's documents: presses, and fields that they type into. */
async function countPresses(page: Page): Promise<{ presses: string[]; fields: Set<string> }> {
  const done = { presses: [] as string[], fields: new Set<string>() };
  await page.exposeFunction('notePress', (label: string) => done.presses.push(label));
  await page.exposeFunction('noteField', (label: string) => done.fields.add(label));
  await page.addInitScript(() => {
    const tell = (name: string, label: string) =>
      (window as unknown as Record<string, (label: string) => void>)[name]?.(label);
    const note = ({ target, isTrusted }: Event) => {
      const { textContent, ariaLabel } = target as HTMLElement;
      if (isTrusted) tell('notePress', ariaLabel || textContent || '');
    };
    addEventListener('pointerdown', note, true);
    addEventListener('keydown', (event) => event.key !== 'Tab' && event.key.length > 1 && note(event), true);
    addEventListener('input', ({ target }) => tell('noteField', (target as HTMLInputElement).name), true);
  });
  return done;
}

const hearsTheFirstLine = async (page: Page) => {
  await practiceOf(page).play.click();
  const isPlaying = () => page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused);
  await expect.poll(isPlaying).toBe(true);
};

const seenCard = async (page: Page) => {
  const card = page.getByTestId('video-card').first();
  await expect(card).toBeInViewport();
  // Wait until the card stops moving: content that loads above it shifts it, and a press that misses would count.
  const heights = [Number.NaN, Number.NaN, Number.NaN];
  await expect
    .poll(async () => {
      heights.push((await card.boundingBox())?.y ?? Number.NaN);
      return new Set(heights.slice(-3)).size === 1 && !Number.isNaN(heights.at(-1));
    })
    .toBe(true);
  return card;
};

for (const [width, height] of [
  [1366, 657],
  [390, 844],
] as const) {
  test(`five presses and two fields lead from opening the site to the first sound, two presses with an account, at ${width}×${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const done = await countPresses(page);
    const { username, password } = newAccount();

    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    // The login form, which has the same fields, stays until the screen is loaded.
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
    await page.getByLabel('Username').focus();
    await page.keyboard.type(username);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.type(password);
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
    // The login opens by itself, filled in; 'Log in now' would be an extra press.
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome! Which languages?' })).toBeVisible();
    await (await seenCard(page)).click();
    await hearsTheFirstLine(page);
    expect(done.presses).toHaveLength(5);
    expect([...done.fields]).toEqual(['username', 'password']);

    done.presses.length = 0;
    await page.goto('/');
    await (await seenCard(page)).click();
    await hearsTheFirstLine(page);
    expect(done.presses).toHaveLength(2);
  });
}
