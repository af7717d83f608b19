import { accounts } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ForgotPasswordScreen } from './forgot-password-screen.tsx';

let page: Awaited<ReturnType<typeof openPage>>;

const SENT = 'Password reset email sent! Check your inbox.';
const FAILED = 'Failed to send reset email. Please try again.';

async function requestEmail(email: string, response: Reply) {
  page = await openPage(
    { path: '/password-reset', component: ForgotPasswordScreen },
    '/password-reset',
    () => response,
    {},
    LENA,
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Email');
  if (email) await page.user.type(field, email);
  await page.user.click(screen.getByRole('button', { name: 'Send Reset Email' }));
  return field;
}

describe('a forgotten password', () => {
  it('requests an email, confirms it, and can request another', async () => {
    await requestEmail('lena@example.org', { status: 200, body: { detail: 'Sent.' } });
    expect(await screen.findByText(SENT)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Send Reset Email' }));
    await waitFor(() =>
      expect(page.changes()).toMatchObject([
        { path: accounts.requestPasswordReset.path, body: { email: 'lena@example.org' } },
        { body: { email: 'lena@example.org' } },
      ]),
    );
  });

  it('requires a valid email address', async () => {
    const field = await requestEmail('', { status: 200, body: {} });
    expect(screen.getByText('This field is required.')).toBeTruthy();
    expect(field.type).toBe('email');
    expect(document.activeElement).toBe(field);
    expect(page.changes()).toEqual([]);
  });

  it('joins the server’s messages about the address', async () => {
    const email = ['Enter a valid email address.', 'It is too long.'];
    await requestEmail('lena', { status: 400, body: { detail: `email: ${email[0]}`, email } });
    expect(await screen.findByText(email.join(' '))).toBeTruthy();
    expect(screen.queryByText(SENT)).toBeNull();
  });

  it.each([
    ['that fails', { status: 500, body: { detail: 'Internal server error.' } }, FAILED],
    ['that sends no message', { status: 400, text: '' }, FAILED],
    [
      'that limits the rate',
      { status: 429, body: { detail: 'Try again in 5 minutes.' } },
      'Try again in 5 minutes.',
    ],
  ])('shows the failure of a server %s', async (_, response, message) => {
    await requestEmail('lena@example.org', response);
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
});
