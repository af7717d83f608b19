import { describe, expect, it } from 'vitest';
import { mediaSigner } from './signed-media.ts';

const MINUTE = 60_000;

describe('the URL of a stored object', () => {
  it('changes every 15 minutes, and is valid for at least six hours', () => {
    let now = Date.parse('2026-01-02T03:01:00Z');
    const signer = mediaSigner(new Uint8Array(32), { now: () => now });
    const signAfter = (minutes: number) => {
      now += minutes * MINUTE;
      const url = new URL(signer.getUrl('videos/1/a.mp4', true) ?? '', 'http://sayback.test');
      const query = Object.fromEntries(url.searchParams);
      expect(signer.getAudience('videos/1/a.mp4', query)).toBe('learner');
      expect(Number(query.expires) * 1000 - now).toBeGreaterThanOrEqual(6 * 60 * MINUTE);
      return url.href;
    };
    const first = signAfter(0);
    expect(signAfter(13)).toBe(first);
    expect(signAfter(2)).not.toBe(first);
  });

  it('is different for each object', () => {
    const signer = mediaSigner(new Uint8Array(32));
    const [first, second] = [signer.getUrl('videos/1/a.mp4', true), signer.getUrl('videos/2/a.mp4', true)];
    expect(first).toMatch(/^\/media\/videos\/1\/a\.mp4\?/);
    expect(second).toMatch(/^\/media\/videos\/2\/a\.mp4\?/);
    expect(signer.getUrl(null, true)).toBeNull();
  });

  it('can’t be changed from one for learners to one for administrators, or the reverse', () => {
    const signer = mediaSigner(new Uint8Array(32));
    const parseQuery = (isOpen: boolean) =>
      Object.fromEntries(new URL(signer.getUrl('videos/1/a.mp4', isOpen) ?? '', 'http://x').searchParams);
    expect(signer.getAudience('videos/1/a.mp4', parseQuery(false))).toBe('admin');
    expect(signer.getAudience('videos/1/a.mp4', { ...parseQuery(true), for: 'admin' })).toBeNull();
    const { for: _, ...without } = parseQuery(false);
    expect(signer.getAudience('videos/1/a.mp4', without)).toBeNull();
  });
});
