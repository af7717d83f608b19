import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { type Account, apiAs, createLearner } from './api.ts';
import { expect } from './test.ts';

/** Locators of a recorded turn. */
export const turnPage = (page: Page) => ({
  record: page.getByRole('button', { name: 'Record yourself' }),
  allow: page.getByRole('button', { name: 'Use the microphone' }),
  speak: page.getByText('Speak now'),
  done: page.getByRole('button', { name: 'Done' }),
  again: page.getByRole('button', { name: 'Again', exact: true }),
  retry: page.getByRole('button', { name: 'Try again' }),
  mine: page.getByRole('button', { name: 'Me', exact: true }),
  original: page.getByRole('button', { name: 'Original', exact: true }),
  more: page.getByRole('button', { name: 'More ways to listen' }),
  both: page.getByRole('menuitem', { name: 'Both', exact: true }),
  figure: page.locator('figcaption'),
});

type SignIn = (page: Page, account: Account) => Promise<unknown>;

/** Creates a learner without pauses between lines, and opens a video at a line. */
export async function openAtLine(
  page: Page,
  path: string,
  { url, line, signIn }: { url: string; line: number; signIn: SignIn },
): Promise<Account> {
  const learner = await createLearner(url);
  const api = await apiAs(url, learner);
  await api(accounts.updatePreferences, { body: { player: { line_pause: 0, speed: 2 } } });
  await signIn(page, learner);
  await page.goto(path);
  // Before the player is ready, Next selects the line without playing it.
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  // With the keyboard, since the button may have another function by the time it is pressed.
  for (let current = 1; current < line; current++) await page.keyboard.press('ArrowRight');
  return learner;
}

/**
 * Records the sounds 'Original' and 'Me' that the page plays, since a busy machine can miss their button's state. Call this
 * before the page opens. Returns a function that reads them.
 */
export async function watchSounds(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const played: string[] = [];
    Object.assign(window, { playedSounds: played });
    const recordIfPlaying = (element: Element) => {
      const name = element.textContent ?? '';
      if (['Original', 'Me'].includes(name) && element.getAttribute('aria-pressed') === 'true')
        played.push(name);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes') recordIfPlaying(target as Element);
        for (const node of addedNodes) {
          if (node instanceof Element)
            [node, ...node.querySelectorAll('[aria-pressed]')].forEach(recordIfPlaying);
        }
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-pressed'],
    });
  });
  return () => page.evaluate(() => (window as unknown as { playedSounds: string[] }).playedSounds);
}

/** Enables the microphone during a turn. */
export async function allowMicrophone(page: Page): Promise<void> {
  await turnPage(page).record.click();
  await turnPage(page).allow.click();
}
