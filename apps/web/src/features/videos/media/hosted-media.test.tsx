import type { videos } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import * as uploads from '../../../api/upload.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { managedVideo } from '../testing/managed-video.ts';
import * as thumbnails from './capture-thumbnail.ts';
import { HostedMedia } from './hosted-media.tsx';

let opened: OpenedPage | undefined;
let upload: MockInstance<typeof uploads.upload>;
beforeEach(() => {
  upload = vi.spyOn(uploads, 'upload').mockResolvedValue({} as never);
  vi.spyOn(thumbnails, 'captureThumbnail').mockResolvedValue(null);
});
afterEach(() => void vi.restoreAllMocks());

type Respond = Parameters<typeof openPage>[2];

const newFile = () => new File(['x'], 'new.mp4', { type: 'video/mp4' });

async function openAndChoose(
  changes: Partial<videos.Video>,
  respond: Respond = () => undefined,
  file: File = newFile(),
) {
  const video = managedVideo({ youtube_id: null, ...changes });
  opened = await openPage({ path: '/', component: () => <HostedMedia video={video} /> }, '/', respond);
  await screen.findByRole('heading', { name: 'Hosted media' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await opened.user.upload(input, file);
  return opened.user;
}

it('the media section uploads the first media file without a confirmation', async () => {
  await openAndChoose({ media_url: null });
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
});

it('the media section asks before it replaces a media file, showing both files', async () => {
  const user = await openAndChoose({ media_url: '/media/1', media_type: 'audio/mpeg' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace the media file?' }));
  expect(dialog.getByText(/^new\.mp4 replaces .+ “A clip” plays now \(audio\/mpeg\)/)).toBeTruthy();
  expect(upload).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
});

it('the media section lists the files in the trash, and restores one', async () => {
  const restored: unknown[] = [];
  await openAndChoose({ media_url: '/media/1' }, ({ method, path, body }) => {
    if (method === 'POST') restored.push(body);
    return path.endsWith('/replaced-media/')
      ? { status: 200, body: [{ id: 3, media_type: 'audio/mpeg', replaced_at: '2026-11-20T10:00:00Z' }] }
      : undefined;
  });
  const name = /^Restore audio\/mpeg, replaced Nov 20/;
  await opened?.user.click(await screen.findByRole('button', { name, hidden: true }));
  await waitFor(() => expect(restored).toEqual([{ replaced_id: 3 }]));
});

it('the media section replaces nothing when cancelled', async () => {
  const user = await openAndChoose({ media_url: '/media/1', media_type: 'audio/mpeg' });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(upload).not.toHaveBeenCalled();
});

const CHANGED = 'The file was changed or removed while it was being sent. Choose it again.';

it('the media section reports a file that changed during its upload', async () => {
  upload.mockRejectedValue(new ApiError(0));
  const file = newFile();
  const unreadable = new Blob();
  vi.spyOn(unreadable, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  vi.spyOn(file, 'slice').mockReturnValue(unreadable);
  await openAndChoose({ media_url: null }, undefined, file);
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  expect(screen.queryByText('Media file uploaded.')).toBeNull();
});

it('the media section reports a failed upload of a file that is still readable', async () => {
  upload.mockRejectedValue(new ApiError(0));
  await openAndChoose({ media_url: null });
  expect(await screen.findByText("Couldn't upload the media file.")).toBeTruthy();
  expect(screen.queryByText(CHANGED)).toBeNull();
});
