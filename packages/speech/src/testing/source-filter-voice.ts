import { createGaussian, createRandom } from './random.ts';

/** Formants in Hz with bandwidths: rough values for a man after Peterson & Barney 1952. */
export const VOWELS = {
  a: [730, 1090, 2440],
  i: [270, 2290, 3010],
  u: [300, 870, 2240],
  e: [530, 1840, 2480],
  o: [570, 840, 2410],
} as const;

/** A piece of speech: a vowel with the pitch at its start and end, a hiss (like an 's'), or silence. */
export type Piece =
  | { vowel: keyof typeof VOWELS; seconds: number; hz: number; endHz?: number }
  | { hiss: true; seconds: number }
  | { silence: true; seconds: number };

export type Voice = {
  samples: Float32Array;
  /** Pitch of each sample in Hz, 0 if unvoiced. */
  pitch: Float32Array;
};

const RATE = 16_000;
const FADE = 160;

/**
 * Synthesises a source-filter voice (Fant 1960; resonators after Klatt 1980) with known pitch: pulses through formants, at 16
 * kHz.
 */
export function synthesise(pieces: readonly Piece[], { stretch = 1, shift = 1, seed = 1 } = {}): Voice {
  const lengths = pieces.map(({ seconds }) => Math.round(seconds * stretch * RATE));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const voice = { samples: new Float32Array(total), pitch: new Float32Array(total) };
  const gaussian = createGaussian(createRandom(seed));
  let offset = 0;
  for (const [index, piece] of pieces.entries()) {
    const length = lengths[index] ?? 0;
    if ('vowel' in piece) addVowel(voice, offset, length, piece, shift);
    if ('hiss' in piece) addHiss(voice, offset, length, gaussian);
    offset += length;
  }
  return voice;
}

function addVowel(
  { samples, pitch }: Voice,
  offset: number,
  length: number,
  { vowel, hz, endHz = hz }: { vowel: keyof typeof VOWELS; hz: number; endHz?: number },
  shift: number,
): void {
  const source = new Float32Array(length);
  let phase = 0;
  for (let i = 0; i < length; i++) {
    const f0 = hz * (endHz / hz) ** (i / length);
    pitch[offset + i] = f0;
    phase += f0 / RATE;
    // Unlike pulses, a sum of harmonics has no jitter from rounding to sample positions.
    for (let n = 1; n * f0 < 4500; n++)
      source[i] = (source[i] as number) + Math.cos(2 * Math.PI * n * phase) / n;
  }
  let sound: Float32Array = source;
  for (const [index, formant] of VOWELS[vowel].entries())
    sound = resonate(sound, formant * shift, 60 + 40 * index);
  const level = 0.1 / Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / length + 1e-12);
  for (let i = 0; i < length; i++) {
    const fade = Math.min(1, (i + 1) / FADE, (length - i) / FADE);
    samples[offset + i] = (sound[i] as number) * level * fade;
  }
}

function addHiss({ samples }: Voice, offset: number, length: number, gaussian: () => number): void {
  const hiss = Float32Array.from({ length }, gaussian);
  const sound = resonate(hiss, 5500, 1500);
  const level = 0.02 / Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / length + 1e-12);
  for (let i = 0; i < length; i++) {
    samples[offset + i] = (sound[i] as number) * level * Math.min(1, (i + 1) / FADE, (length - i) / FADE);
  }
}

/** Klatt 1980, eq. 1: y[n] = A x[n] + B y[n−1] + C y[n−2]. */
function resonate(input: Float32Array, hz: number, bandwidth: number): Float32Array {
  const c = -Math.exp((-2 * Math.PI * bandwidth) / RATE);
  const b = 2 * Math.exp((-Math.PI * bandwidth) / RATE) * Math.cos((2 * Math.PI * hz) / RATE);
  const a = 1 - b - c;
  let y1 = 0;
  let y2 = 0;
  return input.map((x) => {
    const y = a * x + b * y1 + c * y2;
    y2 = y1;
    y1 = y;
    return y;
  });
}
