import { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { profileQuery } from '../../../api/session.ts';
import type { Received } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { EmailSection } from './email-section.tsx';
import { NativeLanguageForm } from './native-language-form.tsx';
import { SignedOutMessage, useStoredToken } from './settings-screen.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;

function Forms() {
  const { data } = useQuery(profileQuery);
  const { hasToken, check } = useStoredToken();
  return (
    <>
      {!hasToken && <SignedOutMessage />}
      {data && <NativeLanguageForm profile={data} checkToken={check} />}
      {data && <EmailSection profile={data} checkToken={check} />}
    </>
  );
}

const NO_TOKEN = 'No access token found. Please log in.';
const SAVED = 'Settings saved successfully.';
const language = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Native language' });
const email = () => screen.getByLabelText<HTMLInputElement>('Email address');
const password = () => screen.getByLabelText<HTMLInputElement>('Enter your password to change your address');
const clickSave = () => page.user.click(screen.getByRole('button', { name: 'Save Settings' }));
const clickSaveEmail = () => page.user.click(screen.getByRole('button', { name: 'Save email' }));

/** Opens both forms; the server responds with the changed profile. */
async function open(profile: accounts.Profile) {
  page = await openAccountPage(profile, <Forms />, ({ body }: Received) => ({
    status: 200,
    body: { ...profile, ...(body as Partial<accounts.Profile>) },
  }));
}

describe('the native language in Settings', () => {
  it('is saved, shown by name, and confirmed for a while', async () => {
    await open(LENA);
    await page.user.type(language(), 'deutsch');
    await clickSave();
    expect((await screen.findByText(SAVED)).getAttribute('role')).toBe('status');
    expect(page.changes()).toMatchObject([
      { method: 'PUT', path: accounts.replaceProfile.path, body: { native_language: 'de' } },
    ]);
    expect(language().value).toBe('German');
    expect(page.profile()).toMatchObject({ native_language: 'de' });
    await waitFor(() => expect(screen.queryByText(SAVED)).toBeNull());
  });

  it('shows an error for an unknown language, and sends nothing', async () => {
    await open(LENA);
    await page.user.type(language(), 'klingon');
    await clickSave();
    expect(screen.getByText("We don't know that language.")).toBeTruthy();
    expect(language().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(language());
    expect(page.changes()).toEqual([]);
  });

  it('keeps the suggestions closed after an error until something is typed', async () => {
    await open(LENA);
    await page.user.type(language(), 'klingon');
    await clickSave();
    expect(screen.getByText("We don't know that language.")).toBeTruthy();
    expect(screen.queryAllByRole('option')).toEqual([]);
    await page.user.clear(language());
    await page.user.type(language(), 'ger');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'GermanDeutsch',
    ]);
  });

  it('is removed when the field is emptied', async () => {
    await open({ ...LENA, native_language: 'fr' });
    expect(language().value).toBe('French');
    await page.user.clear(language());
    await clickSave();
    await screen.findByText(SAVED);
    expect(page.changes()).toMatchObject([{ body: { native_language: null } }]);
  });

  it('isn’t replaced by another language with the same name', async () => {
    page = await openAccountPage({ ...LENA, native_language: 'tw' }, <Forms />, () => ({
      status: 200,
      body: LENA,
    }));
    await clickSave();
    await screen.findByText(SAVED);
    expect(page.changes()).toMatchObject([{ body: { native_language: 'tw' } }]);
  });

  it('shows an error without an access token, and sends nothing', async () => {
    await open(LENA);
    localStorage.removeItem('access_token');
    expect(screen.queryByText(NO_TOKEN)).toBeNull();
    await clickSave();
    expect(screen.getByText(NO_TOKEN)).toBeTruthy();
    expect(page.changes()).toEqual([]);
  });

  it('shows that error when another tab logs out, and removes it when one logs in', async () => {
    await open(LENA);
    const storageChanged = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));
    localStorage.clear();
    storageChanged();
    expect(await screen.findByText(NO_TOKEN)).toBeTruthy();
    localStorage.setItem('access_token', 'b');
    storageChanged();
    await waitFor(() => expect(screen.queryByText(NO_TOKEN)).toBeNull());
  });
});

