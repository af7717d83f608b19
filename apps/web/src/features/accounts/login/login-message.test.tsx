import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LENA } from '../../../api/testing/profiles.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { readLoginSearch } from './login-message.ts';
import { LoginScreen } from './login-screen.tsx';
import { setRegisteredAccount } from './use-go-to-login.ts';

let page: Awaited<ReturnType<typeof openPage>>;

type Provider = { id: string; name: string; login_url: string };

/** Opens the login of a server that has these providers. */
async function open(url: string, providers: Provider[] = []) {
  const login = { path: '/login', component: LoginScreen, validateSearch: readLoginSearch };
  page = await openPage(
    login,
    url,
    () => ({ status: 200, body: { providers, registration: 'open' } }),
    {},
    LENA,
  );
  await screen.findByRole('heading', { name: 'Log In' });
}

describe('the login page', () => {
  it.each([
    ['unreachable', "Can't reach the sign-in service."],
    ['refused', 'You cancelled the sign-in.'],
    ['outdated', 'took too long'],
    ['foreign', 'Another website requested that sign-in.'],
    ['not-admitted', 'you need an invitation'],
    ['disabled', 'Your account is disabled.'],
    ['failed', 'Sign-in failed.'],
    ['something-new', 'Sign-in failed.'],
  ])('shows why a sign-in failed: %s, and removes it from the URL', async (fault, message) => {
    await open(`/login?fault=${fault}`);
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(screen.getByRole('alert').textContent).toContain(message);
  });

  it('shows why the session ended', async () => {
    await open('/login?notice=password-changed');
    expect(screen.getByText('Password changed. Log in with your new password.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows nothing for an unknown reason', async () => {
    await open('/login?notice=toString');
    expect(page.address()).toBe('/login');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is prefilled once with a new account, and Enter signs in', async () => {
    setRegisteredAccount({ username: 'lena', password: 'say it back' });
    await open('/login');
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('lena');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log In' }));
    await page.user.keyboard('{Enter}');
    await waitFor(() =>
      expect(page.changes()).toMatchObject([{ body: { username: 'lena', password: 'say it back' } }]),
    );
    await page.close();
    await open('/login');
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  });

  it('passes an invitation on to the registration and the providers', async () => {
    await open('/login?fault=failed&invitation=abc', [
      { id: 'school', name: 'School', login_url: '/accounts/school/login/' },
    ]);
    await waitFor(() => expect(page.address()).toBe('/login?invitation=abc'));
    const links = [
      screen.getByRole('link', { name: 'Register' }),
      await screen.findByRole('link', { name: 'Sign in with School' }),
    ];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/register?invitation=abc',
      '/accounts/school/login/?invitation=abc',
    ]);
  });

  it('links to each provider and to the password reset', async () => {
    await open('/login', [{ id: 'school', name: 'School', login_url: '/accounts/school/login/' }]);
    const providerLink = await screen.findByRole('link', { name: 'Sign in with School' });
    expect(providerLink.getAttribute('href')).toBe('/accounts/school/login/');
    const forgot = screen.getByRole('link', { name: 'Forgot your password?' });
    expect(forgot.getAttribute('href')).toBe('/password-reset');
  });
});
