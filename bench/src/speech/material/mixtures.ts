import { SAMPLE_RATE } from '@sayback/speech';
import {
  joined,
  mixed,
  noiseOf,
  rms,
  scaled,
  silence,
} from '../../../../packages/speech/src/testing/noise.ts';
import { gaussianOf, randomOf } from '../../../../packages/speech/src/testing/random.ts';

/** Noise at that SNR against the part of the sound that isn't silent; half a second of room before, `after` seconds behind. */
export function inRoom(
  sound: Float32Array,
  { snr, seed, before = 0.5, after = 0.5 }: { snr: number; seed: number; before?: number; after?: number },
): Float32Array {
  const whole = joined(silence(before), sound, silence(after));
  const noise = noiseOf(seed % 2 ? 'pink' : 'white', whole.length, seed);
  return mixed(whole, noise, speechLevel(sound) * 10 ** (-snr / 20));
}

/** Root mean square of the samples in the frames within 30 dB of the loudest. */
export function speechLevel(sound: Float32Array): number {
  const size = 400;
  const levels = Array.from({ length: Math.floor(sound.length / size) }, (_, i) =>
    rms(sound.subarray(i * size, (i + 1) * size)),
  );
  const top = Math.max(...levels);
  const loud = levels.filter((level) => level > top / 31);
  return Math.sqrt(loud.reduce((sum, level) => sum + level * level, 0) / Math.max(1, loud.length));
}

/** The sound with silence inserted at those times (seconds of the original), and where a time moves to. */
export function withPauses(sound: Float32Array, pauses: readonly { at: number; seconds: number }[]) {
  const sorted = [...pauses].sort((a, b) => a.at - b.at);
  const parts: Float32Array[] = [];
  let from = 0;
  for (const { at, seconds } of sorted) {
    const to = Math.round(at * SAMPLE_RATE);
    parts.push(sound.subarray(from, to), silence(seconds));
    from = to;
  }
  const move = (time: number): number =>
    time + sorted.filter(({ at }) => at <= time + 1e-6).reduce((sum, { seconds }) => sum + seconds, 0);
  return { samples: joined(...parts, sound.subarray(from)), move };
}

/** A room whose sound dies away by 60 dB in so many seconds: comb filters beside the sound itself (Schroeder 1962). */
export function inEcho(sound: Float32Array, seconds: number): Float32Array {
  const out = Float32Array.from(sound);
  for (const delay of [475, 594, 658, 699]) {
    const gain = 10 ** ((-3 * delay) / SAMPLE_RATE / seconds);
    const comb = new Float32Array(sound.length);
    for (let i = delay; i < sound.length; i++) {
      comb[i] = (sound[i - delay] as number) + gain * (comb[i - delay] as number);
      out[i] = (out[i] as number) + 0.15 * (comb[i] as number);
    }
  }
  return out;
}

/** Made-up music with a root mean square of 1: chords, a bass, a melody; a beat for odd seeds. */
export function musicOf(length: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const gaussian = gaussianOf(randomOf(seed + 1));
  const out = new Float32Array(length);
  const beat = 0.35 + 0.35 * random();
  const key = 48 + Math.floor(random() * 12);

  function play(at: number, midi: number, seconds: number, gain: number, decay: number, held: number): void {
    const hz = 440 * 2 ** ((midi - 69) / 12);
    const from = Math.round(at * SAMPLE_RATE);
    const count = Math.round(seconds * SAMPLE_RATE);
    const harmonics = Math.min(8, Math.floor(7000 / hz));
    for (let i = 0; i < count && from + i < length; i++) {
      const t = i / SAMPLE_RATE;
      const envelope =
        Math.min(1, t / 0.02) * (held + (1 - held) * Math.exp(-t / decay)) * Math.min(1, (count - i) / 400);
      let sum = 0;
      for (let n = 1; n <= harmonics; n++) sum += Math.sin(2 * Math.PI * hz * n * t) / n ** 1.3;
      out[from + i] = (out[from + i] as number) + gain * envelope * sum;
    }
  }

  for (let b = 0; b * beat < length / SAMPLE_RATE; b++) {
    const root = key + ([0, 5, 7, 0, 9, 5, 7, 0][Math.floor(b / 4) % 8] as number);
    if (b % 4 === 0)
      for (const interval of [0, 4, 7]) play(b * beat, root + interval, 4 * beat + 0.1, 0.5, 1.5, 0.5);
    if (b % 2 === 0) play(b * beat, root - 12, 2 * beat, 0.7, 0.6, 0.2);
    const step = [0, 2, 4, 7, 9][Math.floor(random() * 5)] as number;
    if (random() < 0.7) play(b * beat, root + 12 + step, beat * (1 + random()), 0.4, 0.4, 0.1);
    const from = Math.round(b * beat * SAMPLE_RATE);
    for (let i = 0; seed % 2 && i < 1600 && from + i < length; i++) {
      out[from + i] = (out[from + i] as number) + 0.3 * gaussian() * Math.exp(-i / 400);
    }
  }
  return scaled(out, 1 / rms(out));
}
