import { describe, expect, it } from 'vitest';
import { mediaSigner } from './signed-media.ts';

const MINUTE = 60_000;

describe('the URL of a stored object', () => {
  it('stays the same for 15 minutes, then is signed again; each is valid for at least six hours', () => {
    let now = Date.parse('2026-01-02T03:01:00Z');
    const signer = mediaSigner(new Uint8Array(32), { now: () => now });
    const addressAfter = (minutes: number) => {
      now += minutes * MINUTE;
      const address = new URL(signer.urlOf('videos/1/a.mp4', true) ?? '', 'http://sayback.test');
      const query = Object.fromEntries(address.searchParams);
      expect(signer.audienceOf('videos/1/a.mp4', query)).toBe('learner');
      expect(Number(query.expires) * 1000 - now).toBeGreaterThanOrEqual(6 * 60 * MINUTE);
      return address.href;
    };
    const first = addressAfter(0);
    expect(addressAfter(13)).toBe(first);
    expect(addressAfter(2)).not.toBe(first);
  });

  it('is different for each object', () => {
    const signer = mediaSigner(new Uint8Array(32));
    const [one, other] = [signer.urlOf('videos/1/a.mp4', true), signer.urlOf('videos/2/a.mp4', true)];
    expect(one).toMatch(/^\/media\/videos\/1\/a\.mp4\?/);
    expect(other).toMatch(/^\/media\/videos\/2\/a\.mp4\?/);
    expect(signer.urlOf(null, true)).toBeNull();
  });

  it('a learner’s media URL can’t be turned into an administrator’s', () => {
    const signer = mediaSigner(new Uint8Array(32));
    const queryOf = (isOpen: boolean) =>
      Object.fromEntries(new URL(signer.urlOf('videos/1/a.mp4', isOpen) ?? '', 'http://x').searchParams);
    expect(signer.audienceOf('videos/1/a.mp4', queryOf(false))).toBe('admin');
    expect(signer.audienceOf('videos/1/a.mp4', { ...queryOf(true), for: 'admin' })).toBeNull();
    const { for: _, ...without } = queryOf(false);
    expect(signer.audienceOf('videos/1/a.mp4', without)).toBeNull();
  });
});
