import type { videos } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { act, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { managedVideo } from '../testing/managed-video.ts';
import { VideoHeader } from './video-header.tsx';

const VIDEO: videos.Video = managedVideo();

let update: () => Reply;

let refetch: (video: videos.Video) => void;

function Header({ loaded }: { loaded: videos.Video }) {
  const [video, setVideo] = useState(loaded);
  refetch = setVideo;
  return <VideoHeader video={video} />;
}

async function openForm(video = VIDEO) {
  const opened = await openPage(
    { path: '/', component: () => <Header loaded={video} /> },
    '/',
    ({ method }) => (method === 'PATCH' ? update() : undefined),
  );
  await opened.user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { ...opened, save: () => opened?.user.click(screen.getByRole('button', { name: 'Save' })) };
}

// The growing text area listens to font loading, which happy-dom lacks.
beforeAll(
  () => void Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }),
);
beforeEach(() => {
  update = () => ({ status: 200, body: VIDEO });
});

describe('editing a video', () => {
  it('sends only the changed fields, and shows the video again', async () => {
    const { user, changes, save } = await openForm();
    const title = screen.getByRole('textbox', { name: 'Title' });
    expect(document.activeElement).toBe(title);
    await user.clear(title);
    await user.type(title, ' Another title ');
    await save();
    expect(await screen.findByText('Changes saved successfully!')).toBeTruthy();
    expect(changes()).toEqual([
      { method: 'PATCH', path: '/api/videos/7/', body: { title: 'Another title' } },
    ]);
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Edit' }));
  });

  it('doesn’t revert what others changed in other fields meanwhile', async () => {
    const { user, changes, save } = await openForm();
    act(() => refetch({ ...VIDEO, description: 'Theirs' }));
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await save();
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.body).toEqual({ title: `${VIDEO.title}!` });
  });

  it('sends nothing without changes', async () => {
    const { changes, save } = await openForm();
    await save();
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('requires a title and a valid YouTube ID', async () => {
    const { user, changes, save } = await openForm();
    await user.clear(screen.getByRole('textbox', { name: 'Title' }));
    await user.clear(screen.getByRole('textbox', { name: 'YouTube ID' }));
    await user.type(screen.getByRole('textbox', { name: 'YouTube ID' }), 'short');
    await save();
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    expect(screen.getByText('A YouTube ID has 11 letters, digits, - or _.')).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('offers no YouTube ID for hosted media', async () => {
    await openForm({ ...VIDEO, youtube_id: null, media_url: '/media/1' });
    expect(screen.queryByRole('textbox', { name: 'YouTube ID' })).toBeNull();
  });

  it('shows why the server refused, and keeps the input', async () => {
    update = () => ({ status: 409, body: { detail: 'Subtitles are aligned with the original language.' } });
    const { user, save } = await openForm();
    await user.click(screen.getByRole('combobox', { name: 'Original Language' }));
    await user.click(await screen.findByRole('option', { name: 'French' }));
    await save();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      "Couldn't change the video. Subtitles are aligned with the original language.",
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Original Language' }).value).toBe(
      'French',
    );
  });

  it('shows the server’s message about a field at the field', async () => {
    update = () => ({ status: 400, body: { detail: 'title: Too long.', title: ['Too long.'] } });
    const { user, save } = await openForm();
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await save();
    await waitFor(() => expect(screen.getByText('Too long.')).toBeTruthy());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