describe('the email address in Settings', () => {
  it('is saved separately with the password, and confirmed', async () => {
    await open(LENA);
    await page.user.type(email(), 'lena@example.org');
    await page.user.type(password(), 'say it back');
    await clickSaveEmail();
    await screen.findByText(SAVED);
    expect(page.changes()).toMatchObject([
      {
        method: 'PATCH',
        path: accounts.updateProfile.path,
        body: { email: 'lena@example.org', current_password: 'say it back' },
      },
    ]);
    expect(page.profile()).toMatchObject({ email: 'lena@example.org' });
  });

  it('shows the server’s message at its field, and focuses it', async () => {
    const message = 'Enter a valid email address.';
    page = await openAccountPage(LENA, <Forms />, () => ({
      status: 400,
      body: { detail: `email: ${message}`, email: [message] },
    }));
    await page.user.type(email(), 'lena at home');
    await page.user.type(password(), 'say it back');
    await clickSaveEmail();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(email());
    expect(email().value).toBe('lena at home');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires the password only if the address has changed', async () => {
    await open({ ...LENA, email: 'lena@example.org' });
    expect(screen.queryByLabelText(/^Enter your password/)).toBeNull();
    await page.user.type(email(), '.uk');
    await clickSaveEmail();
    expect(screen.getByText('This field is required.')).toBeTruthy();
    expect(document.activeElement).toBe(password());
    expect(page.changes()).toEqual([]);
    await page.user.type(email(), '{Backspace}{Backspace}{Backspace}');
    expect(screen.queryByLabelText(/^Enter your password/)).toBeNull();
    await clickSaveEmail();
    await screen.findByText(SAVED);
    expect(page.changes().map(({ body }) => body)).toEqual([{ email: 'lena@example.org' }]);
  });

  it('shows a wrong password at its field, without clearing the typed address', async () => {
    const message = "That isn't your password.";
    page = await openAccountPage(LENA, <Forms />, () => ({
      status: 400,
      body: { detail: `current_password: ${message}`, current_password: [message] },
    }));
    await page.user.type(email(), 'lena@example.org');
    await page.user.type(password(), 'guess');
    await clickSaveEmail();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(password());
    expect([email().value, password().value]).toEqual(['lena@example.org', 'guess']);
  });

  it('requires no password if there is none', async () => {
    await open({ ...LENA, has_password: false });
    await page.user.type(email(), 'lena@example.org');
    expect(screen.queryByLabelText(/^Enter your password/)).toBeNull();
    await clickSaveEmail();
    await screen.findByText(SAVED);
    expect(page.changes()).toMatchObject([{ body: { email: 'lena@example.org' } }]);
  });
});

describe('an unverified address', () => {
  const NOT_CONFIRMED = 'Not confirmed yet. Open the link in the email we sent you.';
  const WITH_EMAIL = { ...LENA, email: 'lena@example.org' };
  const clickSendAgain = () => page.user.click(screen.getByRole('button', { name: 'Send the email again' }));

  it('shows a notice, and its email can be sent again', async () => {
    page = await openAccountPage(WITH_EMAIL, <Forms />, () => ({ status: 204, text: '' }));
    expect(screen.getByText(NOT_CONFIRMED)).toBeTruthy();
    await clickSendAgain();
    expect(await screen.findByText('We sent you an email. Check your inbox.')).toBeTruthy();
    expect(page.changes()).toMatchObject([{ method: 'POST', path: accounts.sendVerification.path }]);
  });

  it('shows when another email can be sent after too many', async () => {
    const detail = 'Too many attempts. Try again in 60 seconds.';
    page = await openAccountPage(WITH_EMAIL, <Forms />, () => ({ status: 429, body: { detail } }));
    await clickSendAgain();
    expect(await screen.findByText(detail)).toBeTruthy();
  });

  it.each([
    ['a confirmed address', { ...WITH_EMAIL, email_verified: true }],
    ['an account without an address', LENA],
  ])('shows no notice for %s', async (_, profile) => {
    await open(profile);
    expect(screen.queryByText(NOT_CONFIRMED)).toBeNull();
  });
});
