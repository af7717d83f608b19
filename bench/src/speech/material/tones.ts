import { SAMPLE_RATE } from '@sayback/speech';
import {
  addNoise,
  concatenate,
  makeNoise,
  rms,
  scale,
  silence,
} from '../../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../../packages/speech/src/testing/random.ts';

type OfTime = (t: number) => number;
type Shape = { seconds: number; hz: OfTime; harmonics: readonly number[]; level?: OfTime };

function tone({ seconds, hz, harmonics, level = () => 1 }: Shape): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => {
    const t = i / SAMPLE_RATE;
    const pitch = hz(t);
    phase += (2 * Math.PI * pitch) / SAMPLE_RATE;
    const sum = harmonics.reduce(
      (total, gain, n) => total + ((n + 1) * pitch < 7800 ? gain * Math.sin((n + 1) * phase) : 0),
      0,
    );
    return sum * level(t) * Math.min(1, t / 0.01, (seconds - t) / 0.01);
  });
}

const wave =
  (hz: number, depth: number): OfTime =>
  (t) =>
    1 + depth * Math.sin(2 * Math.PI * hz * t);
const times =
  (value: number, factor: OfTime): OfTime =>
  (t) =>
    value * factor(t);
const fallingLevels = (count: number, power: number) =>
  Array.from({ length: count }, (_, n) => 1 / (n + 1) ** power);
const tune = (semitones: readonly number[], noteOf: (ratio: number) => Shape) =>
  concatenate(...semitones.map((semitone) => tone(noteOf(2 ** (semitone / 12)))));
const repeatSound = (count: number, gap: number, sound: Float32Array) =>
  concatenate(...Array.from({ length: count }, () => [sound, silence(gap)]).flat());

type Between = (least: number, max: number) => number;

/** Tones used for choosing the limits of `isTone`. */
const TUNED: Record<string, (between: Between) => Float32Array> = {
  steady: (between) =>
    tone({ seconds: between(0.4, 4), hz: times(between(80, 900), () => 1), harmonics: fallingLevels(12, 1) }),
  vibrato: (between) =>
    tone({
      seconds: between(0.8, 4),
      hz: times(between(150, 800), wave(between(4, 7), between(0.01, 0.06))),
      harmonics: fallingLevels(12, 1),
    }),
  tremolo: (between) =>
    tone({
      seconds: between(0.8, 4),
      hz: times(between(200, 1500), () => 1),
      harmonics: fallingLevels(6, 1),
      level: wave(between(3, 9), between(0.3, 1)),
    }),
  whistle: (between) =>
    tone({
      seconds: between(0.4, 2.5),
      hz: times(between(800, 1800), wave(between(0.3, 2), between(0.1, 0.5))),
      harmonics: [1, 0.02, 0.005],
    }),
  mains: (between) =>
    tone({
      seconds: between(1, 5),
      hz: () => 50,
      harmonics: [1, 0.5, 0.7, 0.2, 0.4, 0.1, 0.2, 0.1, 0.1, 0.05],
    }),
  telephone: (between) => {
    const hz = between(900, 1100);
    const shape = { seconds: 1.2, hz: (t: number) => (Math.floor(t * 20) % 2 ? hz : 1.25 * hz) };
    return repeatSound(2, 0.5, tone({ ...shape, harmonics: [1, 0, 0.33, 0, 0.2] }));
  },
  melody: (between) => {
    const hz = between(440, 620);
    return tune([12, 10, 2, 4, 9, 7, 0, 2], (ratio) => ({
      seconds: 0.15,
      hz: () => hz * ratio,
      harmonics: [1, 0, 0.33, 0, 0.2, 0, 0.14],
    }));
  },
};

/** Tones that weren't used for choosing anything. */
const BLIND: typeof TUNED = {
  strings: (between) =>
    tone({
      seconds: between(1, 3),
      hz: times(between(120, 700), wave(between(4.5, 6.5), between(0.01, 0.04))),
      harmonics: fallingLevels(14, 0.8),
    }),
  clarinet: (between) =>
    tone({
      seconds: between(0.6, 2),
      hz: times(between(120, 700), () => 1),
      harmonics: [1, 0.05, 0.7, 0.05, 0.45, 0.1, 0.3, 0.1, 0.2],
    }),
  flute: (between) =>
    tone({
      seconds: between(0.8, 2),
      hz: times(between(240, 1400), wave(5, 0.01)),
      harmonics: [1, 0.3, 0.1, 0.03],
      level: wave(5, 0.15),
    }),
  'whistled tune': (between) => {
    const hz = between(800, 1100);
    return tune([0, 2, 4, 5, 7], (ratio) => ({
      seconds: 0.35,
      hz: (t) => hz * ratio * (1 + 0.05 * Math.exp(-t / 0.05)),
      harmonics: [1, 0.015],
    }));
  },
  transformer: (between) =>
    tone({
      seconds: between(2, 5),
      hz: () => 60,
      harmonics: [0.1, 1, 0.05, 0.7, 0.05, 0.5, 0.05, 0.35, 0.05, 0.25, 0, 0.2, 0, 0.15],
    }),
  bell: (between) =>
    repeatSound(
      2,
      0,
      tone({
        seconds: 1.2,
        hz: times(between(240, 1400), () => 1),
        harmonics: [1, 0.6, 0.4, 0.25, 0.2],
        level: (t) => Math.exp(-t / 0.5),
      }),
    ),
  'old telephone': (between) =>
    repeatSound(
      2,
      0.4,
      tone({
        seconds: 1,
        hz: times(between(850, 1100), () => 1),
        harmonics: [1, 0.3, 0.5, 0.2],
        level: wave(20, 0.25),
      }),
    ),
  ringtone: (between) => {
    const hz = between(400, 600);
    return tune([7, 4, 0, 4, 7, 12], (ratio) => ({
      seconds: 0.22,
      hz: () => hz * ratio,
      harmonics: [1, 0.5, 0.25, 0.12],
      level: (t) => Math.exp(-t / 0.2),
    }));
  },
  siren: (between) =>
    tone({
      seconds: between(1.5, 3),
      hz: times(between(450, 550), wave(0.5, 0.6)),
      harmonics: [1, 0.5, 0.4, 0.2, 0.2, 0.1],
    }),
  alarm: (between) =>
    repeatSound(
      6,
      0.12,
      tone({ seconds: 0.15, hz: times(between(1800, 2300), () => 1), harmonics: [1, 0, 0.2] }),
    ),
};

export const TONE_HALVES = { tuned: TUNED, blind: BLIND };

const EACH = 12;

/** Makes several tones of each kind, with some tremolo as from loudspeakers, with room noise at an SNR of 35 or 22 dB. */
export function makeTones(half: keyof typeof TONE_HALVES): { kind: string; sound: Float32Array }[] {
  const random = createRandom(half === 'tuned' ? 41 : 77_001);
  const between: Between = (min, max) => min + (max - min) * random();
  return Object.entries(TONE_HALVES[half]).flatMap(([kind, make]) =>
    Array.from({ length: EACH }, (_, i) => {
      const trembling = wave(between(0.3, 2), between(0, 0.12));
      const heard = make(between).map((sample, at) => sample * trembling(at / SAMPLE_RATE));
      const sound = concatenate(silence(i % 3 ? 0.5 : 0.1), scale(heard, 0.1 / rms(heard)), silence(1.2));
      const noise = makeNoise('pink', sound.length, i + 1);
      return { kind, sound: addNoise(sound, noise, 0.1 * 10 ** (-(i % 2 ? 35 : 22) / 20)) };
    }),
  );
}
