import { accounts } from '@sayback/contract';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';

const INVITATION_URL = 'http://sayback.example/register?invitation=abc';
const CREATED: Reply = {
  status: 201,
  body: {
    id: 1,
    group_name: '7b',
    uses_left: 25,
    created_at: '2026-01-02T03:04:05Z',
    expires_at: '2026-01-09T03:04:05Z',
    url: INVITATION_URL,
  },
};

let page: Awaited<ReturnType<typeof openAccountPage>>;
afterEach(() => void vi.restoreAllMocks());

async function open(response: Reply = CREATED) {
  page = await openAccountPage(LENA, <InvitationDialog opened onClose={() => undefined} />, () => response);
  await screen.findByRole('dialog');
}

const people = () => screen.getByLabelText('How many people');
const create = () => page.user.click(screen.getByRole('button', { name: 'Create' }));

describe('a new invitation', () => {
  it('is for one person and a week by default', async () => {
    await open();
    await create();
    await screen.findByLabelText('Link');
    expect(page.changes()).toMatchObject([
      { path: accounts.createInvitation.path, body: { group_name: '', uses: 1, expires_in_days: 7 } },
    ]);
  });

  it('can be for a group, with any number and duration', async () => {
    await open();
    await page.user.type(screen.getByLabelText('Group name (optional)'), ' 7b ');
    await page.user.clear(people());
    await page.user.type(people(), '25');
    await page.user.clear(screen.getByLabelText('Days until it expires'));
    await page.user.type(screen.getByLabelText('Days until it expires'), '30');
    await create();
    await screen.findByLabelText('Link');
    expect(page.changes()).toMatchObject([{ body: { group_name: '7b', uses: 25, expires_in_days: 30 } }]);
  });

  it.each(['', '0', '10001', '1.5'])('can’t be created for %j people', async (typed) => {
    await open();
    await page.user.clear(people());
    if (typed) await page.user.type(people(), typed);
    await create();
    expect(await screen.findByText('Enter a whole number from 1 to 10000.')).toBeTruthy();
    expect(page.changes()).toEqual([]);
  });

  it('shows why it couldn’t be created, without clearing the form', async () => {
    await open({ status: 403, body: { detail: 'Not allowed.' } });
    await page.user.type(screen.getByLabelText('Group name (optional)'), '7b');
    await create();
    expect((await screen.findByRole('alert')).textContent).toBe('Not allowed.');
    expect(screen.getByLabelText<HTMLInputElement>('Group name (optional)').value).toBe('7b');
  });

  it('shows its link, which can be copied', async () => {
    await open();
    await create();
    expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(INVITATION_URL);
    await page.user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(INVITATION_URL);
  });

  it('selects its link if the browser can’t copy', async () => {
    await open();
    await create();
    const link = await screen.findByLabelText<HTMLInputElement>('Link');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await page.user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(/The link is selected/)).toBeTruthy();
    expect(link.value.slice(link.selectionStart ?? 0, link.selectionEnd ?? 0)).toBe(INVITATION_URL);
  });
});
