import { accounts } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;
const events: string[] = [];
afterEach(() => {
  events.length = 0;
});

async function open(providerName: string | undefined, response: Reply = { status: 204, text: '' }) {
  const dialog = (
    <DeleteAccountDialog
      username="lena"
      providerName={providerName}
      onClose={() => events.push('closed')}
      onDeleted={() => events.push('deleted')}
    />
  );
  page = await openAccountPage(LENA, dialog, () => response);
}

const deleteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete permanently' });
const password = () => screen.getByLabelText('Your password');
const deletions = () => page.changes().map(({ method, path, body }) => ({ method, path, body }));
const { path } = accounts.deleteAccount;

describe('deleting the account', () => {
  it('requires the password', async () => {
    await open(undefined);
    expect(deleteButton().disabled).toBe(true);
    await page.user.type(password(), 'say it back');
    await page.user.click(deleteButton());
    await waitFor(() => expect(events).toEqual(['deleted']));
    expect(deletions()).toEqual([{ method: 'DELETE', path, body: { password: 'say it back' } }]);
  });

  it('requires the username if the account can be without a password', async () => {
    await open('School');
    await page.user.type(screen.getByLabelText('Type lena to confirm'), 'len');
    expect(deleteButton().disabled).toBe(true);
    await page.user.keyboard('{Enter}');
    await page.user.type(screen.getByLabelText('Type lena to confirm'), 'a');
    await page.user.click(deleteButton());
    await waitFor(() => expect(events).toEqual(['deleted']));
    expect(deletions()).toEqual([{ method: 'DELETE', path, body: {} }]);
  });

  it('shows a wrong password at its field, and deletes nothing', async () => {
    const wrong = "That isn't your password.";
    await open(undefined, { status: 400, body: { detail: wrong, password: [wrong] } });
    await page.user.type(password(), 'guess{Enter}');
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(document.activeElement).toBe(password());
    expect(events).toEqual([]);
  });

  it('is refused with a reason for the last administrator', async () => {
    const detail = 'This is the only administrator. Make someone else an administrator first.';
    await open(undefined, { status: 409, body: { detail } });
    await page.user.type(password(), 'say it back{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(events).toEqual([]);
  });
});
