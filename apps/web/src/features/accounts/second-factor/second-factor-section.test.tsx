import { accounts } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;

const OFF: accounts.SecondFactorStatus = {
  totp_added_at: null,
  passkeys: [],
  recovery_codes_left: 0,
  is_confirmed: false,
  is_required: false,
};
const ON: accounts.SecondFactorStatus = {
  ...OFF,
  totp_added_at: '2026-01-02T03:04:05Z',
  passkeys: [{ id: 4, name: 'Blue key', created_at: '2026-01-02T03:04:05Z', last_used_at: null }],
  recovery_codes_left: 7,
  is_confirmed: true,
};
const timestamps = { created_at: '2026-01-02T03:04:05Z', last_used_at: '2026-01-02T03:04:05Z' };
const THIS_DEVICE: accounts.Session = { id: 1, user_agent: 'Mozilla/5.0', is_current: true, ...timestamps };
const PHONE: accounts.Session = { ...THIS_DEVICE, id: 2, is_current: false };
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

async function open(
  status: accounts.SecondFactorStatus,
  responses: Record<string, Reply | Promise<Reply>> = {},
  profile: accounts.Profile = LENA,
  sessions: () => accounts.Session[] = () => [THIS_DEVICE],
) {
  page = await openAccountPage(profile, <SecondFactorSection profile={profile} />, ({ method, path }) => {
    if (method !== 'GET') return responses[path] ?? { status: 204, text: '' };
    return { status: 200, body: path === accounts.listSessions.path ? sessions() : status };
  });
  await screen.findByText('Two-step sign-in');
}
const clickButton = (name: string) => page.user.click(screen.getByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));

