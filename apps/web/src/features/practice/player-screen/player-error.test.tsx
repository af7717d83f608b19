import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MediaFailure } from '../../../media/media.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { PlayerError } from './player-error.tsx';

const openError = async (code: MediaFailure) => {
  const component = () => <PlayerError code={code} />;
  await openPage({ path: '/video/1', component }, '/video/1', () => ({ status: 404, body: {} }));
};

it.each([
  ['network', "Couldn't load the video file. Check your connection and try again."],
  ['decode', "This video file is damaged, or your browser can't play it. Choose another one."],
] as const)('the player error gives advice, without a link: %s', async (code, advice) => {
  await openError(code);
  expect((await screen.findByRole('alert')).textContent).toContain(advice);
  expect(screen.queryByRole('link')).toBeNull();
});
