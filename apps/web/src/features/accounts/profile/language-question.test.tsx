import { accounts, videos } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { LanguageQuestion } from './language-question.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;
afterEach(() => void vi.restoreAllMocks());

async function openQuestion(languages: string[], onDone = () => undefined, status = 200) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  page = await openAccountPage(LENA, <LanguageQuestion onDone={onDone} />, ({ path, method }) => {
    if (path === videos.listVideoLanguages.path) return { status: 200, body: ['es', 'de', 'en'] };
    return method === 'GET' ? { status: 404 } : { status, body: LENA };
  });
  await screen.findByRole('checkbox', { name: 'Spanish' });
}
const nativeSelect = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'I speak' });

it('the language question guesses the native language from the browser’s, and asks for the practice language', async () => {
  const onDone = vi.fn();
  await openQuestion(['tlh', 'de-AT', 'en'], onDone);
  await waitFor(() => expect(nativeSelect().value).toBe('de'));
  expect(screen.queryByRole('checkbox', { name: 'German' })).toBeNull();
  await page.user.click(screen.getByRole('checkbox', { name: 'Spanish' }));
  await page.user.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(page.changes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', accounts.updateProfile.path, { native_language: 'de' }],
    ['POST', accounts.addPracticeLanguage.path, { language: 'es' }],
  ]);
});

it('the language question can be skipped', async () => {
  const onDone = vi.fn();
  await openQuestion(['en'], onDone);
  await page.user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(onDone).toHaveBeenCalledOnce();
  expect(page.changes()).toEqual([]);
});

it('the language question shows an error if the languages can’t be saved', async () => {
  await openQuestion(['en'], undefined, 500);
  await page.user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(nativeSelect().value).toBe('en');
});
