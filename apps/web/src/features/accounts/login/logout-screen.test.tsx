import { accounts } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setPageAccount } from '../../../api/page-account.ts';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { ownDevice } from '../../../device-storage/sweep.ts';
import { listTakes, saveTake } from '../../../device-storage/take-store.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { LogoutScreen } from './logout-screen.tsx';

const storedTurns = accountStorage<object>('turn');
let page: OpenedPage;
let isReachable: boolean;
/** Each test uses a new account, since a page stores nothing more for an account after it has logged out. */
let account = '100';
const replace = vi.spyOn(window.location, 'replace');
beforeEach(() => {
  account = String(Number(account) + 1);
  setPageAccount(account);
  isReachable = true;
  replace.mockReset().mockImplementation(() => undefined);
});

/** Opens the screen; `prepare` stores work on the device that can't be sent. */
async function open(prepare: () => unknown = () => undefined): Promise<void> {
  const component = () => <LogoutScreen sendUnsent={async () => prepare()} />;
  page = await openPage({ path: '/logout', component }, '/logout', ({ path }) => {
    if (path !== '/' && path !== accounts.logout.path) return undefined;
    return isReachable ? { status: 200, body: {} } : { status: 503, body: {} };
  });
}
async function storeUnsent(): Promise<void> {
  storedTurns.write(account, { id: 'a' }, 'a');
  const sound = new Blob(['sound'], { type: 'audio/webm' });
  await saveTake(account, {
    videoId: 7,
    line: 'one',
    text: 'Hello.',
    recordedAt: '2026-01-02T03:04:05Z',
    sound,
  });
}
const waitForLogin = () => waitFor(() => expect(replace).toHaveBeenCalledWith('/login'));
const clickButton = async (name: string) => page.user.click(await screen.findByRole('button', { name }));

it('logging out needs no confirmation if everything was sent, and clears the device', async () => {
  await open();
  await waitForLogin();
  expect({ ...localStorage }).toEqual({});
});

it('logging out shows what would be lost, and deletes it on request', async () => {
  await open(storeUnsent);
  expect(await screen.findByText('1 turn')).toBeDefined();
  expect(screen.getByText('Logging out also deletes 1 recording from this device.')).toBeDefined();
  expect(replace).not.toHaveBeenCalled();
  await clickButton('Log out and delete them');
  await waitForLogin();
  expect({ ...localStorage }).toEqual({});
  expect(await listTakes(account)).toEqual([]);
});

it('logging out can keep unsent turns for the account, but not recordings', async () => {
  await open(storeUnsent);
  await clickButton('Log out and keep them here');
  await waitForLogin();
  expect(storedTurns.items(account)).toEqual(['a']);
  expect(await listTakes(account)).toEqual([]);
});

it('staying logged in keeps all data', async () => {
  await open(storeUnsent);
  await clickButton('Stay logged in');
  expect(page.address()).toBe('/');
  expect(storedTurns.items(account)).toEqual(['a']);
  expect(localStorage.getItem('refresh_token')).not.toBeNull();
});

it('logging out on the user’s own device keeps everything without confirmation', async () => {
  await open(async () => {
    await storeUnsent();
    ownDevice.write(account, true);
  });
  await waitForLogin();
  expect(storedTurns.items(account)).toEqual(['a']);
  expect(await listTakes(account)).toHaveLength(1);
  expect(localStorage.getItem('access_token')).toBeNull();
});

it('logging out offline shows a message, and opens the login screen once the server responds again', async () => {
  isReachable = false;
  await open(storeUnsent);
  await clickButton('Log out and delete them');
  expect(await screen.findByRole('heading', { name: "You're logged out" })).toBeDefined();
  expect(replace).not.toHaveBeenCalled();
  isReachable = true;
  await waitForLogin();
});
