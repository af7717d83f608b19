import { accounts } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { ResetPasswordForm } from './reset-password-screen.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;
let doneCount = 0;
beforeEach(() => {
  doneCount = 0;
});

const MISMATCH = 'Passwords do not match.';
const first = () => screen.getByLabelText('New Password');
const second = () => screen.getByLabelText('Confirm New Password');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' });

async function open(response: Reply = { status: 200, body: { detail: 'Done.' } }) {
  const form = (
    <ResetPasswordForm
      link={{ uid: '7', token: 'abc' }}
      onDone={() => {
        doneCount += 1;
      }}
      retryAction={<p>{'→'}</p>}
    />
  );
  page = await openAccountPage(LENA, form, () => response);
}

async function typeTwice(password: string) {
  await page.user.type(first(), password);
  await page.user.type(second(), password);
}

describe('resetting the password', () => {
  it('requires the same password twice', async () => {
    await open();
    expect(submit().disabled).toBe(true);
    await page.user.type(first(), 'say it back');
    expect(submit().disabled).toBe(true);
    expect(screen.queryByText(MISMATCH)).toBeNull();
    await page.user.type(second(), 'say it bac');
    expect(screen.getByText(MISMATCH)).toBeTruthy();
    expect(submit().disabled).toBe(true);
    await page.user.keyboard('{Enter}');
    expect(page.changes()).toEqual([]);
    await page.user.type(second(), 'k');
    expect(screen.queryByText(MISMATCH)).toBeNull();
    expect(submit().disabled).toBe(false);
  });

  it('sends the link’s token once, and shows the next step', async () => {
    await open();
    await typeTwice('say it back');
    await page.user.keyboard('{Enter}{Enter}');
    expect(await screen.findByText('Password reset successful. Redirecting to login...')).toBeTruthy();
    expect(screen.getByText('Password successfully reset!')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      {
        path: accounts.confirmPasswordReset.path,
        body: { uid: '7', token: 'abc', new_password1: 'say it back', new_password2: 'say it back' },
      },
    ]);
    expect(doneCount).toBe(1);
    expect(submit().disabled).toBe(true);
  });

  it('joins the server’s messages about the password at its field', async () => {
    const new_password1 = ['This password is too common. Choose another one.', 'Choose another.'];
    await open({ status: 400, body: { detail: new_password1[0], new_password1 } });
    await typeTwice('password');
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText(new_password1.join(' '))).toBeTruthy();
    expect(document.activeElement).toBe(first());
    expect(screen.queryByText('→')).toBeNull();
    expect(doneCount).toBe(0);
  });

  it('offers a new email if the link is refused', async () => {
    await open({ status: 400, body: { detail: 'Invalid or expired password reset link.' } });
    await typeTwice('say it back');
    await page.user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired password reset link.');
    expect(screen.getByText('→')).toBeTruthy();
  });

  it('shows a general message without the server’s detail', async () => {
    await open({ status: 500, text: '<html>' });
    await typeTwice('say it back');
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Something went wrong.'));
    expect(submit().disabled).toBe(false);
  });
});
