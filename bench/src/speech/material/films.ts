import { SCORE_RATE } from '@sayback/speech';
import { makeNoise } from '../../../../packages/speech/src/testing/noise.ts';
import { createGaussian, createRandom } from '../../../../packages/speech/src/testing/random.ts';
import { findPhrases } from '../measure-activity.ts';
import { measureSpeechLevel } from './mixtures.ts';
import { makeMusic } from './music.ts';
import type { Half } from './texts.ts';
import { decodeSound, resample, speakWithEspeak, speakWithFlite } from './voices.ts';

/** Times in seconds. */
type Times = { start: number; end: number };
export type Film = {
  /** Stretches of audio at {@link SCORE_RATE}. */
  sound: Generator<Float32Array>;
  /** The correct cues. */
  cues: Times[];
};

/** Sounds for a half's films, at {@link SCORE_RATE}: spoken lines, and noises and music of a minute each. */
export type FilmStock = { lines: Float32Array[]; noises: Float32Array[]; songs: Float32Array[] };

const MINUTE = 60 * SCORE_RATE;

const downsample = (samples: Float32Array) => resample(samples, 16_000 / SCORE_RATE);

/** Trims the silence at the ends of a voice, which isn't speech. */
function trimSilence(samples: Float32Array): Float32Array {
  const size = SCORE_RATE / 200;
  const min = measureSpeechLevel(samples) * 0.03;
  const isLoud = (from: number) => Math.hypot(...samples.subarray(from, from + size)) / Math.sqrt(size) > min;
  let from = 0;
  let to = samples.length - size;
  while (from < to && !isLoud(from)) from += size;
  while (to > from && !isLoud(to)) to -= size;
  return samples.slice(from, to + size);
}

/** Loads lines by espeak-ng and flite and phrases of recorded readings, all at the same level, and makes noise and music. */
export function loadStock(
  { texts, original, learner, other, readings, seed }: Half,
  data: string,
): FilmStock {
  const spoken = [original, learner].flatMap((voice) =>
    speakWithEspeak(texts.map((text, at) => ({ voice, rate: 140 + 15 * (at % 4), text }))),
  );
  const voices = [
    ...spoken.map(({ samples }) => samples),
    ...texts.map((text) => speakWithFlite(other, text)),
    ...readings.flatMap((name) => findPhrases(decodeSound(`${data}/${name}.mp3`))),
  ];
  const lines = voices.map((voice) => {
    const line = trimSilence(downsample(voice));
    const gain = 0.1 / measureSpeechLevel(line);
    return line.map((sample) => sample * gain);
  });
  const noises = (['pink', 'white', 'pink'] as const).map((kind, at) =>
    makeNoise(kind, MINUTE, seed + 40 + at),
  );
  const songs = [0, 1, 2].map((at) => downsample(makeMusic(MINUTE, seed + 50 + at)));
  return { lines, noises, songs };
}

type Scene = {
  kind: 'talk' | 'still';
  length: number;
  lines: { at: number; line: Float32Array; gain: number }[];
};

/**
 * Makes a film of that many minutes: scenes with dialogue and pauses, and scenes without; noise in all, music in half of them.
 * A twentieth of the lines have no cue. Cues start about when the speech does and end up to 0.6 s after it, as in subtitles
 * made by people.
 */
export function makeFilm(stock: FilmStock, { seed, minutes }: { seed: number; minutes: number }): Film {
  const random = createRandom(seed);
  const gaussian = createGaussian(createRandom(seed + 1));
  // Cue timing habits of this film, in seconds.
  const lead = 0.08 * random() - 0.06;
  const spread = 0.03 + 0.09 * random();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const scenes: Scene[] = [];
  const cues: Times[] = [];
  let at = 0;
  while (at < minutes * 60) {
    const isTalk = random() < 0.75;
    const length = isTalk ? 15 + 75 * random() : 3 + 25 * random();
    const scene: Scene = { kind: isTalk ? 'talk' : 'still', length, lines: [] };
    let spoken = 0.5 + 1.5 * random();
    while (isTalk) {
      const line = pick(stock.lines);
      const seconds = line.length / SCORE_RATE;
      if (spoken + seconds > length) break;
      scene.lines.push({ at: spoken, line, gain: 0.5 + random() });
      const [from, to] = [at + spoken, at + spoken + seconds];
      const last = cues.at(-1);
      const slop = Math.max(-0.3, Math.min(0.3, spread * gaussian() + lead));
      if (random() > 0.05) {
        if (last && from - last.end < 0.3 && to - last.start < 6 && random() < 0.4)
          last.end = to + 0.3 * random();
        else {
          if (last && last.end > from + slop) last.end = Math.max(last.start + 0.3, from + slop);
          // A long line is split into two cues without a gap.
          const middle = from + seconds * (0.4 + 0.2 * random());
          const isSplit = seconds > 2.5 && random() < 0.3;
          cues.push({ start: from + slop, end: isSplit ? middle : to + 0.6 * random() });
          if (isSplit) cues.push({ start: middle, end: to + 0.6 * random() });
        }
      }
      spoken += seconds + (random() < 0.5 ? 0.08 + 0.4 * random() : 0.3 + 2.5 * random() ** 2);
    }
    scenes.push(scene);
    at += length;
  }
  return { sound: readSound(stock, scenes, seed + 2), cues };
}

