import { accounts } from '@sayback/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../api/tokens.ts';
import { CATALOGUES } from '../locales/catalogues.ts';
import { en } from '../locales/en/index.ts';
import { hasEnglish, listPageTexts } from '../locales/testing/page-texts.ts';
import { buildPseudoTexts } from '../locales/testing/pseudo-locale.ts';
import { startI18n } from '../locales/testing/start-i18n.ts';
import { SAMPLE_CODES, sampleResponse } from '../testing/sample-responses.ts';
import { openApp } from './testing/open-app.tsx';

const PUBLIC = ['/login', '/register', '/password-reset', '/reset-password', '/verify-email'];
const SIGNED_IN = [
  '/',
  '/profile',
  '/settings',
  '/second-step',
  '/video/1',
  '/video-manager',
  '/video-manager/videos/1',
  '/subtitles/list/1',
  '/revisions/1',
  '/cuts/1',
  '/subtitles/1/edit',
  '/subtitles/1/regex-edit',
  '/youtube-candidates',
  '/youtube-candidates/1',
  '/subtitles/sync/1/fr',
  '/users',
  '/users/invitations',
  '/users/activity',
  '/nowhere',
];

/** Returns true for Latin letters, except in the samples' codes. */
const isEnglish = (text: string) =>
  hasEnglish(SAMPLE_CODES.reduce((rest, code) => rest.replaceAll(code, ''), text));

/** Expires in 2100. */
const TOKEN = `head.${btoa(JSON.stringify({ sub: '1', exp: 4_102_444_800 }))}.signature`;

let close = async () => undefined as unknown;
// Every text of the catalogues is accented, and dates and names are Cyrillic: plain Latin letters belong to a text outside the
// catalogues.
beforeAll(async () => {
  const texts = async () => buildPseudoTexts(en);
  Object.assign(CATALOGUES, {
    ru: Object.fromEntries(Object.keys(CATALOGUES.en).map((part) => [part, texts])),
  });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ru']);
});
afterEach(() => close());
afterAll(async () => {
  Reflect.deleteProperty(CATALOGUES, 'ru');
  vi.restoreAllMocks();
  await startI18n();
});

async function open(url: string, isSignedIn: boolean): Promise<void> {
  localStorage.clear();
  // The previous page can have switched the language.
  await startI18n();
  if (isSignedIn) storeTokens({ access: TOKEN, refresh: 'r' });
  const app = await openApp(url, (received) => {
    const reply = sampleResponse(received);
    if (received.path !== accounts.getPreferences.path) return reply;
    // Use the browser's language, not a chosen one.
    return { ...reply, body: { ...(reply.body as object), interface_language: null } };
  });
  close = app.close;
  const { client } = app;
  await vi.waitFor(
    () => {
      expect(document.querySelector('main h1, main h2')).toBeTruthy();
      expect(client.isFetching()).toBe(0);
    },
    { timeout: 60_000 },
  );
}

describe('in a pseudo-language', () => {
  it.each([...PUBLIC.map((url) => [url, false] as const), ...SIGNED_IN.map((url) => [url, true] as const)])(
    '%s shows no text outside the catalogues',
    async (url, isSignedIn) => {
      await open(url, isSignedIn);
      expect(window.location.pathname).toBe(url);
      const texts = listPageTexts();
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.filter(isEnglish)).toEqual([]);
    },
  );
});
