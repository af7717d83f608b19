import { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { profileQuery } from '../../../api/session.ts';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { PracticeLanguages } from './practice-languages.tsx';

let page: Awaited<ReturnType<typeof openAccountPage>>;

const learnerWith = (...codes: string[]): accounts.Profile => ({
  ...LENA,
  target_languages: codes.map((language) => ({ language, language_display: language })),
});

function Languages() {
  const { data } = useQuery(profileQuery);
  return data ? <PracticeLanguages practised={data.target_languages} /> : null;
}

const open = async (profile: accounts.Profile, respond: (received: Received) => Reply | Promise<Reply>) => {
  page = await openAccountPage(profile, <Languages />, respond);
};
const chips = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const remove = (name: string) => page.user.click(screen.getByRole('button', { name: `Remove ${name}` }));
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
const input = () => screen.getByRole('combobox', { name: 'Add Practice Language' });

describe('the practice languages', () => {
  it('are each removed, even if clicked in quick succession', async () => {
    await open(learnerWith('fr', 'de', 'es'), async () => {
      // A slow response, so that both requests are pending.
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { status: 204 };
    });
    await remove('French');
    await remove('Spanish');
    await waitFor(() => expect(chips()).toEqual(['German']));
    const path = '/api/accounts/profile/languages';
    expect(page.changes().map(({ method, path }) => [method, path])).toEqual([
      ['DELETE', `${path}/fr/`],
      ['DELETE', `${path}/es/`],
    ]);
    expect(await screen.findByText('Practice language removed!')).toBeTruthy();
  });

  it('stay in the list, with an error message, if the server refuses', async () => {
    await open(learnerWith('fr'), () => ({ status: 500, body: { detail: 'Broken.' } }));
    await remove('French');
    expect(await screen.findByText('Failed to remove practice language.')).toBeTruthy();
    expect(chips()).toEqual(['French']);
  });

  it('have the server’s name if the list of languages lacks them', async () => {
    const target_languages = [{ language: 'sw', language_display: 'Swahili' }];
    await open({ ...LENA, target_languages }, () => ({ status: 500 }));
    expect(chips()).toEqual(['Swahili']);
  });

  it('show a message if there are none', async () => {
    await open(learnerWith(), () => ({ status: 500 }));
    expect(screen.getByText("Add the languages you're learning. Their videos come first.")).toBeTruthy();
  });

  it('can be added from the remaining languages', async () => {
    await open(learnerWith('fr'), () => ({ status: 201, body: learnerWith('fr', 'de') }));
    await screen.findByText('French');
    expect(addButton().disabled).toBe(true);
    await page.user.click(input());
    const options = within(await screen.findByRole('listbox', { name: 'Add Practice Language' }));
    expect(options.queryByText('French')).toBeNull();
    await page.user.click(options.getByText('German'));
    expect(addButton().disabled).toBe(false);
    await page.user.click(addButton());
    expect(await screen.findByText('Practice language added!')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { method: 'POST', path: accounts.addPracticeLanguage.path, body: { language: 'de' } },
    ]);
    expect(chips()).toEqual(['French', 'German']);
    expect(addButton().disabled).toBe(true);
  });
});
