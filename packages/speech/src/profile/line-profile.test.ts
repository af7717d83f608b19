import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { compare } from '../compare/compare.ts';
import { makeRecording } from '../testing/recording.ts';
import { makeSentence } from '../testing/sentence.ts';
import { decodeProfile, encodeProfile } from './line-profile.ts';

describe('line profile', () => {
  const sound = makeRecording(makeSentence(1));
  const frames = analyse(sound);

  it('takes at most 1.6 kB per second', () => {
    expect(encodeProfile(frames).length / (sound.length / 16_000)).toBeLessThanOrEqual(1600);
  });

  it('is decoded within its quantisation steps', () => {
    const decoded = decodeProfile(encodeProfile(frames));
    expect(decoded.speech).toEqual(frames.speech);
    for (const [i, hz] of decoded.pitch.entries()) {
      const before = frames.pitch[i] as number;
      if (before === 0) expect(hz).toBe(0);
      else expect(Math.abs(1200 * Math.log2(hz / before))).toBeLessThan(9);
    }
    for (const [i, level] of decoded.loudness.entries()) {
      expect(Math.abs(level - Math.max(-95.25, frames.loudness[i] as number))).toBeLessThan(0.4);
    }
    for (const [i, value] of decoded.mfcc.entries())
      expect(Math.abs(value - (frames.mfcc[i] as number))).toBeLessThan(0.51);
  });

  it('is encoded to the same bytes after decoding', () => {
    const bytes = encodeProfile(frames);
    expect(encodeProfile(decodeProfile(bytes))).toEqual(bytes);
  });

  it('gives the same comparison results as the recording', () => {
    expect(compare(frames, decodeProfile(encodeProfile(frames))).hint).toBeNull();
  });

  it('rejects bytes in any other format', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        fc.pre(bytes[0] !== 1 || (bytes.length - 1) % 14 !== 0);
        expect(() => decodeProfile(bytes)).toThrow(RangeError);
      }),
    );
  });
});
