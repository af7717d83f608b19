import type { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { usersQuery } from './queries.ts';
import { actionsFor, UserActions } from './user-actions.tsx';

const MIRA: accounts.User = {
  id: 7,
  username: 'mira',
  email: 'mira@example.org',
  group_name: '7b',
  is_admin: false,
  is_disabled: false,
  has_second_factor: false,
  created_at: '2026-01-02T03:04:05Z',
  last_used_at: null,
};

describe('available actions', () => {
  it.each([
    ['a learner', {}, ['makeAdmin', 'sendReset', 'disable']],
    ['an administrator', { is_admin: true }, ['removeAdmin', 'sendReset', 'disable']],
    ['an account without an email address', { email: '' }, ['makeAdmin', 'disable']],
    ['a disabled account', { is_disabled: true }, ['makeAdmin', 'enable']],
  ])('fit %s', (_, changes, actions) => {
    expect(actionsFor({ ...MIRA, ...changes })).toEqual(actions);
  });
});

describe('an action on an account', () => {
  let page: Awaited<ReturnType<typeof openAccountPage>>;
  const changed: string[] = [];
  afterEach(async () => {
    changed.length = 0;
    await page.close();
  });

  const actions = () => screen.getByRole('button', { name: 'Actions for mira' });

  async function openActionDialog(
    action: string,
    response: Reply = { status: 200, body: MIRA },
    list: () => Reply | Promise<Reply> = () => ({ status: 404 }),
  ) {
    function ListedUser() {
      useQuery(usersQuery(undefined, 1));
      return <UserActions user={MIRA} onChanged={({ username }) => changed.push(username)} />;
    }
    page = await openAccountPage(LENA, <ListedUser />, ({ method }) =>
      method === 'GET' ? list() : response,
    );
    await page.user.click(actions());
    await page.user.click(await screen.findByRole('menuitem', { name: action }));
    return within(await screen.findByRole('dialog'));
  }

  it('is performed after a confirmation', async () => {
    const dialog = await openActionDialog('Disable');
    expect(dialog.getByText('Disable mira?')).toBeTruthy();
    expect(page.changes()).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('mira is disabled.')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { method: 'PATCH', path: '/api/users/7/', body: { is_disabled: true } },
    ]);
    await waitFor(() => expect(changed).toEqual(['mira']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(actions());
  });

  it('can be cancelled, which returns the focus', async () => {
    const dialog = await openActionDialog('Make administrator');
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.changes()).toEqual([]);
    expect(document.activeElement).toBe(actions());
  });

  it('shows why the server refused', async () => {
    const detail = 'This is the only administrator. Make someone else an administrator first.';
    const dialog = await openActionDialog('Disable', { status: 409, body: { detail } });
    await page.user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(changed).toEqual([]);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('can be closed after a refusal, even while the list is reloading', async () => {
    const loadList = vi.fn<() => Reply | Promise<Reply>>(() => new Promise(() => undefined));
    loadList.mockReturnValueOnce({
      status: 200,
      body: { count: 1, next: null, previous: null, results: [MIRA] },
    });
    const dialog = await openActionDialog(
      'Disable',
      { status: 409, body: { detail: 'Not this one.' } },
      loadList,
    );
    await page.user.click(dialog.getByRole('button', { name: 'Disable' }));
    await screen.findByText('Not this one.');
    await waitFor(() => expect(loadList).toHaveBeenCalledTimes(2));
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(actions());
  });

  it('that sends an email shows the address first', async () => {
    const dialog = await openActionDialog('Send password reset email', { status: 204, text: '' });
    expect(dialog.getByText(/mira@example\.org/)).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Send password reset email' }));
    expect(await screen.findByText('Email sent.')).toBeTruthy();
    expect(page.changes()).toMatchObject([{ method: 'POST', path: '/api/users/7/send-reset/' }]);
    expect(changed).toEqual([]);
  });
});
