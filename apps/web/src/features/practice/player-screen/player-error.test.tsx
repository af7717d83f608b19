import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { MediaFailure } from '../../../media/media.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { PlayerError } from './player-error.tsx';

let page: OpenedPage;
afterEach(() => page.close());

const open = async (code: MediaFailure) => {
  const component = () => <PlayerError code={code} />;
  page = await openPage({ path: '/video/1', component }, '/video/1', () => ({ status: 404, body: {} }));
};

it('a medium that may play later has no link home, since the main button retries', async () => {
  await open('network');
  expect((await screen.findByRole('alert')).textContent).toContain("Couldn't load the video file.");
  expect(screen.queryByRole('link')).toBeNull();
});

it('a medium that can’t be played links to the other videos', async () => {
  await open('decode');
  expect((await screen.findByRole('alert')).textContent).toContain('Choose another one.');
  expect(screen.getByRole('link', { name: 'Back to videos' })).toBeTruthy();
});
