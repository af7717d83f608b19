import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { analyseTake } from '../analyse-take.ts';
import { addNoise, concatenate, makeNoise, rms, scale } from '../testing/noise.ts';
import { makeRecording } from '../testing/recording.ts';
import { makeSentence } from '../testing/sentence.ts';
import { findPauses } from './pauses.ts';
import { findRuns, joinRuns, runsToFlags } from './runs.ts';

/** Returns a sequence of struck chords of this duration, each of three tones with harmonics, with a root mean square of 1. */
function makeChords(length: number, seconds: number): Float32Array {
  const roots = [220, 294, 330, 262, 196];
  const chords = Float32Array.from({ length }, (_, i) => {
    const position = i / 16_000 / seconds;
    const root = roots[Math.floor(position) % roots.length] as number;
    const envelope = Math.min(1, 50 * (position % 1)) * Math.exp(-(position % 1));
    const tone = (hz: number) =>
      [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + Math.sin((2 * Math.PI * n * hz * i) / 16_000) / n, 0);
    return envelope * [1, 1.26, 1.5].reduce((sum, ratio) => sum + tone(ratio * root), 0);
  });
  return scale(chords, 1 / rms(chords));
}

describe('detectSpeech', () => {
  it('finds the onset and offset of a line within 60 ms at an SNR of 20 dB', () => {
    for (const seed of [1, 2, 3, 4]) {
      const sound = makeRecording(makeSentence(seed), { snr: 20, seed });
      const { speech } = analyse(sound);
      expect(Math.abs(speech.indexOf(1) - 50)).toBeLessThanOrEqual(6);
      // The final hiss is quiet and may be missed.
      const end = sound.length / 160 - 50;
      expect(Math.abs(speech.lastIndexOf(1) - end)).toBeLessThanOrEqual(17);
    }
  });

  it('finds no speech in silence or steady noise', () => {
    expect(analyse(new Float32Array(16_000)).speech.includes(1)).toBe(false);
    for (const kind of ['white', 'pink', 'hum'] as const) {
      const noise = makeNoise(kind, 48_000, 2).map((x) => x * 0.02);
      expect(analyse(noise).speech.includes(1), kind).toBe(false);
    }
  });

  it('distinguishes speech from pauses over background chords', () => {
    const sound = concatenate(
      ...[1, 2, 3, 4].map((seed) => makeRecording(makeSentence(seed), { snr: 40, seed })),
    );
    const { speech } = analyse(sound);
    for (const chord of [0.6, 1.4]) {
      const inMusic = analyse(
        addNoise(sound, makeChords(sound.length, chord), rms(sound) * 10 ** (-5 / 20)),
      ).speech;
      const matching = inMusic.filter((flag, frame) => flag === speech[frame]).length;
      expect(matching / speech.length, `${chord} s`).toBeGreaterThan(0.94);
    }
  });

  it('gives the same result at any level', () => {
    const sound = makeRecording(makeSentence(5), { snr: 25 });
    const speech = analyse(sound).speech;
    for (const gain of [0.25, 4]) expect(analyse(sound.map((x) => x * gain)).speech).toEqual(speech);
  });
});

/**
 * Returns two seconds of harmonics in a quiet room, with half a second of room noise at either end. Gains and pitch are functions
 * of the time in seconds.
 */
function makeTone(
  harmonics: readonly number[],
  hz: (t: number) => number,
  gain = (_: number) => 1,
): Float32Array {
  let phase = 0;
  const tone = Float32Array.from({ length: 32_000 }, (_, i) => {
    phase += (2 * Math.PI * hz(i / 16_000)) / 16_000;
    const fade = Math.min(1, i / 160, (32_000 - i) / 160);
    return (
      fade * gain(i / 16_000) * harmonics.reduce((sum, part, n) => sum + part * Math.sin((n + 1) * phase), 0)
    );
  });
  const sound = concatenate(new Float32Array(8000), scale(tone, 0.1 / rms(tone)), new Float32Array(8000));
  return addNoise(sound, makeNoise('pink', sound.length, 3), 0.001);
}

describe('analyseTake', () => {
  const RICH = [1, 0.5, 0.33, 0.25, 0.2, 0.17, 0.14, 0.13];
  const NOTES = [1, 1.12, 1.26, 1.5, 1.33, 1.26];
  const tones = {
    hum: makeTone(RICH, () => 100),
    wavering: makeTone(RICH, (t) => 300 * (1 + 0.04 * Math.sin(36 * t))),
    gliding: makeTone(RICH, (t) => 250 * 2 ** t),
    notes: makeTone(
      RICH,
      (t) => 400 * (NOTES[Math.floor(t * 3)] as number),
      (t) => Math.exp(-3 * (t % (1 / 3))),
    ),
    whistle: makeTone(
      [1, 0.02],
      (t) => 1000 * (1 + 0.4 * Math.sin(4 * t)),
      (t) => 1 + 0.3 * Math.sin(20 * t),
    ),
  };

  it('finds no speech if the only sound is a tone', () => {
    for (const [name, sound] of Object.entries(tones)) {
      expect(analyseTake(sound).speech.includes(1), name).toBe(false);
    }
  });

  it('finds a voice alone, in noise and over a tone', () => {
    for (const seed of [1, 2, 3, 4]) {
      for (const snr of [30, 10]) {
        const take = makeRecording(makeSentence(seed), { snr, seed });
        expect(analyseTake(take)).toEqual(analyse(take));
      }
      const take = makeRecording(makeSentence(seed, { syllables: 5 }), { seed });
      const withTone = addNoise(take, tones.hum, 1);
      expect(analyseTake(withTone).speech.includes(1)).toBe(true);
    }
  });
});

describe('pauses', () => {
  it('finds pauses of 300 to 800 ms, and none in a line without pauses', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.3, max: 0.8, noNaN: true }),
        (seed, pause) => {
          const pauses = findPauses(
            analyse(makeRecording(makeSentence(seed, { pauseAfter: 3, pause }), { snr: 25, seed })).speech,
          );
          expect(pauses).toHaveLength(1);
          expect(Math.abs((pauses[0]?.end ?? 0) - (pauses[0]?.start ?? 0) - pause)).toBeLessThan(0.2);
          expect(
            findPauses(analyse(makeRecording(makeSentence(seed), { snr: 25, seed })).speech),
          ).toHaveLength(0);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('runs', () => {
  it('survive a round trip through flags', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1)), (flags) => {
        expect([...runsToFlags(findRuns(flags), flags.length)]).toEqual(flags);
      }),
    );
  });

  it('are joined across short gaps before short runs are dropped', () => {
    const runs = findRuns([1, 1, 0, 1, 1, 0, 0, 0, 0, 1]);
    expect(joinRuns(runs, 2, 3)).toEqual([{ from: 0, to: 5 }]);
  });
});
