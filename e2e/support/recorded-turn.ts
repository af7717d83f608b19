import type { Page } from '@playwright/test';
import { accounts } from '@sayback/contract';
import { type Account, apiAs, makeLearner } from './api.ts';
import { expect } from './test.ts';

/** Locators of a recorded turn. */
export const turnOf = (page: Page) => ({
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

type SignIn = (page: Page, who: Account) => Promise<unknown>;

/** A learner without pauses between lines, at a line of a video. */
export async function openAtLine(
  page: Page,
  address: string,
  { url, line, signIn }: { url: string; line: number; signIn: SignIn },
): Promise<Account> {
  const learner = await makeLearner(url);
  const api = await apiAs(url, learner);
  await api(accounts.updatePreferences, { body: { player: { line_pause: 0, speed: 2 } } });
  await signIn(page, learner);
  await page.goto(address);
  // Before that, Next selects another line without playing it.
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  // With the keyboard, since a button may have changed its meaning by the time it is pressed.
  for (let at = 1; at < line; at++) await page.keyboard.press('ArrowRight');
  return learner;
}

/**
 * Records the sounds that play from now on, in every page that is opened: 'Original' and 'Me', each for a second or two, which a
 * busy machine may not show in time. Returns a function that reads them.
 */
export async function watchSounds(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const played: string[] = [];
    Object.assign(window, { playedSounds: played });
    const add = (element: Element) => {
      const name = element.textContent ?? '';
      if (['Original', 'Me'].includes(name) && element.getAttribute('aria-pressed') === 'true')
        played.push(name);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes') add(target as Element);
        for (const node of addedNodes) {
          if (node instanceof Element) [node, ...node.querySelectorAll('[aria-pressed]')].forEach(add);
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

/** In a turn: enables the microphone with the screen's button. */
export async function allowMicrophone(page: Page): Promise<void> {
  await turnOf(page).record.click();
  await turnOf(page).allow.click();
}