describe('two-step sign-in in the settings', () => {
  it('only offers the setup while it is off', async () => {
    await open(OFF);
    expect(screen.getByRole('button', { name: 'Set up the authenticator app' })).toBeTruthy();
    expect(screen.queryByText('Recovery codes')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Turn off two-step sign-in' })).toBeNull();
  });

  it('tells administrators if they need it', async () => {
    await open({ ...OFF, is_required: true });
    expect(screen.getByText('Administrators need two-step sign-in on this server.')).toBeTruthy();
  });

  it('sets up the app with the password, a key and a code, and shows the recovery codes', async () => {
    const uri = 'otpauth://totp/Sayback:lena?secret=ABCDEFGH&issuer=Sayback';
    await open(OFF, {
      [accounts.startTotp.path]: { status: 201, body: { secret: 'ABCDEFGH', uri } },
      [accounts.confirmTotp.path]: { status: 200, body: { recovery_codes: CODES } },
    });
    await clickButton('Set up the authenticator app');
    await page.user.type((await findDialog()).getByLabelText('Your password'), 'say it back{Enter}');
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
    await page.user.type((await findDialog()).getByLabelText('Code'), '123456{Enter}');
    expect(await (await findDialog()).findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { path: accounts.startTotp.path, body: { current_password: 'say it back' } },
      { path: accounts.confirmTotp.path, body: { code: '123456', secret: 'ABCDEFGH' } },
    ]);
    await clickButton('I have saved them');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can’t be closed before new recovery codes are shown', async () => {
    let reply: (reply: Reply) => void = () => undefined;
    const renewed = new Promise<Reply>((resolve) => {
      reply = resolve;
    });
    await open(ON, { [accounts.renewRecoveryCodes.path]: renewed });
    await clickButton('Make new codes');
    await page.user.type((await findDialog()).getByLabelText('Your password'), 'say it back{Enter}');
    await waitFor(() => expect(page.changes()).toHaveLength(1));
    await page.user.keyboard('{Escape}');
    await page.user.click((await findDialog()).getByRole('button', { name: 'Close' }));
    reply({ status: 200, body: { recovery_codes: CODES } });
    expect(await (await findDialog()).findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
  });

  it('offers to confirm again once the confirmation has expired', async () => {
    const status = { ...ON };
    await open(status, { [accounts.renewRecoveryCodes.path]: { status: 403, body: { detail: 'Confirm.' } } });
    await clickButton('Make new codes');
    status.is_confirmed = false;
    await page.user.type((await findDialog()).getByLabelText('Your password'), 'say it back{Enter}');
    expect((await (await findDialog()).findByRole('alert')).textContent).toBe('Confirm.');
    await page.user.click((await findDialog()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: "Confirm it's you" })).toBeTruthy();
  });

  it('asks for no password if there is none', async () => {
    await open(
      OFF,
      { [accounts.startTotp.path]: { status: 503, body: { detail: 'Later.' } } },
      {
        ...LENA,
        has_password: false,
      },
    );
    await clickButton('Set up the authenticator app');
    const setupDialog = await findDialog();
    expect(setupDialog.queryByLabelText('Your password')).toBeNull();
    await page.user.click(setupDialog.getByRole('button', { name: 'Continue' }));
    expect((await setupDialog.findByRole('alert')).textContent).toBe('Later.');
  });

  it('asks for the second step first in an unconfirmed session', async () => {
    const challenge = { ticket: 't', methods: ['totp', 'recovery'] };
    await open({ ...ON, is_confirmed: false });
    expect(screen.queryByRole('button', { name: 'Remove the authenticator app' })).toBeNull();
    await page.close();
    await open(
      { ...ON, is_confirmed: false },
      {
        [accounts.challengeSecondFactor.path]: { status: 200, body: challenge },
        [accounts.confirmSecondFactor.path]: {
          status: 400,
          body: { detail: 'That code is wrong.', second_factor: { ...challenge, ticket: 'u' } },
        },
      },
    );
    await clickButton("Confirm it's you");
    const code = await (await findDialog()).findByLabelText('Code');
    await page.user.type(code, '111111{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong.');
    await page.user.type(code, '{Enter}');
    await waitFor(() => expect(page.changes()).toHaveLength(3));
    expect(page.changes().at(-1)).toMatchObject({ body: { ticket: 'u', code: '111111' } });
    await clickButton('Use a recovery code');
    expect((await findDialog()).getByLabelText('Recovery code')).toBeTruthy();
  });

  it('removes a passkey with the password', async () => {
    await open(ON);
    await clickButton('Remove Blue key');
    const removeDialog = await findDialog();
    await page.user.click(removeDialog.getByRole('button', { name: 'Remove' }));
    expect(page.changes()).toEqual([]);
    await page.user.type(removeDialog.getByLabelText('Your password'), 'say it back{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.changes()).toMatchObject([
      {
        method: 'DELETE',
        path: '/api/accounts/second-factor/passkeys/4/',
        body: { current_password: 'say it back' },
      },
    ]);
  });

  it.each([
    ['a new app', OFF, 'Set up the authenticator app'],
    ['a removed passkey', ON, 'Remove Blue key'],
    ['new recovery codes', ON, 'Make new codes'],
    ['turning off', ON, 'Turn off two-step sign-in'],
  ])('offers to log out the other devices only after %s', async (_, status, buttonName) => {
    let sessions = [PHONE, THIS_DEVICE, { ...PHONE, id: 3 }];
    const responses = {
      [accounts.startTotp.path]: { status: 201, body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
      [accounts.confirmTotp.path]: { status: 200, body: { recovery_codes: CODES } },
      [accounts.renewRecoveryCodes.path]: { status: 200, body: { recovery_codes: CODES } },
    };
    await open(status, responses, LENA, () => sessions);
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
    await clickButton(buttonName);
    await page.user.type((await findDialog()).getByLabelText('Your password'), 'say it back{Enter}');
    if (status === OFF) await page.user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    if (buttonName !== 'Remove Blue key' && !buttonName.startsWith('Turn off')) {
      await page.user.click(await screen.findByRole('button', { name: 'I have saved them' }));
    }
    expect(await screen.findByText("You're still signed in on 2 other devices.")).toBeTruthy();
    sessions = [THIS_DEVICE];
    await clickButton('Log out everywhere else');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull());
    expect(page.changes().at(-1)).toMatchObject({
      method: 'DELETE',
      path: `${accounts.endAllSessions.path}?others=true`,
    });
  });

  it('doesn’t offer to log out other devices after a change on the only device', async () => {
    let sessionRequests = 0;
    await open(ON, {}, LENA, () => {
      sessionRequests += 1;
      return [THIS_DEVICE];
    });
    await clickButton('Turn off two-step sign-in');
    await page.user.type((await findDialog()).getByLabelText('Your password'), 'say it back{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sessionRequests > 0 && !page.isFetching()).toBe(true));
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });

  it('shows that the browser doesn’t support passkeys', async () => {
    await open(OFF);
    expect(screen.getByText("This browser can't use passkeys at this address.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('can be retried if loading failed', async () => {
    page = await openAccountPage(LENA, <SecondFactorSection profile={LENA} />, () => ({
      status: 500,
      body: { detail: 'x' },
    }));
    expect((await screen.findByRole('alert')).textContent).toContain("Couldn't load");
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
