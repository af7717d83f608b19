import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import type { Reply } from '../../../api/testing/loopback.ts';
import * as uploads from '../../../api/upload.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { managedVideo } from '../testing/managed-video.ts';
import { AddVideoDialog } from './add-video-dialog.tsx';

const VIDEO = managedVideo({ youtube_id: null });

let respondToCreate: () => Reply;
let page: OpenedPage | undefined;
const onClose = vi.fn();

async function open() {
  const component = () => <AddVideoDialog opened onClose={onClose} />;
  page = await openPage({ path: '/', component }, '/', ({ path }) =>
    path.endsWith('/videos/create/') ? respondToCreate() : undefined,
  );
  const { user } = page;
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Video' }));
  const submit = () => user.click(dialog.getByRole('button', { name: 'Upload' }));
  return { user, dialog, submit };
}

/** Opens the dialog with the required fields filled in. */
async function openFilled() {
  const opened = await open();
  const { user, dialog } = opened;
  await user.type(dialog.getByLabelText('Title'), 'A clip');
  await user.click(dialog.getByRole('combobox', { name: 'Original Language' }));
  await user.click(await screen.findByRole('option', { name: 'Spanish' }));
  return opened;
}

async function chooseFile({ user, dialog }: Awaited<ReturnType<typeof open>>) {
  await user.click(dialog.getByLabelText('Upload a file'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await user.upload(input, new File(['x'], 'clip.mp3', { type: 'audio/mpeg' }));
}

// The growing text area listens to font loading, which happy-dom lacks.
beforeAll(
  () => void Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }),
);
let upload: MockInstance<typeof uploads.upload>;

beforeEach(() => {
  respondToCreate = () => ({ status: 201, body: VIDEO });
  onClose.mockReset();
  upload = vi.spyOn(uploads, 'upload').mockResolvedValue({} as never);
});
afterEach(() => void vi.restoreAllMocks());

const sentBodies = () => page?.changes().map(({ body }) => body);

describe('adding a video', () => {
  it('shows missing values at their fields, and sends nothing', async () => {
    const { dialog, submit } = await open();
    await submit();
    expect(await dialog.findAllByText('This field is required.')).toHaveLength(3);
    expect(sentBodies()).toEqual([]);
  });

  it('asks before it discards the input', async () => {
    const { user, dialog } = await openFilled();
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('A clip');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('extracts the id from a pasted URL', async () => {
    const { user, dialog, submit } = await openFilled();
    await user.click(dialog.getByLabelText('YouTube ID'));
    await user.paste('https://youtu.be/aB3-_xYz019?t=4');
    expect(dialog.getByLabelText<HTMLInputElement>('YouTube ID').value).toBe('aB3-_xYz019');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentBodies()).toMatchObject([
      { title: 'A clip', youtube_id: 'aB3-_xYz019', original_language: 'es', published: false },
    ]);
    expect(await screen.findByText('Video added.')).toBeTruthy();
  });

  it('shows the server’s message at its field and keeps the input', async () => {
    respondToCreate = () => ({ status: 400, body: { detail: 'title: Too odd.', title: ['Too odd.'] } });
    const { user, dialog, submit } = await openFilled();
    await user.type(dialog.getByLabelText('YouTube ID'), 'aB3-_xYz019');
    await submit();
    expect(await dialog.findByText('Too odd.')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('A clip');
    expect(document.activeElement).toBe(dialog.getByLabelText('Title'));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows any other failure', async () => {
    respondToCreate = () => ({ status: 500, body: {} });
    const { user, dialog, submit } = await openFilled();
    await user.type(dialog.getByLabelText('YouTube ID'), 'aB3-_xYz019');
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to upload video.');
  });
});

describe('adding a hosted video', () => {
  it('uploads its media file to the new video', async () => {
    upload.mockResolvedValue(VIDEO as never);
    const opened = await openFilled();
    await chooseFile(opened);
    await opened.submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentBodies()).toMatchObject([{ youtube_id: null }]);
    expect(upload).toHaveBeenCalledOnce();
    const { params, form } = upload.mock.lastCall?.[1] ?? { params: {}, form: new FormData() };
    expect(params).toEqual({ id: 7 });
    expect(form.get('media_file')).toHaveProperty('name', 'clip.mp3');
    expect(form.has('thumbnail_file')).toBe(false);
  });

  it('shows that the video was added if the media file is refused', async () => {
    upload.mockRejectedValue(new ApiError(415, { detail: 'Not a media file.' }));
    const opened = await openFilled();
    await chooseFile(opened);
    await opened.submit();
    const alert = await opened.dialog.findByRole('alert');
    expect(alert.textContent).toContain('Video added, but the upload of its media file failed.');
    expect(alert.textContent).toContain('Not a media file.');
    expect(opened.dialog.getByRole('link', { name: 'Video Details' }).getAttribute('href')).toBe(
      '/video-manager/videos/7',
    );
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows its progress, and can be stopped', async () => {
    upload.mockImplementation((_, { onProgress, signal }) => {
      onProgress?.(0.42);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    });
    const opened = await openFilled();
    await chooseFile(opened);
    await opened.submit();
    expect(await opened.dialog.findByText('Uploading: 42%')).toBeTruthy();
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Stop the upload' }));
    expect((await opened.dialog.findByRole('alert')).textContent).toContain('you stopped the upload');
  });
});
