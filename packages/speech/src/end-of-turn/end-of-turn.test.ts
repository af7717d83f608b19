import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { joined, mixed, noiseOf, rms, scaled, silence } from '../testing/noise.ts';
import { record } from '../testing/recording.ts';
import { sentenceOf } from '../testing/sentence.ts';
import { speak } from '../testing/source-filter-voice.ts';
import { endOfTurn, type TurnOptions } from './end-of-turn.ts';

/** Feeds a sound in blocks; when the turn ended, in seconds, and why. */
function listen(sound: Float32Array, options: TurnOptions = {}, block = 1280) {
  const feed = endOfTurn(options);
  for (let at = 0; at < sound.length; at += block) {
    const state = feed(sound.subarray(at, at + block));
    if (state.phase === 'ended') return { at: (at + block) / 16_000, ...state };
  }
  return null;
}

const seconds = (sound: Float32Array): number => sound.length / 16_000;

describe('endOfTurn', () => {
  it('ends within a second after a whole line', () => {
    for (const seed of [1, 2, 3]) {
      const line = analyse(record(sentenceOf(seed)));
      const take = record(sentenceOf(seed, { hz: 180 }), { after: 4, seed: seed + 9, shift: 1.1, snr: 25 });
      const ended = listen(take, { line });
      expect(ended?.reason).toBe('finished');
      const wait = (ended?.at ?? 0) - (seconds(take) - 4);
      expect(wait).toBeGreaterThan(0.3);
      expect(wait).toBeLessThan(1);
    }
  });

  it('does not end in a hesitation of 800 ms', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const line = analyse(record(sentenceOf(seed)));
      const take = record(sentenceOf(seed, { pauseAfter: 3, pause: 0.8 }), { after: 4, snr: 15, seed });
      expect(listen(take, { line })?.at).toBeGreaterThan(seconds(take) - 4);
    }
  });

  it('does not end while a voice goes on softly in noise', () => {
    for (const seed of [1, 2, 3]) {
      const loud = speak(sentenceOf(seed, { syllables: 4 })).samples;
      const soft = scaled(speak(sentenceOf(seed + 5, { syllables: 12 })).samples, 0.7);
      const said = joined(silence(0.5), loud, soft, silence(4));
      const take = mixed(said, noiseOf('pink', said.length, seed), rms(loud) * 10 ** (-15 / 20));
      expect(listen(take)?.at).toBeGreaterThan(seconds(take) - 4);
    }
  });

  it('waits longer when little of the line was said', () => {
    const line = analyse(record(sentenceOf(7, { syllables: 12 })));
    const half = record(sentenceOf(7, { syllables: 4 }), { after: 4 });
    const whole = record(sentenceOf(7, { syllables: 12 }), { after: 4 });
    const waitOf = (take: Float32Array) => (listen(take, { line })?.at ?? 0) - (seconds(take) - 4);
    expect(waitOf(half) - waitOf(whole)).toBeGreaterThan(0.3);
  });

  it('always ends: silence, hum, noise, somebody who never stops', () => {
    const endless = joined(
      ...Array.from({ length: 20 }, (_, seed) => record(sentenceOf(seed), { before: 0, after: 0 })),
    );
    const sounds = [
      silence(30),
      ...(['hum', 'white', 'pink'] as const).map((kind) =>
        noiseOf(kind, 30 * 16_000, 4).map((x) => x * 0.05),
      ),
      endless,
    ];
    for (const sound of sounds) expect(listen(sound, { lineSeconds: 3 })?.at).toBeLessThan(22);
    expect(listen(silence(30))?.reason).toBe('silent');
  });

  it('ends at the same frame however the sound is cut into blocks', () => {
    const take = record(sentenceOf(2), { after: 3 });
    const end = listen(take)?.end;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (block) => {
        expect(listen(take, {}, block)?.end).toBe(end);
      }),
      { numRuns: 8 },
    );
  });
});
