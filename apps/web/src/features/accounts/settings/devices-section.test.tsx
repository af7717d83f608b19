import { accounts } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { DevicesSection } from './devices-section.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;

const timestamps = { created_at: '2026-01-02T03:04:05Z', last_used_at: '2026-01-02T03:04:05Z' };
const THIS_DEVICE: accounts.Session = {
  id: 1,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  is_current: true,
  ...timestamps,
};
const PHONE: accounts.Session = {
  id: 2,
  user_agent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  is_current: false,
  ...timestamps,
};

/** Opens the list; the server removes ended sessions from it. */
async function open(others = [PHONE]) {
  const ended: string[] = [];
  let sessions = [...others, THIS_DEVICE];
  const section = <DevicesSection onEverywhere={() => ended.push('everywhere')} />;
  page = await openAccountPage(LENA, section, ({ method, path }) => {
    if (method === 'GET') return { status: 200, body: sessions };
    sessions = sessions.filter(({ id }) => !path.endsWith(`/${id}/`));
    return { status: 204, text: '' };
  });
  await screen.findByText('This device');
  return ended;
}

describe('the signed-in devices', () => {
  it('have names, and the current one has no log-out button', async () => {
    await open();
    const [thisDevice, phone] = screen.getAllByTestId('device') as [HTMLElement, HTMLElement];
    expect(within(thisDevice).getByText('Firefox on Linux')).toBeTruthy();
    expect(within(thisDevice).queryByRole('button')).toBeNull();
    expect(within(phone).getByText('Chrome on Android')).toBeTruthy();
  });

  it('are limited to three, the current one first, until “Show all” is clicked', async () => {
    await open([PHONE, { ...PHONE, id: 3 }, { ...PHONE, id: 4 }, { ...PHONE, id: 5 }]);
    const devices = () => screen.getAllByTestId('device');
    expect(devices()).toHaveLength(3);
    expect(within(devices()[0] as HTMLElement).getByText('This device')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Show all (5)' }));
    expect(devices()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  it('are logged out one by one', async () => {
    await open();
    await page.user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }));
    await waitFor(() => expect(screen.getAllByTestId('device')).toHaveLength(1));
    expect(page.changes()).toMatchObject([{ method: 'DELETE', path: '/api/accounts/sessions/2/' }]);
  });

  it('are all logged out after a confirmation', async () => {
    const ended = await open();
    await page.user.click(screen.getByRole('button', { name: 'Log out everywhere' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(page.changes()).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
    await waitFor(() => expect(ended).toEqual(['everywhere']));
    expect(page.changes()).toMatchObject([{ method: 'DELETE', path: accounts.endAllSessions.path }]);
  });
});
