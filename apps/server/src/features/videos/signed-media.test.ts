import { describe, expect, it } from 'vitest';
import { mediaSigner } from './signed-media.ts';

const MINUTE = 60_000;

describe('the address of a stored object', () => {
  it('stays the same for a quarter of an hour and is then signed anew, each good for six hours at least', () => {
    let now = Date.parse('2026-01-02T03:01:00Z');
    const signer = mediaSigner(new Uint8Array(32), () => now);
    const addressAfter = (minutes: number) => {
      now += minutes * MINUTE;
      const address = new URL(signer.urlOf('videos/1/a.mp4') ?? '', 'http://sayback.test');
      const [expires, signature] = ['expires', 'signature'].map((name) => address.searchParams.get(name));
      expect(signer.isGood('videos/1/a.mp4', expires, signature)).toBe(true);
      expect(Number(expires) * 1000 - now).toBeGreaterThanOrEqual(6 * 60 * MINUTE);
      return address.href;
    };
    const first = addressAfter(0);
    expect(addressAfter(13)).toBe(first);
    expect(addressAfter(2)).not.toBe(first);
  });

  it('is each object’s own', () => {
    const signer = mediaSigner(new Uint8Array(32));
    const [one, other] = [signer.urlOf('videos/1/a.mp4'), signer.urlOf('videos/2/a.mp4')];
    expect(one).toMatch(/^\/media\/videos\/1\/a\.mp4\?/);
    expect(other).toMatch(/^\/media\/videos\/2\/a\.mp4\?/);
    expect(signer.urlOf(null)).toBeNull();
  });
});
