import type { subtitles, videos } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { sampleSegment, sampleSubtitle } from '../../../api/testing/samples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { managedVideo } from '../testing/managed-video.ts';
import { VideoManagerScreen } from './video-manager-screen.tsx';
import { readVideoManagerSearch } from './video-manager-search.ts';

let stored: videos.ManagedVideo[];
let listVideos: () => Reply;
let alignments: Record<number, subtitles.Segment[]>;

/** A server with `stored` videos and a trash. */
function respond({ method, path, body }: Received): Reply | undefined {
  if (path.startsWith('/api/video-manager/videos/')) {
    if (!path.includes('trashed=true')) return listVideos();
    return { status: 200, body: stored.filter((video) => video.trashed_at) };
  }
  const alignmentId = Number(/\/api\/alignments\/(\d+)\/segments\//.exec(path)?.[1]);
  if (alignmentId) return { status: 200, body: alignments[alignmentId] };
  const id = Number(/\/api\/videos\/(\d+)\//.exec(path)?.[1]);
  const video = stored.find((candidate) => candidate.id === id);
  if (!video) return undefined;
  if (method === 'DELETE') {
    video.trashed_at = '2026-03-01T12:00:00Z';
    return { status: 204 };
  }
  if (path.endsWith('/subtitles/'))
    return {
      status: 200,
      body: { results: Object.keys(alignments).map((key) => alignedSubtitle(Number(key))) },
    };
  if (path.endsWith('/restore/')) video.trashed_at = null;
  else Object.assign(video, body);
  return { status: 200, body: video };
}

const alignedSubtitle = (alignmentId: number) =>
  sampleSubtitle({ id: alignmentId, alignment_id: alignmentId, language: alignmentId === 3 ? 'en' : 'fr' });

async function open(url = '/video-manager') {
  const page = {
    path: '/video-manager',
    component: VideoManagerScreen,
    validateSearch: readVideoManagerSearch,
  };
  const opened = await openPage(page, url, respond);
  return opened;
}
const findCard = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li') as HTMLElement);
};

beforeEach(() => {
  stored = [managedVideo()];
  alignments = { 3: [sampleSegment()] };
  listVideos = () => ({ status: 200, body: stored.filter((video) => !video.trashed_at) });
});

describe('the Video Manager', () => {
  it('shows each video’s missing parts', async () => {
    stored = [
      managedVideo({ id: 1, title: 'New', published: false, has_original: false, translation_count: 0 }),
      managedVideo({ id: 2, title: 'Half', needs_realign: true, mismatch_count: 2 }),
      managedVideo({ id: 3, title: 'Whole' }),
    ];
    await open();
    const labelsOn = async (title: string) =>
      (await findCard(title))
        .queryAllByText(/No |Needs|doubtful|Draft|Complete/)
        .map((node) => node.textContent);
    expect(await labelsOn('New')).toEqual(['Draft', 'No original subtitle', 'No translation']);
    expect(await labelsOn('Half')).toEqual(['Needs realign', '2 doubtful segments']);
    expect(await labelsOn('Whole')).toEqual(['Complete']);
  });

  it('publishes a draft', async () => {
    stored = [managedVideo({ published: false })];
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    expect(await screen.findByRole('button', { name: 'Unpublish A clip' })).toBeTruthy();
    expect(changes()).toEqual([{ method: 'PATCH', path: '/api/videos/7/', body: { published: true } }]);
  });

  it('lists problems for learners before publishing, with links to the editor', async () => {
    stored = [managedVideo({ published: false })];
    alignments = {
      3: [
        sampleSegment({ mismatch: true }),
        sampleSegment({ text_original: '', start_time: '00:00:04.000', end_time: '00:00:04.000' }),
      ],
      4: [sampleSegment({ text_original: 'En 1984', text_target: 'En 1948' })],
    };
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish “A clip”?' }));
    for (const style of dialog.getAllByText(/^Style/)) await user.click(style);
    const listProblems = (language: string) =>
      within(dialog.getByRole('region', { name: language }))
        .getAllByRole('listitem')
        .map((item) => [item.firstChild?.textContent, item.querySelector('a')?.getAttribute('href')]);
    expect(listProblems('English')).toEqual([
      ['1 segment without an original text', '/subtitles/3/edit?filter=no-original'],
      ['1 doubtful segment', '/subtitles/3/edit?filter=mismatches'],
      ['1 segment shorter than 0.5 s', '/subtitles/3/edit?filter=too-short'],
    ]);
    expect(listProblems('French')).toEqual([
      ['1 segment whose numbers differ between the two texts', '/subtitles/4/edit?filter=numbers-differ'],
    ]);
    expect(dialog.getAllByText(/^(Broken|Doubtful|Style)/).map(({ textContent }) => textContent)).toEqual([
      "Broken: learners can't practise these1",
      'Doubtful: these may be wrong1',
      'Style: these could be easier1',
      'Doubtful: these may be wrong1',
    ]);
    expect(dialog.getByRole('button', { name: 'Publish anyway' }).dataset.variant).toBe('default');
    expect(changes()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Publish anyway' }));
    expect(await screen.findByRole('button', { name: 'Unpublish A clip' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changes()).toEqual([{ method: 'PATCH', path: '/api/videos/7/', body: { published: true } }]);
  });

  it('makes Publish anyway the main button if no problem is serious', async () => {
    stored = [managedVideo({ published: false })];
    alignments = { 3: [sampleSegment({ mismatch: true })] };
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    const publishAnyway = await screen.findByRole('button', { name: 'Publish anyway' });
    expect(publishAnyway.dataset.variant).toBe('filled');
  });

  it.each<[string, typeof alignments, RegExp]>([
    ['an aligned translation', {}, /^Learners can't practise it until a translation is aligned/],
    ['an original text', { 3: [sampleSegment({ text_original: '' })] }, /^No segment has an original text/],
  ])('doesn’t publish a video without %s', async (_what, present, reason) => {
    stored = [managedVideo({ published: false })];
    alignments = present;
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(reason)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /Publish/ })).toBeNull();
    await user.click(dialog.getByText('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changes()).toEqual([]);
  });

  it('doesn’t publish a video that can’t be checked, and shows an error', async () => {
    stored = [managedVideo({ published: false })];
    alignments = { 3: null as never };
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Publish A clip' }));
    expect(await screen.findByText(/^Couldn't check the video\./)).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('unpublishes a video without a check', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Unpublish A clip' }));
    expect(await screen.findByText('Now a draft. Learners no longer see it.')).toBeTruthy();
  });

  it('shows a message if there are no videos', async () => {
    stored = [];
    await open();
    expect(await screen.findByText('No videos uploaded yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add Video' })).toBeTruthy();
  });

  it('shows only the alert if loading the videos failed', async () => {
    listVideos = () => ({ status: 503, body: { detail: 'It is away.' } });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load videos. It is away.');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add Video' })).toBeNull();
  });

  it('searches by title, with the query in the URL, and resets', async () => {
    stored = [managedVideo({ id: 1, title: 'Canción' }), managedVideo({ id: 2, title: 'Song' })];
    const { user, address } = await open();
    await user.type(await screen.findByRole('searchbox', { name: 'Search by title' }), 'cancion');
    await waitFor(() => expect(address()).toContain('q=cancion'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Song' })).toBeNull());
    await user.type(screen.getByRole('searchbox'), 'x');
    await user.click(await screen.findByRole('button', { name: 'Show all videos' }));
    expect(await screen.findByRole('heading', { name: 'Song' })).toBeTruthy();
  });
});

describe('deleting a video', () => {
  it('does nothing if it is cancelled', async () => {
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete A clip' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete A clip' }));
  });

  it('moves it to the trash, and Undo restores it', async () => {
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
  it('removes the Undo toast when it restores the video', async () => {
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

  it('shows until when a video can be restored, and restores it', async () => {
    stored = [managedVideo({ trashed_at: '2026-03-01T12:00:00Z' })];
    const { user } = await open('/video-manager?view=trash');
    const item = await findCard('A clip');
    expect(item.getByText('Deleted on Mar 1, 2026')).toBeTruthy();
    expect(item.getByText('Deleted permanently on Mar 31, 2026')).toBeTruthy();
    await user.click(item.getByRole('button', { name: 'Restore A clip' }));
    expect(await screen.findByText('The trash is empty.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    expect(stored[0]?.trashed_at).toBeNull();
  });
});
