import type { Page } from '@playwright/test';
import { accounts, hashLine, parsePosition, practice } from '@sayback/contract';
import { hasEnglish, listPageTexts } from '../../apps/web/src/locales/testing/page-texts.ts';
import { DESKTOP, PHONE } from '../support/accessibility.ts';
import { addClip, adminApi, fetchSegments, fetchSubtitle, MULTILINGUAL } from '../support/api.ts';
import { findOverflow, offerPseudoLocale } from '../support/pseudo-locale.ts';
import { ADMIN } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'pseudo-locale' });

/** Data in Latin letters: this test's, and a new server's. */
const DATA = /Many tongues|A clip to practise with\.|admin|clip\.mp4|UTF-8|Sayback|YouTube|node/gi;

/** Removes texts of videos, which have a lang attribute, and languages that the browser shows as a code. */
const removeVideoTexts = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.body.querySelectorAll('[lang]')) element.remove();
    for (const option of document.body.querySelectorAll('option'))
      if (option.text.toLowerCase() === option.value) option.remove();
  });

async function expectTranslatedLayout(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator('main h1, main h2').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
  for (const width of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height: 800 });
    const layout = expect.configure({ soft: true }).poll(() => page.evaluate(findOverflow), {
      message: `${path}, ${width} pixels wide`,
    });
    await layout.toEqual([]);
  }
  await removeVideoTexts(page);
  const texts = await page.evaluate(listPageTexts);
  expect(texts.length).toBeGreaterThan(3);
  const english = texts.filter((text) => hasEnglish(text.replace(DATA, '')));
  expect.soft(english, `${path}: outside the catalogues`).toEqual([]);
}

// Dates and language names have no Latin letters in these languages.
for (const { language, dir } of [
  { language: 'ru', dir: 'ltr' },
  { language: 'ar', dir: 'rtl' },
]) {
  test.describe(`with all texts a third longer, ${dir}`, () => {
    test.use({ locale: language });

    test('screens have no text outside the catalogues, and cut off none', async ({
      page,
      server,
      signIn,
    }) => {
      const admin = await adminApi(server.url);
      const id = await addClip(admin, MULTILINGUAL);
      const { alignment_id } = await fetchSubtitle(admin, id);
      await offerPseudoLocale(page, language);
      await expectTranslatedLayout(page, '/login');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('dir', dir);
      await signIn(page, ADMIN);
      await expectTranslatedLayout(page, `/video/${id}`);
      // The slider runs left to right in every language.
      const thumb = await page.getByRole('slider').boundingBox();
      expect(thumb?.x).toBeLessThan(PHONE / 2);
      // Shows Today on the home page, with its longest text.
      const [line] = await fetchSegments(admin, id);
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
      for (const path of [
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
        await expectTranslatedLayout(page, path);
      }
    });
  });
}
