import { SAMPLE_RATE } from '@sayback/speech';
import { concatenate, makeNoise, scale, silence } from '../../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../../packages/speech/src/testing/random.ts';
import { insertPauses, measureSpeechLevel } from '../material/mixtures.ts';
import { resample } from '../material/voices.ts';
import type { SpokenLine } from './spoken-lines.ts';

/** Disturbances at the start of a recording, besides room noise. */
export const HEADS = ['plain', 'zeros', 'fade', 'click', 'gain', 'fan', 'chair'] as const;
type Head = (typeof HEADS)[number];
export const SNRS = [35, 25, 20, 15] as const;
const STARTS = [0.3, 1, 2.5, 4, 5.5, 7.5] as const;
const PACES = [0.55, 0.75, 1, 1.3] as const;
const PLACES = [0.2, 0.4, 0.6, 0.8] as const;
const PAUSES = [0, 0.4, 0.8, 1.2, 1.6] as const;
const TURNS_PER_CELL = 24;
/** Number of turns per cell without a hesitation. The others have hesitations of all lengths, alternating. */
const UNHESITANT_TURNS = 8;
/** Level of the loudest voices in dBFS. Others are up to 12 dB quieter. */
const LOUDEST_DB = -20;
/** Silence after the line in seconds, longer than the wait for the end of a turn. */
const AFTER_S = 6;

export type TurnCase = {
  head: Head;
  snr: number;
  /** Seconds until the first word. */
  start: number;
  /** Hesitation in seconds, 0 for none, at `place`, a share of the line. */
  pause: number;
  place: number;
  pace: number;
  spokenLine: SpokenLine;
  seed: number;
};

export type TurnSound = {
  samples: Float32Array;
  /** Start and end of the voice, in seconds. */
  from: number;
  to: number;
};

const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;

/**
 * Makes {@link TURNS_PER_CELL} turns for each head with each noise level. Starts, hesitations, positions, paces and voices are
 * shuffled.
 */
export function makeTurnCases(lines: readonly SpokenLine[], seed: number): TurnCase[] {
  const random = createRandom(seed);
  const voices = Object.values(Object.groupBy(lines, ({ voice }) => voice)) as SpokenLine[][];
  const cases: TurnCase[] = [];
  for (const head of HEADS) {
    for (const snr of SNRS) {
      const [starts, paces, places] = [STARTS, PACES, PLACES].map((values) =>
        shuffle(
          Array.from({ length: TURNS_PER_CELL }, (_, i) => pick<number>(values, i)),
          random,
        ),
      ) as [number[], number[], number[]];
      for (let turn = 0; turn < TURNS_PER_CELL; turn++) {
        const voice = pick(voices, cases.length);
        cases.push({
          head,
          snr,
          start: starts[turn] as number,
          pause: turn < UNHESITANT_TURNS ? 0 : pick(PAUSES.slice(1), turn),
          place: places[turn] as number,
          pace: paces[turn] as number,
          spokenLine: voice[Math.floor(random() * voice.length)] as SpokenLine,
          seed: seed + 17 * cases.length,
        });
      }
    }
  }
  return cases;
}

function shuffle<T>(values: T[], random: () => number): T[] {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [values[at], values[other]] = [values[other] as T, values[at] as T];
  }
  return values;
}

/** Makes the sound of a turn. A person's recording is both original and take, so the take is up to 7 % higher or lower. */
export function readSound({ head, snr, start, pause, place, pace, spokenLine, seed }: TurnCase): TurnSound {
  const random = createRandom(seed);
  const higher = spokenLine.words.length > 0 ? 1 : 0.93 + 0.14 * random();
  const voice = changePace(resample(spokenLine.take, higher), pace / higher);
  const seconds = voice.length / SAMPLE_RATE;
  const words = spokenLine.words.map((at) => (at * seconds * SAMPLE_RATE) / spokenLine.take.length);
  const at = words.length > 0 ? findNearest(words, place * seconds) : findQuietest(voice, place);
  const hesitant = pause > 0 ? insertPauses(voice, [{ at, seconds: pause }]).samples : voice;
  const level = 10 ** ((LOUDEST_DB - 12 * random()) / 20);
  const spoken = scale(hesitant, level / measureSpeechLevel(voice));
  const recording = concatenate(silence(start), spoken, silence(AFTER_S));
  const room = makeRoomNoise(head, recording.length, start, random, seed);
  const noise = level * 10 ** (-snr / 20);
  const samples = recording.map(
    (sample, i) => sample + noise * (room.noise[i] as number) + level * (room.bang[i] as number),
  );
  for (let i = 0; i < samples.length && room.gain(i / SAMPLE_RATE) < 1; i++)
    samples[i] = (samples[i] as number) * room.gain(i / SAMPLE_RATE);
  return {
    samples: samples.map((sample) => Math.max(-1, Math.min(1, sample))),
    from: start,
    to: start + spoken.length / SAMPLE_RATE,
  };
}

const findNearest = (values: readonly number[], target: number): number =>
  values.reduce((best, value) => (Math.abs(value - target) < Math.abs(best - target) ? value : best));