function* readSound(stock: FilmStock, scenes: readonly Scene[], seed: number): Generator<Float32Array> {
  const random = createRandom(seed);
  let end = 0;
  let written = 0;
  for (const { length, lines } of scenes) {
    end += length;
    const samples = new Float32Array(Math.round(end * SCORE_RATE) - written);
    written += samples.length;
    const layer = (loop: Float32Array, level: number) => {
      const offset = Math.floor(random() * loop.length);
      for (let i = 0; i < samples.length; i++)
        samples[i] = (samples[i] as number) + level * (loop[(offset + i) % loop.length] as number);
    };
    // 5 to 30 dB below speech.
    layer(
      stock.noises[Math.floor(random() * stock.noises.length)] as Float32Array,
      0.1 * 10 ** (-(5 + 25 * random()) / 20),
    );
    // 0 to 20 dB below speech.
    if (random() < 0.5)
      layer(
        stock.songs[Math.floor(random() * stock.songs.length)] as Float32Array,
        0.1 * 10 ** ((-20 * random()) / 20),
      );
    for (const { at, line, gain } of lines) {
      const from = Math.round(at * SCORE_RATE);
      for (let i = 0; i < line.length && from + i < samples.length; i++)
        samples[from + i] = (samples[from + i] as number) + gain * (line[i] as number);
    }
    yield samples;
  }
}

/** A cue on another file's clock, and its true start in the film in milliseconds; null if it isn't in the film. */
export type LateCue = { start: number; end: number; truth: number | null };

/**
 * Converts the cues to those of a file for another version of the film: at a speed of 0.95 to 1.05, shifted by up to a minute,
 * with breaks of 2 to 30 s where a part of the film is missing from the file, or a part of the file from the film.
 */
export function moveCuesLate(
  cues: readonly Times[],
  { seed, breaks }: { seed: number; breaks: number },
): LateCue[] {
  const random = createRandom(seed + 3);
  const scale = 0.95 + 0.1 * random();
  let offset = (-60 + 120 * random()) * 1000;
  const last = (cues.at(-1)?.end ?? 0) * 1000;
  const waiting = Array.from({ length: breaks }, () => (0.1 + 0.8 * random()) * last)
    .sort((a, b) => a - b)
    .map((at) => ({ at, by: (random() < 0.5 ? -1 : 1) * (2 + 28 * random()) * 1000 }));
  const late: LateCue[] = [];
  const put = (start: number, end: number, truth: number | null) =>
    late.push({ start: (start - offset) / scale, end: (end - offset) / scale, truth });
  for (const { start, end } of cues.map((cue) => ({ start: 1000 * cue.start, end: 1000 * cue.end }))) {
    let isInMore = false;
    while (!isInMore && waiting[0] && start >= waiting[0].at) {
      const { at, by } = waiting[0];
      isInMore = start < at + by;
      if (isInMore) break;
      // A part missing from the film has length −by in the file, and its own cues.
      for (let spoken = at; by < 0; ) {
        const length = 1000 + 2500 * random();
        if (spoken + length > at - by - 300) break;
        put(spoken, spoken + length, null);
        spoken += length + 100 + 1500 * random();
      }
      offset += by;
      waiting.shift();
    }
    if (!isInMore) put(start, end, start);
  }
  return late.filter((cue) => cue.start >= 0);
}
