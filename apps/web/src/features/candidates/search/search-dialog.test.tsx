import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { findButton, open, resetServer, server } from '../testing/open-candidates.tsx';

beforeEach(resetServer);

describe('the search dialog', () => {
  const path = 'POST /api/youtube-candidates/search/';

  async function openSearch() {
    const { user, changes } = await open();
    await user.click(await findButton('Search Videos'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Search YouTube' }));
    return { user, changes, dialog };
  }

  it('requires a language', async () => {
    const { dialog } = await openSearch();
    expect(dialog.getByText('Please select at least one language')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(true);
  });

  it('sends the settings, and shows the results and failed languages', async () => {
    const stats = { total_new_candidates: 4, by_language: { es: 4 }, failed: { fr: 'No answer.' } };
    server.replies = { [path]: { status: 200, body: { success: true, stats } } };
    const { user, changes, dialog } = await openSearch();
    await user.click(await dialog.findByRole('checkbox', { name: 'Spanish' }));
    await user.click(dialog.getByRole('checkbox', { name: 'French' }));
    await user.type(dialog.getByLabelText('Custom keywords in Spanish'), 'corto, cine');
    await user.clear(dialog.getByLabelText('Max results per language'));
    await user.click(dialog.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Search completed! Found 4 new candidates.')).toBeTruthy();
    expect(await screen.findByText('French: No answer.')).toBeTruthy();
    expect(changes()[0]?.body).toEqual({
      languages: ['es', 'fr'],
      max_results: 10,
      search_filters: { safe_search: 'moderate' },
      custom_keywords: { es: ['corto', 'cine'] },
      exclude_keywords: {},
    });
  });

  it('stays open with the reason if it failed', async () => {
    server.replies = { [path]: { status: 429, body: { detail: 'The quota is used up until 8:00.' } } };
    const { user, dialog } = await openSearch();
    await user.click(await dialog.findByRole('checkbox', { name: 'Spanish' }));
    await user.click(dialog.getByRole('button', { name: 'Search' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe('Search failed. Please try again. The quota is used up until 8:00.');
  });
});
