import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Every screen is looked at on a desk and on a phone, by day and by night. */
export const DESK = 1280;
export const PHONE = 390;
const SCHEMES = ['light', 'dark'] as const;

async function faultsOf(page: Page, part?: string): Promise<string[]> {
  // One run in the page itself: the usual way opens another page each time, for the sake of frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}

/**
 * That axe finds nothing on the page as it is now, at each width and in both colour schemes; or on a part of it, where the
 * rest is looked at elsewhere.
 */
export async function expectAccessible(page: Page, widths = [DESK, PHONE], part?: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      expect.soft(await faultsOf(page, part), `${width} pixels wide, ${scheme}`).toEqual([]);
    }
  }
}
