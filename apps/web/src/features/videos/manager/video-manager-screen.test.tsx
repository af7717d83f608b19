import type { videos } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { managedVideo } from '../testing/managed-video.ts';
import { VideoManagerScreen } from './video-manager-screen.tsx';
import { readVideoManagerSearch } from './video-manager-search.ts';

let stored: videos.ManagedVideo[];
let list: () => Reply;
let opened: OpenedPage | undefined;

/** A server that keeps videos, their state and their trash. */
function answer({ method, path, body }: Received): Reply | undefined {
  if (path.startsWith('/api/video-manager/videos/')) {
    if (!path.includes('trashed=true')) return list();
    return { status: 200, body: stored.filter((video) => video.trashed_at) };
  }
  const id = Number(/\/api\/videos\/(\d+)\//.exec(path)?.[1]);
  const video = stored.find((one) => one.id === id);
  if (!video) return undefined;
  if (method === 'DELETE') {
    video.trashed_at = '2026-03-01T12:00:00Z';
    return { status: 204 };
  }
  if (path.endsWith('/restore/')) video.trashed_at = null;
  else Object.assign(video, body);
  return { status: 200, body: video };
}

async function open(address = '/video-manager') {
  const page = {
    path: '/video-manager',
    component: VideoManagerScreen,
    validateSearch: readVideoManagerSearch,
  };
  opened = await openPage(page, address, answer);
  return opened;
}
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li') as HTMLElement);
};

beforeAll(startI18n);
beforeEach(() => {
  stored = [managedVideo()];
  list = () => ({ status: 200, body: stored.filter((video) => !video.trashed_at) });
});
afterEach(() => opened?.close());

describe('the Video Manager', () => {
  it('tells of each video what it lacks', async () => {
    stored = [
      managedVideo({ id: 1, title: 'New', published: false, has_original: false, translation_count: 0 }),
      managedVideo({ id: 2, title: 'Half', needs_realign: true, mismatch_count: 2 }),
      managedVideo({ id: 3, title: 'Whole' }),
    ];
    await open();
    const lacks = async (title: string) =>
      (await card(title)).queryAllByText(/No |Needs|mismatch|Draft|missing/).map((node) => node.textContent);
    expect(await lacks('New')).toEqual(['Draft', 'No original subtitle', 'No translation']);
    expect(await lacks('Half')).toEqual(['Needs realign', '2 mismatches open']);
    expect(await lacks('Whole')).toEqual(['Nothing is missing']);
  });

  it('publishes a draft', async () => {
    stored = [managedVideo({ published: false })];
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    expect(await screen.findByRole('button', { name: 'Unpublish A clip' })).toBeTruthy();
    expect(changes()).toEqual([{ method: 'PATCH', path: '/api/videos/7/', body: { published: true } }]);
  });

  it('says of one published without a translation that nobody can practise with it, and takes it back', async () => {
    stored = [managedVideo({ published: false, latest_alignment_id: null })];
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    await screen.findByText(/^Published. Learners can't practise it until a translation is aligned\./);
    await user.click(screen.getByRole('button', { name: 'Unpublish' }));
    expect(await screen.findByText('Now a draft. Learners no longer see it.')).toBeTruthy();
    const path = '/api/videos/7/';
    expect(changes()).toEqual([
      { method: 'PATCH', path, body: { published: true } },
      { method: 'PATCH', path, body: { published: false } },
    ]);
  });

  it('says when nothing was uploaded yet', async () => {
    stored = [];
    await open();
    expect(await screen.findByText('No videos uploaded yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add Video' })).toBeTruthy();
  });

  it('shows the alert alone when the videos could not be loaded', async () => {
    list = () => ({ status: 503, body: { detail: 'It is away.' } });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load videos. It is away.');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add Video' })).toBeNull();
  });

  it('searches by title, keeps what is searched for in the address, and shows all again', async () => {
    stored = [managedVideo({ id: 1, title: 'Canción' }), managedVideo({ id: 2, title: 'Song' })];
    const { user, address } = await open();
    await user.type(await screen.findByRole('searchbox', { name: 'Search by title' }), 'cancion');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Song' })).toBeNull());
    expect(address()).toContain('q=cancion');
    await user.type(screen.getByRole('searchbox'), 'x');
    await user.click(await screen.findByRole('button', { name: 'Show all videos' }));
    expect(await screen.findByRole('heading', { name: 'Song' })).toBeTruthy();
  });
});

describe('deleting a video', () => {
  it('does nothing before it is confirmed', async () => {
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete A clip' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete A clip' }));
  });

  it('moves it to the trash, from where Undo takes it back', async () => {
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete A clip' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move “A clip” to the trash?' }));
    expect(dialog.getByText(/restore it from the trash for 30 days/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Move to trash' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'A clip' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'A clip' })).toBeTruthy();
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/videos/7/',
      'POST /api/videos/7/restore/',
    ]);
  });
});

describe('the trash', () => {
  it('takes the offer to undo away with the video that it restores', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete A clip' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Move to trash' }));
    await screen.findByRole('button', { name: 'Undo' });
    await user.click(screen.getByRole('link', { name: 'Trash' }));
    await user.click(await screen.findByRole('button', { name: 'Restore A clip' }));
    expect(await screen.findByText('Video restored.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('tells until when a video can be restored, and restores it', async () => {
    stored = [managedVideo({ trashed_at: '2026-03-01T12:00:00Z' })];
    const { user } = await open('/video-manager?view=trash');
    const item = await card('A clip');
    expect(item.getByText('Deleted on Mar 1, 2026')).toBeTruthy();
    expect(item.getByText('Deleted permanently on Mar 31, 2026')).toBeTruthy();
    await user.click(item.getByRole('button', { name: 'Restore A clip' }));
    expect(await screen.findByText('The trash is empty.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    expect(stored[0]?.trashed_at).toBeNull();
  });
});
