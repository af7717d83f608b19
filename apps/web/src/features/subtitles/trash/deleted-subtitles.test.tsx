import type { subtitles } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { targetSubtitle } from '../testing/samples.ts';
import { DeletedSubtitles } from './deleted-subtitles.tsx';

it('a video’s trash restores a deleted subtitle, and disappears with the last one', async () => {
  let deleted: subtitles.DeletedSubtitle[] = [
    { id: 5, language: 'es', language_display_name: 'Spanish', deleted_at: '2026-03-01T12:00:00Z' },
  ];
  const component = () => <DeletedSubtitles videoId={7} />;
  const opened = await openPage({ path: '/', component }, '/', ({ method, path }) => {
    if (path === '/api/videos/7/deleted-subtitles/') return { status: 200, body: deleted };
    if (method !== 'POST') return undefined;
    deleted = [];
    return { status: 200, body: targetSubtitle() };
  });
  expect(await screen.findByRole('heading', { name: 'Deleted subtitles' })).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: /^Restore Spanish, deleted Mar 1, 2026/ }));
  expect(await screen.findByText('Restored.')).toBeTruthy();
  expect(opened.changes()).toMatchObject([{ method: 'POST', path: '/api/subtitles/5/restore/' }]);
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});
