import { accounts } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LENA } from '../../../api/testing/profiles.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { RegisterScreen } from './register-screen.tsx';
import { registeredAccount, setRegisteredAccount } from './use-go-to-login.ts';

let page: Awaited<ReturnType<typeof openPage>>;

const SCHOOL = { id: 'school', name: 'School', login_url: '/accounts/school/login/' };
const REGISTERED = { status: 201, body: { username: 'lena', email: '' } };
const submitButton = () => screen.queryByRole('button', { name: 'Register' });

/** Opens the registration of a server with this policy. */
async function open(registration: 'open' | 'invite' | 'closed', url = '/register', response = REGISTERED) {
  const register = { path: '/register', component: RegisterScreen };
  page = await openPage(
    register,
    url,
    ({ path }) =>
      path === accounts.register.path
        ? response
        : { status: 200, body: { providers: [SCHOOL], registration } },
    {},
    LENA,
  );
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading…' })).toBeNull());
  await screen.findByRole('heading', { name: 'Register' });
}

async function fillIn() {
  await page.user.type(await screen.findByLabelText('Username'), 'lena');
  await page.user.type(screen.getByLabelText('Password'), 'say it back');
}

describe('the registration', () => {
  it('shows that it is closed, without a form', async () => {
    await open('closed');
    expect(await screen.findByText(/^Registration is closed\./)).toBeTruthy();
    expect(submitButton()).toBeNull();
    expect(screen.queryByRole('link', { name: 'Register with School' })).toBeNull();
  });

  it('shows that an invitation is required, without a form', async () => {
    await open('invite');
    expect(await screen.findByText(/^You need an invitation/)).toBeTruthy();
    expect(submitButton()).toBeNull();
  });

  it('sends the invitation with the form and to a provider', async () => {
    await open('invite', '/register?invitation=abc');
    await fillIn();
    const providerLink = screen.getByRole('link', { name: 'Register with School' });
    expect(providerLink.getAttribute('href')).toBe('/accounts/school/login/?invitation=abc');
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText('Registration successful. Please login.')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { body: { username: 'lena', password: 'say it back', invitation: 'abc' } },
    ]);
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(registeredAccount()).toEqual({ username: 'lena', password: 'say it back' });
    expect(JSON.stringify(page.state())).not.toContain('say it back');
    setRegisteredAccount(undefined);
  });

  it('opens the login on a click on ‘Log in now’', async () => {
    await open('open', '/register?next=/video/3');
    await fillIn();
    await page.user.keyboard('{Enter}');
    const logInNow = await screen.findByRole('button', { name: 'Log in now' });
    expect(document.activeElement).toBe(logInNow);
    expect(submitButton()).toBeNull();
    expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull();
    await page.user.click(logInNow);
    await waitFor(() => expect(page.address()).toBe('/login?next=%2Fvideo%2F3'));
    expect(registeredAccount()).toMatchObject({ username: 'lena', password: 'say it back' });
    setRegisteredAccount(undefined);
  });

  it('keeps the invitation after a visit to the login', async () => {
    await open('invite', '/register?invitation=abc');
    const login = await screen.findByRole('link', { name: 'Log In' });
    expect(login.getAttribute('href')).toBe('/login?invitation=abc');
  });

  it('shows why the server refuses', async () => {
    const detail = 'This invitation has expired or is used up. Ask for a new one.';
    await open('invite', '/register?invitation=old', { status: 403, body: { detail } as never });
    await fillIn();
    await page.user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  it('accepts an optional email address', async () => {
    await open('open');
    await fillIn();
    await page.user.type(screen.getByLabelText('Email (optional)'), ' lena@example.org ');
    await page.user.keyboard('{Enter}');
    await screen.findByText('Registration successful. Please login.');
    expect(page.changes().map(({ body }) => body)).toEqual([
      { username: 'lena', password: 'say it back', email: 'lena@example.org' },
    ]);
  });
});
