import { expect, it } from 'vitest';
import { managedVideo } from '../testing/managed-video.ts';
import { mediaFactsText } from './media-facts-text.ts';

const factsText = (media: Parameters<typeof managedVideo>[0]) => mediaFactsText(managedVideo(media), 'en');
const MEDIA = { bytes: 160_400_000, duration_ms: 5_400_000, width: 640, height: 360 };

it.each([
  ['a film', { media: MEDIA }, '1:30:00, 640×360, 160 MB'],
  ['only sound', { media: { ...MEDIA, width: null, height: null } }, '1:30:00, 160 MB'],
  [
    'media of unknown length',
    { media: { ...MEDIA, duration_ms: null, bytes: 1_450_000_000 } },
    '640×360, 1.5 GB',
  ],
  ['media that wasn’t analysed', { media: null, media_type: 'video/mp4' }, 'video/mp4'],
  ['no media', { media: null, media_type: null }, ''],
])('the media card describes %s', (_, video, text) => {
  expect(factsText(video)).toBe(text);
});
