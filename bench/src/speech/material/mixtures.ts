import { analyse, decodeProfile, encodeProfile, SAMPLE_RATE, type SpeechFrames } from '@sayback/speech';
import {
  addNoise,
  concatenate,
  makeNoise,
  rms,
  silence,
} from '../../../../packages/speech/src/testing/noise.ts';

/** Adds `before` and `after` seconds of silence, and noise at an SNR in dB relative to the audible part of the sound. */
export function addRoomNoise(
  sound: Float32Array,
  { snr, seed, before = 0.5, after = 0.5 }: { snr: number; seed: number; before?: number; after?: number },
): Float32Array {
  const whole = concatenate(silence(before), sound, silence(after));
  const noise = makeNoise(seed % 2 ? 'pink' : 'white', whole.length, seed);
  return addNoise(whole, noise, measureSpeechLevel(sound) * 10 ** (-snr / 20));
}

/** Returns the root mean square of the frames within 30 dB of the loudest. */
export function measureSpeechLevel(sound: Float32Array): number {
  const size = 400;
  const levels = Array.from({ length: Math.floor(sound.length / size) }, (_, i) =>
    rms(sound.subarray(i * size, (i + 1) * size)),
  );
  const top = Math.max(...levels);
  const isLoud = levels.filter((level) => level > top / 31);
  return Math.sqrt(isLoud.reduce((sum, level) => sum + level * level, 0) / Math.max(1, isLoud.length));
}

/**
 * Inserts silence at these times of the sound. Also returns `move`, which converts times to those after the insertions. In
 * seconds.
 */
export function insertPauses(sound: Float32Array, pauses: readonly { at: number; seconds: number }[]) {
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
  return { samples: concatenate(...parts, sound.subarray(from)), move };
}

/** Simulates a room whose echo decays by 60 dB in that many seconds, with parallel comb filters (Schroeder 1962). */
export function addEcho(sound: Float32Array, seconds: number): Float32Array {
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

/** Computes a line's profile as the server sends it: encoded and decoded. */
export const makeProfile = (sound: Float32Array): SpeechFrames =>
  decodeProfile(encodeProfile(analyse(sound)));

/** Finds the range of samples within 35 dB of the voice's level, since synthesisers add silence at the end. */
export function findVoice(sound: Float32Array): { from: number; to: number } {
  const min = measureSpeechLevel(sound) / 56;
  const isHeard = (sample: number) => Math.abs(sample) > min;
  return { from: Math.max(0, sound.findIndex(isHeard)), to: sound.findLastIndex(isHeard) + 1 };
}
