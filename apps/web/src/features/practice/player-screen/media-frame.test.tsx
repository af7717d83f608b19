import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { MediaFrame } from './media-frame.tsx';

let page: Awaited<ReturnType<typeof openPage>>;
afterEach(() => page.close());

const video = {
  id: 3,
  youtube_id: null,
  media_url: '/media/3.mp4',
  media_type: 'video/mp4',
  thumbnail_url: null,
};

it('the media frame takes the file’s aspect ratio, so that there are no bars at the sides', async () => {
  const frame = () => (
    <MediaFrame
      video={video as never}
      attach={() => () => undefined}
      isBlocked={false}
      isWaiting={false}
      hasFailed={false}
      onTap={() => undefined}
    />
  );
  page = await openPage({ path: '/', component: frame }, '/', () => undefined);
  const medium = await screen.findByTestId('media');
  Object.assign(Object.defineProperties(medium, { videoWidth: { value: 640 }, videoHeight: { value: 480 } }));
  fireEvent.loadedMetadata(medium);
  expect(Number(medium.parentElement?.style.getPropertyValue('--shape'))).toBeCloseTo(4 / 3);
});

it('the media frame keeps its thumbnail after a failure', async () => {
  const frame = () => (
    <MediaFrame
      video={{ ...video, thumbnail_url: '/media/3.jpg' } as never}
      attach={() => () => undefined}
      isBlocked={false}
      isWaiting={false}
      hasFailed
      onTap={() => undefined}
    />
  );
  page = await openPage({ path: '/', component: frame }, '/', () => undefined);
  await screen.findByTestId('media');
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/3.jpg');
});
