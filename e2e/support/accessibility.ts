import { expect, type Page, test } from '@playwright/test';
import axeCore from 'axe-core';

/** Every screen is checked at desktop and phone size, in light and dark. */
export const DESK = 1280;
export const PHONE = 390;

const COLOURS = ['color-contrast', 'link-in-text-block'];

type Theme = { scheme: 'light' | 'dark'; isHighContrast?: true; rules: string[] | null };

/** Light and dark have the same elements, so only colours are checked again. */
const THEMES: Theme[] = [
  { scheme: 'light', rules: null },
  { scheme: 'dark', rules: COLOURS },
];
const HIGH_CONTRAST: Theme[] = [
  { scheme: 'light', isHighContrast: true, rules: COLOURS },
  { scheme: 'dark', isHighContrast: true, rules: COLOURS },
];

/** Selector of a dialog: the page below it is checked separately. */
export const DIALOG = '[role=dialog]';

const SCREEN_MS = 60_000;

export type Screen<Ids = void> = {
  name: string;
  address: string | ((ids: Ids) => string);
  /** Both, unless the state exists in only one, or is the same. */
  widths?: number[];
  /** A phone shows it in another way, so its state is set up again there. */
  differsByWidth?: boolean;
  part?: typeof DIALOG;
  /** Also checked in high contrast. */
  inHighContrast?: true;
  /** Brings the screen into the state to check. */
  prepare: (page: Page) => Promise<void>;
};

async function getFaults(page: Page, rules: string[] | null, part: string | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async ({ rules, part }) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const runOnly = rules && { runOnly: rules };
      const results = await axe.run(part ?? document, {
        resultTypes: ['violations'],
        iframes: false,
        ...runOnly,
      });
      return results.violations.map(({ id, nodes }) => ({ id, nodes }));
    },
    { rules, part },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}

/** The links in the browser's own blue. */
const unstyledLinks = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('a')
    .evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link).color === 'rgb(0, 0, 238)')
        .map((link) => link.textContent),
    );

/**
 * Expects that axe finds nothing on the page as it is now, at each width, and at the first one in each theme: a width changes
 * no colour. Or on a part of it, where the rest is checked elsewhere.
 */
export async function expectAccessible(
  page: Page,
  widths = [DESK, PHONE],
  part?: string,
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
      const where = `${width} pixels wide, ${scheme}${isHighContrast ? ', high contrast' : ''}`;
      expect.soft(await getFaults(page, rules, part), where).toEqual([]);
      expect.soft(await unstyledLinks(page), where).toEqual([]);
    }
  }
}

/**
 * Expects that axe finds nothing on these screens. One page shows them one after the other: a new page, signed in again, for
 * each would take longer than axe does. Dialogs of one address that follow each other are opened on the page as it is.
 */
export async function expectScreensAccessible<Ids>(
  page: Page,
  screens: readonly Screen<Ids>[],
  ids: Ids,
): Promise<void> {
  test.setTimeout(screens.length * SCREEN_MS);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  /** The address of the page below the dialog that was checked last. */
  let below: string | null = null;
  for (const {
    name,
    address,
    widths = [DESK, PHONE],
    differsByWidth,
    part,
    inHighContrast,
    prepare,
  } of screens) {
    const themes = inHighContrast ? [...THEMES, ...HIGH_CONTRAST] : THEMES;
    await test.step(name, async () => {
      for (const together of differsByWidth ? widths.map((width) => [width]) : [widths]) {
        await page.setViewportSize({ width: together[0] ?? DESK, height: 800 });
        const target = typeof address === 'string' ? address : address(ids);
        if (target === below) {
          await page.keyboard.press('Escape');
          await expect(page.locator(DIALOG)).toHaveCount(0);
        } else await page.goto(target);
        below = part === DIALOG ? target : null;
        await prepare(page);
        await expectAccessible(page, together, part, themes);
      }
    });
  }
}

/** Texts of the browser's accessibility tree: what a screen reader can read, including closed shadow roots. */
export async function announcedTexts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ role, name }) => (role?.value === 'StaticText' ? [String(name?.value)] : []));
}
