import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { MediaFrame } from './media-frame.tsx';

const video = {
  id: 3,
  youtube_id: null,
  media_url: '/media/3.mp4',
  media_type: 'video/mp4',
  thumbnail_url: null,
};

async function openFrame(changes: { thumbnail_url?: string; hasFailed?: boolean } = {}) {
  const { hasFailed = false, ...videoChanges } = changes;
  const component = () => (
    <MediaFrame
      video={{ ...video, ...videoChanges } as never}
      attach={() => () => undefined}
      isBlocked={false}
      isWaiting={false}
      hasFailed={hasFailed}
      onTap={() => undefined}
    />
  );
  await openPage({ path: '/', component }, '/', () => undefined);
  return screen.findByTestId('media');
}

it('the media frame has the file’s aspect ratio', async () => {
  const medium = await openFrame();
  Object.defineProperties(medium, { videoWidth: { value: 640 }, videoHeight: { value: 480 } });
  fireEvent.loadedMetadata(medium);
  expect(Number(medium.parentElement?.style.getPropertyValue('--shape'))).toBeCloseTo(4 / 3);
});

it('the media frame shows the thumbnail after a failure', async () => {
  await openFrame({ thumbnail_url: '/media/3.jpg', hasFailed: true });
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/3.jpg');
});
