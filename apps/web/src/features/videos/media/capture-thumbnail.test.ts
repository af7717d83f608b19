import { describe, expect, it } from 'vitest';
import { captureThumbnail, fitSize, thumbnailTime } from './capture-thumbnail.ts';

describe('a media file’s thumbnail', () => {
  it('is taken after a tenth of the video', () => expect(thumbnailTime(300)).toBe(30));
  it('is taken after the first second', () => expect(thumbnailTime(6)).toBe(1));
  it('is taken in the middle of a video shorter than two seconds', () =>
    expect(thumbnailTime(0.8)).toBe(0.4));
  it('is taken after a second without a known duration', () => {
    expect(thumbnailTime(Number.POSITIVE_INFINITY)).toBe(1);
    expect(thumbnailTime(Number.NaN)).toBe(1);
  });

  it('is at most 640 wide and keeps its aspect ratio', () => {
    expect(fitSize(1920, 1080)).toEqual({ width: 640, height: 360 });
    expect(fitSize(1080, 1920)).toEqual({ width: 640, height: 1138 });
  });
  it('isn’t enlarged', () => {
    expect(fitSize(320, 240)).toEqual({ width: 320, height: 240 });
  });

  it('is null for audio', async () => {
    expect(await captureThumbnail(new File(['x'], 'a.mp3', { type: 'audio/mpeg' }))).toBeNull();
  });
});
