import { SAMPLE_RATE } from '@sayback/speech';
import { rms, scale } from '../../../../packages/speech/src/testing/noise.ts';
import { createGaussian, createRandom } from '../../../../packages/speech/src/testing/random.ts';
import { synthesise, VOWELS } from '../../../../packages/speech/src/testing/source-filter-voice.ts';

type Random = () => number;
/** Synthesises a note of that many seconds. */
type Instrument = (hz: number, seconds: number, random: Random) => Float32Array;

type NoteShape = {
  /** Gain of a harmonic at a time in seconds. */
  gain: (harmonic: number, t: number) => number;
  envelope: (t: number, seconds: number) => number;
  /** Depth (as a ratio) and rate of a vibrato, which starts after 0.2 s. */
  vibrato?: { depth: number; hz: number };
  /** Ratio of a harmonic's frequency to the multiple of the fundamental. */
  stretch?: (harmonic: number) => number;
  breath?: number;
};

function makeNote(hz: number, seconds: number, shape: NoteShape, random: Random): Float32Array {
  const { gain, envelope, vibrato, stretch = () => 1, breath = 0 } = shape;
  const gaussian = createGaussian(random);
  const harmonics = Array.from({ length: 16 }, (_, n) => n + 1).filter((n) => n * hz < 7500);
  let phase = 0;
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => {
    const t = i / SAMPLE_RATE;
    const bend = vibrato
      ? 1 + vibrato.depth * Math.min(1, Math.max(0, (t - 0.2) / 0.2)) * Math.sin(2 * Math.PI * vibrato.hz * t)
      : 1;
    phase += (2 * Math.PI * hz * bend) / SAMPLE_RATE;
    const sum = harmonics.reduce((all, n) => all + gain(n, t) * Math.sin(n * stretch(n) * phase), 0);
    return (sum + breath * gaussian()) * envelope(t, seconds);
  });
}

const held =
  (attack: number, release: number) =>
  (t: number, seconds: number): number =>
    Math.max(0, Math.min(1, t / attack, (seconds - t) / release));
const struck =
  (decay: number) =>
  (t: number, seconds: number): number =>
    Math.min(1, t / 0.004) * Math.exp(-t / decay) * Math.min(1, (seconds - t) / 0.03);

/** Instruments used for choosing parameters. */
const SEEN: Record<string, Instrument> = {
  piano: (hz, seconds, random) =>
    makeNote(
      hz,
      seconds,
      {
        gain: (n, t) => Math.exp(-t * n * 0.8) / n ** 1.1,
        envelope: struck(0.9),
        stretch: (n) => Math.sqrt(1 + 0.0004 * n * n),
      },
      random,
    ),
  violin: (hz, seconds, random) =>
    makeNote(
      hz,
      seconds,
      {
        gain: (n) => 1 / n ** 0.9,
        envelope: held(0.08, 0.06),
        vibrato: { depth: 0.006 + 0.012 * random(), hz: 5 + 1.5 * random() },
        breath: 0.03,
      },
      random,
    ),
  trumpet: (hz, seconds, random) =>
    makeNote(
      hz,
      seconds,
      { gain: (n, t) => Math.exp(-n / (2 + 5 * Math.min(1, t / 0.08))), envelope: held(0.03, 0.04) },
      random,
    ),
  marimba: (hz, seconds, random) =>
    makeNote(
      hz,
      seconds,
      { gain: (n, t) => (n === 1 ? 1 : n === 4 ? 0.5 * Math.exp(-t / 0.05) : 0), envelope: struck(0.25) },
      random,
    ),
};

/** Instruments that weren't used for choosing parameters. */
const BLIND: typeof SEEN = {
  organ: (hz, seconds, random) =>
    makeNote(
      hz,
      seconds,
      { gain: (n) => [1, 0.8, 0.6, 0.5, 0, 0.3, 0, 0.4][n - 1] ?? 0, envelope: held(0.01, 0.02) },
      random,
    ),
  // Two detuned reeds, which beat, and the bellows.
  accordion: (hz, seconds, random) => {
    const bellows = 2 + 3 * random();
    const [first, second] = [0.996, 1.004].map((ratio) =>
      makeNote(
        hz * ratio,
        seconds,
        {
          gain: (n) => 1 / n ** 0.7,
          envelope: (t, all) => held(0.05, 0.05)(t, all) * (1 + 0.3 * Math.sin(2 * Math.PI * bellows * t)),
        },
        random,
      ),
    ) as [Float32Array, Float32Array];
    return first.map((sample, i) => sample + (second[i] ?? 0));
  },
  flute: (hz, seconds, random) =>
    makeNote(
      2 * hz,
      seconds,
      {
        gain: (n) => [1, 0.4, 0.15, 0.05][n - 1] ?? 0,
        envelope: held(0.09, 0.07),
        vibrato: { depth: 0.004 + 0.006 * random(), hz: 4.5 + random() },
        breath: 0.12,
      },
      random,
    ),
  'electric piano': (hz, seconds) => {
    let phase = 0;
    return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => {
      const t = i / SAMPLE_RATE;
      phase += (2 * Math.PI * hz) / SAMPLE_RATE;
      const modulated = Math.sin(phase + 1.8 * Math.exp(-t / 0.3) * Math.sin(phase));
      return modulated * struck(0.8)(t, seconds);
    });
  },
  guitar: (hz, seconds, random) => {
    const gaussian = createGaussian(random);
    const period = Math.round(SAMPLE_RATE / hz);
    const string = Float32Array.from({ length: period }, gaussian);
    let at = 0;
    return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => {
      const next = (at + 1) % period;
      const sample = string[at] as number;
      string[at] = 0.4985 * (sample + (string[next] as number));
      at = next;
      return 1.5 * sample * Math.min(1, (seconds - i / SAMPLE_RATE) / 0.03);
    });
  },
  // A vowel per note with a vibrato of a quarter tone, sliding into the next pitch.
  singer: (hz, seconds, random) => {
    const names = Object.keys(VOWELS) as (keyof typeof VOWELS)[];
    const vowel = names[Math.floor(random() * names.length)] ?? 'a';
    const { samples } = synthesise(
      Array.from({ length: Math.max(1, Math.round(seconds / 0.045)) }, (_, step, from = step * 0.045) => {
        const at = (t: number) =>
          hz * (1 - 0.06 * Math.exp(-t / 0.06)) * (1 + 0.015 * Math.sin(2 * Math.PI * 5.6 * t));
        return { vowel, seconds: 0.045, hz: at(from), endHz: at(from + 0.045) };
      }),
    );
    return samples.map((sample, i) => 12 * sample * held(0.07, 0.09)(i / SAMPLE_RATE, seconds));
  },
};