/** Finds the quietest 30 ms near a share of a sound, mostly between words. Returns seconds. */
function findQuietest(sound: Float32Array, place: number): number {
  const [size, step] = [480, 80];
  let best = { at: place * sound.length, power: Number.POSITIVE_INFINITY };
  for (let at = Math.round((place - 0.1) * sound.length); at < (place + 0.1) * sound.length; at += step) {
    const power = sound
      .subarray(at - size / 2, at + size / 2)
      .reduce((sum, sample) => sum + sample * sample, 0);
    if (power < best.power) best = { at, power };
  }
  return best.at / SAMPLE_RATE;
}

const WINDOW = 480;
const SEARCH = 160;

/**
 * Changes the pace without the pitch: windows of 30 ms overlap by half, each at the most similar position (WSOLA, Verhelst &
 * Roelands 1993).
 */
function changePace(sound: Float32Array, pace: number): Float32Array {
  if (Math.abs(pace - 1) < 1e-6) return sound;
  const hop = WINDOW / 2;
  const out = new Float32Array(Math.floor(sound.length / pace) + WINDOW);
  let from = 0;
  for (let at = 0; at + WINDOW <= out.length; at += hop) {
    for (let i = 0; i < WINDOW; i++) {
      const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW);
      out[at + i] = (out[at + i] as number) + weight * (sound[from + i] ?? 0);
    }
    from = findBestMatch(sound, from + hop, Math.round((at + hop) * pace));
  }
  return out.subarray(0, Math.floor(sound.length / pace));
}

/** Finds the position near `target` at which the sound is most similar to that at `like`. */
function findBestMatch(sound: Float32Array, like: number, target: number): number {
  let best = { at: Math.max(0, target), likeness: Number.NEGATIVE_INFINITY };
  for (let at = Math.max(0, target - SEARCH); at <= target + SEARCH; at += 2) {
    let [product, power] = [0, 1e-9];
    for (let i = 0; i < WINDOW / 2; i += 2) {
      const sample = sound[at + i] ?? 0;
      product += sample * (sound[like + i] ?? 0);
      power += sample * sample;
    }
    const likeness = product / Math.sqrt(power);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best.at;
}

/** Half a minute of each noise. Each turn uses a part of it. */
const NOISES = (['white', 'pink'] as const).map((kind) => makeNoise(kind, 30 * SAMPLE_RATE, 11));

function takeStretch(noise: Float32Array, length: number, random: () => number): Float32Array {
  const from = Math.floor(random() * noise.length);
  return Float32Array.from({ length }, (_, i) => noise[(from + i) % noise.length] as number);
}

type Room = { noise: Float32Array; bang: Float32Array; gain: (t: number) => number };

/**
 * Makes the room noise, with a root mean square of 1; the bangs of the head, where 1 is the voice's level; and the microphone's
 * gain over time.
 */
function makeRoomNoise(head: Head, length: number, start: number, random: () => number, seed: number): Room {
  const noise = takeStretch(NOISES[seed % 2] as Float32Array, length, random);
  const bang = new Float32Array(length);
  const between = (min: number, max: number) => min + (max - min) * random();
  const before = Math.max(0.2, start - 0.3);
  let gain = (_: number) => 1;
  switch (head) {
    case 'plain':
      break;
    case 'zeros': {
      const seconds = Math.min(before, between(0.06, 0.4));
      gain = (t) => (t < seconds ? 0 : 1);
      break;
    }
    case 'fade': {
      const seconds = between(0.05, 0.6);
      gain = (t) => Math.min(1, t / seconds);
      break;
    }
    case 'gain': {
      const seconds = between(1, 4);
      gain = (t) => 10 ** ((-30 * Math.max(0, 1 - t / seconds)) / 20);
      break;
    }
    case 'click':
      for (const at of [between(0.02, 0.15), between(0.2, before)]) burst(bang, at, 0.012, 0.003, 6, random);
      break;
    case 'chair': {
      const at = between(0.1, Math.max(0.15, before - 0.4));
      burst(bang, at, 0.12, 0.03, 1.5, random);
      burst(bang, at + 0.15, between(0.1, 0.3), 0.2, 0.5, random);
      break;
    }
    case 'fan': {
      const [at, rise] = [between(0.1, before), between(0.2, 1.5)];
      const hz = between(90, 240);
      for (let i = 0; i < length; i++) {
        const t = i / SAMPLE_RATE;
        const turning = Math.min(1, Math.max(0, (t - at) / rise));
        const hum =
          Math.sin(2 * Math.PI * hz * t) +
          0.5 * Math.sin(4 * Math.PI * hz * t) +
          0.3 * Math.sin(6 * Math.PI * hz * t);
        noise[i] = (0.25 + 0.65 * turning) * (noise[i] as number) + 0.35 * turning * hum;
      }
    }
  }
  return { noise, bang, gain };
}

/** Adds a short decaying noise. Its length and decay time are in seconds. */
function burst(
  out: Float32Array,
  at: number,
  seconds: number,
  decay: number,
  gain: number,
  random: () => number,
): void {
  const from = Math.round(at * SAMPLE_RATE);
  let last = 0;
  for (let i = 0; i < seconds * SAMPLE_RATE && from + i < out.length; i++) {
    last = 0.6 * last + (random() - 0.5);
    out[from + i] = (out[from + i] as number) + gain * last * Math.exp(-i / SAMPLE_RATE / decay);
  }
}
