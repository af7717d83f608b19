import { accounts } from '@sayback/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { VerifyEmail } from './verify-email-screen.tsx';

let page: Awaited<ReturnType<typeof openPage>>;

const LINK = { uid: '7', token: 'abc' };
const DONE = 'Your email address is confirmed. You can use it to reset your password.';

async function open(respond: () => Reply | Promise<Reply>) {
  page = await openPage(
    { path: '/verify-email', component: () => <VerifyEmail link={LINK} /> },
    '/verify-email',
    ({ path }) => (path === accounts.verifyEmail.path ? respond() : { status: 404, body: {} }),
    {},
    LENA,
  );
}

describe('an email verification link', () => {
  it('shows that it is being verified, sends its token, and confirms the address', async () => {
    let finish: (reply: Reply) => void = () => undefined;
    await open(() => new Promise<Reply>((resolve) => (finish = resolve)));
    expect(await screen.findByText('Confirming your address…')).toBeTruthy();
    await expect.poll(() => page.changes()).toMatchObject([{ path: accounts.verifyEmail.path, body: LINK }]);
    finish({ status: 204, text: '' });
    expect(await screen.findByText(DONE)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to your videos' })).toBeTruthy();
  });

  it('links to Settings if it has expired', async () => {
    await open(() => ({ status: 400, body: { detail: 'Invalid or expired confirmation link.' } }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link is invalid or has expired. Send yourself a new one from Settings.',
    );
    expect(screen.getByRole('link', { name: 'Open Settings' })).toBeTruthy();
  });

  it('shows an error if it is for another account', async () => {
    const detail = 'This link is for another account. Log in to that account first.';
    await open(() => ({ status: 409, body: { detail } }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  it('can be retried if the server fails', async () => {
    let responses = 0;
    await open(() => {
      responses += 1;
      return responses === 1 ? { status: 503, text: '' } : { status: 204, text: '' };
    });
    expect((await screen.findByRole('alert')).textContent).toBe("Couldn't confirm your address.");
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(DONE)).toBeTruthy();
  });
});
