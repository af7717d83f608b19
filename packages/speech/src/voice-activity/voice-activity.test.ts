import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { analyseTake } from '../analyse-take.ts';
import { joined, mixed, noiseOf, rms, scaled } from '../testing/noise.ts';
import { record } from '../testing/recording.ts';
import { sentenceOf } from '../testing/sentence.ts';
import { pausesOf } from './pauses.ts';
import { flagsOf, joinRuns, runsOf } from './runs.ts';

/** Returns chords of three tones with harmonics, each of this duration and struck again, with a root mean square of 1. */
function chordsOf(length: number, seconds: number): Float32Array {
  const roots = [220, 294, 330, 262, 196];
  const chords = Float32Array.from({ length }, (_, i) => {
    const at = i / 16_000 / seconds;
    const root = roots[Math.floor(at) % roots.length] as number;
    const envelope = Math.min(1, 50 * (at % 1)) * Math.exp(-(at % 1));
    const tone = (hz: number) =>
      [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + Math.sin((2 * Math.PI * n * hz * i) / 16_000) / n, 0);
    return envelope * [1, 1.26, 1.5].reduce((sum, ratio) => sum + tone(ratio * root), 0);
  });
  return scaled(chords, 1 / rms(chords));
}

describe('detectSpeech', () => {
  it('finds the start and the end of a line within 60 ms at 20 dB', () => {
    for (const seed of [1, 2, 3, 4]) {
      const sound = record(sentenceOf(seed), { snr: 20, seed });
      const { speech } = analyse(sound);
      expect(Math.abs(speech.indexOf(1) - 50)).toBeLessThanOrEqual(6);
      // The last hiss is quiet and may be lost.
      const end = sound.length / 160 - 50;
      expect(Math.abs(speech.lastIndexOf(1) - end)).toBeLessThanOrEqual(17);
    }
  });

  it('finds no speech in silence or steady noise', () => {
    expect(analyse(new Float32Array(16_000)).speech.includes(1)).toBe(false);
    for (const kind of ['white', 'pink', 'hum'] as const) {
      const noise = noiseOf(kind, 48_000, 2).map((x) => x * 0.02);
      expect(analyse(noise).speech.includes(1), kind).toBe(false);
    }
  });

  it('distinguishes speech from pauses over chords', () => {
    const sound = joined(...[1, 2, 3, 4].map((seed) => record(sentenceOf(seed), { snr: 40, seed })));
    const { speech } = analyse(sound);
    for (const chord of [0.6, 1.4]) {
      const inMusic = analyse(
        mixed(sound, chordsOf(sound.length, chord), rms(sound) * 10 ** (-5 / 20)),
      ).speech;
      const right = inMusic.filter((flag, frame) => flag === speech[frame]).length;
      expect(right / speech.length, `${chord} s`).toBeGreaterThan(0.94);
    }
  });

  it('gives the same result at any level', () => {
    const sound = record(sentenceOf(5), { snr: 25 });
    const speech = analyse(sound).speech;
    for (const gain of [0.25, 4]) expect(analyse(sound.map((x) => x * gain)).speech).toEqual(speech);
  });
});

/** Returns two seconds of harmonics in a quiet room, with half a second of room at either side; gains and pitch by the second. */
function toneOf(
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
  const sound = joined(new Float32Array(8000), scaled(tone, 0.1 / rms(tone)), new Float32Array(8000));
  return mixed(sound, noiseOf('pink', sound.length, 3), 0.001);
}

describe('analyseTake', () => {
  const RICH = [1, 0.5, 0.33, 0.25, 0.2, 0.17, 0.14, 0.13];
  const NOTES = [1, 1.12, 1.26, 1.5, 1.33, 1.26];
  const tones = {
    hum: toneOf(RICH, () => 100),
    wavering: toneOf(RICH, (t) => 300 * (1 + 0.04 * Math.sin(36 * t))),
    gliding: toneOf(RICH, (t) => 250 * 2 ** t),
    notes: toneOf(
      RICH,
      (t) => 400 * (NOTES[Math.floor(t * 3)] as number),
      (t) => Math.exp(-3 * (t % (1 / 3))),
    ),
    whistle: toneOf(
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

  it('preserves a voice alone, in noise and beside a tone', () => {
    for (const seed of [1, 2, 3, 4]) {
      for (const snr of [30, 10]) {
        const take = record(sentenceOf(seed), { snr, seed });
        expect(analyseTake(take)).toEqual(analyse(take));
      }
      const take = record(sentenceOf(seed, { syllables: 5 }), { seed });
      const beside = mixed(take, tones.hum, 1);
      expect(analyseTake(beside).speech.includes(1)).toBe(true);
    }
  });
});

describe('pauses', () => {
  it('finds pauses of 300 to 800 ms, and no others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.3, max: 0.8, noNaN: true }),
        (seed, pause) => {
          const pauses = pausesOf(
            analyse(record(sentenceOf(seed, { pauseAfter: 3, pause }), { snr: 25, seed })).speech,
          );
          expect(pauses).toHaveLength(1);
          expect(Math.abs((pauses[0]?.end ?? 0) - (pauses[0]?.start ?? 0) - pause)).toBeLessThan(0.2);
          expect(pausesOf(analyse(record(sentenceOf(seed), { snr: 25, seed })).speech)).toHaveLength(0);
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
        expect([...flagsOf(runsOf(flags), flags.length)]).toEqual(flags);
      }),
    );
  });

  it('are joined over short gaps before short ones are dropped', () => {
    const runs = runsOf([1, 1, 0, 1, 1, 0, 0, 0, 0, 1]);
    expect(joinRuns(runs, 2, 3)).toEqual([{ from: 0, to: 5 }]);
  });
});
