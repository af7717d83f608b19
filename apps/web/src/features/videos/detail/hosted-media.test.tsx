import type { videos } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { upload } from '../../../api/upload.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { managedVideo } from '../testing/managed-video.ts';
import { HostedMedia } from './hosted-media.tsx';

vi.mock('../../../api/upload.ts', () => ({ upload: vi.fn() }));
vi.mock('../upload/capture-thumbnail.ts', () => ({ captureThumbnail: async () => null }));

let opened: OpenedPage | undefined;
beforeAll(startI18n);
beforeEach(() =>
  vi
    .mocked(upload)
    .mockReset()
    .mockResolvedValue({} as never),
);
afterEach(() => opened?.close());

async function choose(changes: Partial<videos.Video>) {
  const video = managedVideo({ youtube_id: null, ...changes });
  opened = await openPage(
    { path: '/', component: () => <HostedMedia video={video} /> },
    '/',
    () => undefined,
  );
  await screen.findByRole('heading', { name: 'Hosted media' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no place for the file');
  await opened.user.upload(input, new File(['x'], 'new.mp4', { type: 'video/mp4' }));
  return opened.user;
}

it('takes the first media file at once', async () => {
  await choose({ media_url: null });
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
});

it('asks before it replaces a media file, and names both', async () => {
  const user = await choose({ media_url: '/media/1', media_type: 'audio/mpeg' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace the media file?' }));
  expect(dialog.getByText(/^new\.mp4 replaces .+ “A clip” plays now \(audio\/mpeg\)/)).toBeTruthy();
  expect(upload).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
});

it('replaces nothing when one thinks better of it', async () => {
  const user = await choose({ media_url: '/media/1', media_type: 'audio/mpeg' });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(upload).not.toHaveBeenCalled();
});
