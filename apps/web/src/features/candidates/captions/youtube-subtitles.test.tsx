import type { videos } from '@sayback/contract';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { YoutubeSubtitles } from './youtube-subtitles.tsx';

const VIDEO = { id: 7, youtube_id: 'aB3-_xYz019', original_language: 'es' } as videos.Video;
const LOOK_ENDPOINT = 'POST /api/videos/7/look-for-subtitles/';
const TAKE_ENDPOINT = 'POST /api/videos/7/take-subtitles/';

let replies: Record<string, Reply>;

async function open() {
  const page = { path: '/', component: () => <YoutubeSubtitles video={VIDEO} /> };
  const opened = await openPage(page, '/', ({ method, path }) => replies[`${method} ${path}`]);
  return opened;
}
const findLookButton = async () => screen.findByRole('button', { name: 'Look for subtitles' });

beforeEach(() => {
  const subtitles = [
    { language: 'es', kind: 'manual', version_key: 'es' },
    { language: 'fr', kind: 'auto', version_key: 'fr-auto' },
  ];
  replies = { [LOOK_ENDPOINT]: { status: 200, body: { subtitles } } };
});

describe('searching YouTube for a video’s subtitles', () => {
  it('adds the selected subtitles, and shows which ones failed', async () => {
    replies[TAKE_ENDPOINT] = { status: 200, body: { added: ['es'], failed: { 'fr-auto': 'No answer.' } } };
    const { user, changes } = await open();
    await user.click(await findLookButton());
    await user.click(await screen.findByRole('checkbox', { name: 'Spanish (manual)' }));
    await user.click(screen.getByRole('checkbox', { name: 'French (auto)' }));
    await user.click(screen.getByRole('button', { name: 'Add to video' }));
    expect(await screen.findByText('Added: es')).toBeTruthy();
    expect(await screen.findByText('Failed to download fr-auto subtitle: No answer.')).toBeTruthy();
    expect(changes().at(-1)?.body).toEqual({ version_keys: ['es', 'fr-auto'] });
  });

  it('shows a message if YouTube has none', async () => {
    replies[LOOK_ENDPOINT] = { status: 200, body: { subtitles: [] } };
    const { user } = await open();
    await user.click(await findLookButton());
    expect(await screen.findByText('YouTube has no subtitles for this video.')).toBeTruthy();
  });

  it('shows why the search failed', async () => {
    replies[LOOK_ENDPOINT] = { status: 503, body: { detail: 'YouTube takes us for a robot.' } };
    const { user } = await open();
    await user.click(await findLookButton());
    expect((await screen.findByRole('alert')).textContent).toBe(
      "Couldn't ask YouTube for subtitles. YouTube takes us for a robot.",
    );
  });
});
