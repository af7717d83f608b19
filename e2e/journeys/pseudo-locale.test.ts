import type { Page } from '@playwright/test';
import { accounts, hashLine, parsePosition, practice } from '@sayback/contract';
import { hasEnglish, textsOnPage } from '../../apps/web/src/locales/testing/page-texts.ts';
import { DESK, PHONE } from '../support/accessibility.ts';
import { addClip, adminApi, MULTILINGUAL, segmentsOf, subtitleOf } from '../support/api.ts';
import { findOverflow, offerPseudoLocale } from '../support/pseudo-locale.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'pseudo-locale' });

/** Data of this test and of a new server in Latin letters. */
const DATA = /Many tongues|A clip to practise with\.|admin|clip\.mp4|UTF-8|Sayback|YouTube|node/gi;

/** Removes the texts of videos, which have a lang attribute. Languages that the browser can't name have their code. */
const removeContent = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.body.querySelectorAll('[lang]')) element.remove();
    for (const option of document.body.querySelectorAll('option'))
      if (option.text.toLowerCase() === option.value) option.remove();
  });

async function expectFits(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator('main h1, main h2').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
  for (const width of [DESK, PHONE]) {
    await page.setViewportSize({ width, height: 800 });
    const layout = expect.configure({ soft: true }).poll(() => page.evaluate(findOverflow), {
      message: `${address}, ${width} pixels wide`,
    });
    await layout.toEqual([]);
  }
  await removeContent(page);
  const texts = await page.evaluate(textsOnPage);
  expect(texts.length).toBeGreaterThan(3);
  const english = texts.filter((text) => hasEnglish(text.replace(DATA, '')));
  expect.soft(english, `${address}: outside the catalogues`).toEqual([]);
}

// In these languages, dates and language names have no Latin letters.
for (const { language, dir } of [
  { language: 'ru', dir: 'ltr' },
  { language: 'ar', dir: 'rtl' },
]) {
  test.describe(`with all texts a third longer, ${dir}`, () => {
    test.use({ locale: language });

    test('screens have no text outside the catalogues, and clip nothing', async ({
      page,
      server,
      signIn,
    }) => {
      const admin = await adminApi(server.url);
      const id = await addClip(admin, MULTILINGUAL);
      const { alignment_id } = await subtitleOf(admin, id);
      await offerPseudoLocale(page, language);
      await expectFits(page, '/login');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('dir', dir);
      await signIn(page, ADMIN);
      await expectFits(page, `/video/${id}`);
      // Time runs left to right in every language.
      const thumb = await page.getByRole('slider').boundingBox();
      expect(thumb?.x).toBeLessThan(PHONE / 2);
      // Puts Today on the home page, with its longest text.
      const [line] = await segmentsOf(admin, id);
      if (!line) throw new Error('the clip has a line');
      await admin(practice.markLine, {
        params: { id },
        body: {
          start_ms: parsePosition(line.start_time),
          text_hash: hashLine(line.text_original),
          starred: true,
        },
      });
      await admin(accounts.updatePreferences, { body: { review: { goal_minutes: 300 } } });
      for (const address of [
        '/',
        '/profile',
        '/progress',
        '/settings',
        '/no/such/page',
        '/video-manager',
        `/video-manager/videos/${id}`,
        `/subtitles/${alignment_id}/edit`,
        '/youtube-candidates',
        '/users',
      ]) {
        await expectFits(page, address);
      }
    });
  });
}
