import { addNoise, concatenate, makeNoise, rms, silence } from './noise.ts';
import { type Piece, synthesise } from './source-filter-voice.ts';

/** Simulates a recording of a line: half a second of room noise before and after, pink noise at an SNR in dB. */
export function makeRecording(
  pieces: readonly Piece[],
  { snr = 30, seed = 1, before = 0.5, after = 0.5, gain = 1, stretch = 1, shift = 1 } = {},
): Float32Array {
  const { samples } = synthesise(pieces, { seed, stretch, shift });
  const sound = concatenate(silence(before), samples, silence(after));
  return addNoise(sound, makeNoise('pink', sound.length, seed + 99), rms(samples) * 10 ** (-snr / 20)).map(
    (x) => x * gain,
  );
}