const HALVES = { seen: SEEN, blind: BLIND };
const SCALES = [
  [0, 2, 4, 5, 7, 9, 11, 12],
  [0, 2, 3, 5, 7, 8, 10, 12],
  [0, 3, 5, 7, 10, 12],
];
/** Durations of a bar's notes in beats. */
const RHYTHMS = [
  [1, 1, 1, 1],
  [1.5, 0.5, 1, 1],
  [0.5, 0.5, 0.5, 0.5, 1, 1],
  [2, 1, 1],
  [0.75, 0.75, 0.5, 1, 1],
  [1, 1, 1],
  [1.5, 0.5, 1],
  [3, 1],
];

/**
 * Synthesises music with a root mean square of 1: a melody on one instrument, for two of three seeds with accompaniment, and
 * for half of the seeds with drums. The rests between phrases are silent.
 */
export function makeTune(half: keyof typeof HALVES, length: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const gaussian = createGaussian(createRandom(seed + 1));
  const out = new Float32Array(length);
  const instruments = Object.entries(HALVES[half]);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const [, play] = instruments[seed % instruments.length] as [string, Instrument];
  const [, accompany] = pick(instruments.filter(([name]) => name !== 'singer'));
  const hasSecond = seed % 3 !== 0;
  const hasDrums = random() < 0.5;
  const beat = 60 / (70 + 90 * random());
  const tones = pick(SCALES);
  const rhythms = [pick(RHYTHMS), pick(RHYTHMS), pick(RHYTHMS)];
  const key = 43 + Math.floor(12 * random());
  const toHz = (midi: number) => 440 * 2 ** ((midi - 69) / 12);
  const add = (at: number, gain: number, samples: Float32Array): void => {
    const from = Math.round(at * SAMPLE_RATE);
    for (let i = 0; i < samples.length && from + i < length; i++)
      out[from + i] = (out[from + i] as number) + gain * (samples[i] as number);
  };
  const drum = (at: number, isLow: boolean) =>
    add(
      at,
      0.8,
      Float32Array.from({ length: 3200 }, (_, i) => {
        const t = i / SAMPLE_RATE;
        return isLow
          ? Math.sin(2 * Math.PI * (70 * t - 2 * Math.exp(-t / 0.04))) * Math.exp(-t / 0.08)
          : 0.5 * gaussian() * Math.exp(-t / 0.03);
      }),
    );
  let step = Math.floor(tones.length / 2);
  for (let at = 0, bar = 0; at < length / SAMPLE_RATE; bar++) {
    const rhythm = rhythms[bar % 3] ?? [];
    const beats = rhythm.reduce((sum, length) => sum + length, 0);
    const root = tones[[0, 3, 4, 0][bar % 4] ?? 0] ?? 0;
    if (hasSecond)
      for (const degree of [0, 2, 4])
        add(at, 0.3, accompany(toHz(key + root + (tones[degree] ?? 7)), beats * beat, random));
    let from = at;
    for (const [index, note] of rhythm.entries()) {
      step = Math.max(0, Math.min(tones.length - 1, step + Math.floor(5 * random()) - 2));
      const isRest = bar % 4 === 3 && index === rhythm.length - 1;
      if (!isRest)
        add(
          from,
          1,
          play(toHz(key + 12 + (tones[step] ?? 0)), note * beat * (0.75 + 0.3 * random()), random),
        );
      from += note * beat;
    }
    for (let beatAt = 0; hasDrums && beatAt < beats; beatAt += 0.5)
      drum(at + beatAt * beat, beatAt % 2 === 0);
    at = from;
  }
  return scale(out, 1 / rms(out));
}
