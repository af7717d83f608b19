import { expect, type Page, test } from '@playwright/test';
import axeCore from 'axe-core';

/** Widths at which every screen is checked. */
export const DESKTOP = 1280;
export const PHONE = 390;

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Theme = { scheme: 'light' | 'dark'; isHighContrast?: true; rules: string[] | null };

/** The dark theme has the same elements, so only its colours are checked. */
const THEMES: Theme[] = [
  { scheme: 'light', rules: null },
  { scheme: 'dark', rules: COLOR_RULES },
];
const HIGH_CONTRAST: Theme[] = [
  { scheme: 'light', isHighContrast: true, rules: COLOR_RULES },
  { scheme: 'dark', isHighContrast: true, rules: COLOR_RULES },
];

/** Selects a dialog without the page below it, which is checked separately. */
export const DIALOG = '[role=dialog]';

const SCREEN_MS = 60_000;

export type Screen<Ids = void> = {
  name: string;
  url: string | ((ids: Ids) => string);
  /** All widths by default. */
  widths?: number[];
  /** The layouts differ, so the state is set up again for each width. */
  differsByWidth?: boolean;
  selector?: typeof DIALOG;
  /** Also checked in high contrast. */
  inHighContrast?: true;
  /** Brings the screen into the state to check. */
  prepare: (page: Page) => Promise<void>;
};

async function findViolations(
  page: Page,
  rules: string[] | null,
  selector: string | undefined,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async ({ rules, selector }) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const runOnly = rules && { runOnly: rules };
      const results = await axe.run(selector ?? document, {
        resultTypes: ['violations'],
        iframes: false,
        ...runOnly,
      });
      return results.violations.map(({ id, nodes }) => ({ id, nodes }));
    },
    { rules, selector },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}

/** Finds links in the browser's default colour. */
const unstyledLinks = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('a')
    .evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link).color === 'rgb(0, 0, 238)')
        .map((link) => link.textContent),
    );

/**
 * Expects that axe finds no violations in the page or in the selected part of it: at each width, and at the first width also
 * in each theme.
 */
export async function expectAccessible(
  page: Page,
  widths = [DESKTOP, PHONE],
  selector?: string,
  themes = THEMES,
): Promise<void> {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    for (const { scheme, isHighContrast = false, rules } of index === 0 ? themes : themes.slice(0, 1)) {
      const contrast = isHighContrast ? 'more' : 'no-preference';
      await page.emulateMedia({ colorScheme: scheme, contrast, reducedMotion: 'reduce' });
      const html = page.locator('html');
      await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
      await expect(html.and(page.locator('[data-high-contrast]'))).toHaveCount(isHighContrast ? 1 : 0);
      const label = `${width} pixels wide, ${scheme}${isHighContrast ? ', high contrast' : ''}`;
      expect.soft(await findViolations(page, rules, selector), label).toEqual([]);
      expect.soft(await unstyledLinks(page), label).toEqual([]);
    }
  }
}

/**
 * Expects that axe finds no violations on these screens. All share one page, since signing in again takes longer than axe.
 * Consecutive dialogs of one URL are opened without reloading the page.
 */
export async function expectScreensAccessible<Ids>(
  page: Page,
  screens: readonly Screen<Ids>[],
  ids: Ids,
): Promise<void> {
  test.setTimeout(screens.length * SCREEN_MS);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  /** URL of the page below the last dialog. */
  let pageBelowDialog: string | null = null;
  for (const {
    name,
    url,
    widths = [DESKTOP, PHONE],
    differsByWidth,
    selector,
    inHighContrast,
    prepare,
  } of screens) {
    const themes = inHighContrast ? [...THEMES, ...HIGH_CONTRAST] : THEMES;
    await test.step(name, async () => {
      for (const widthsAtOnce of differsByWidth ? widths.map((width) => [width]) : [widths]) {
        await page.setViewportSize({ width: widthsAtOnce[0] ?? DESKTOP, height: 800 });
        const target = typeof url === 'string' ? url : url(ids);
        if (target === pageBelowDialog) {
          await page.keyboard.press('Escape');
          await expect(page.locator(DIALOG)).toHaveCount(0);
        } else await page.goto(target);
        pageBelowDialog = selector === DIALOG ? target : null;
        await prepare(page);
        await expectAccessible(page, widthsAtOnce, selector, themes);
      }
    });
  }
}

/** Returns the texts that a screen reader can read, including those in closed shadow roots. */
export async function announcedTexts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ role, name }) => (role?.value === 'StaticText' ? [String(name?.value)] : []));
}
