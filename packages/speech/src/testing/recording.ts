import { joined, mixed, noiseOf, rms, silence } from './noise.ts';
import { type Piece, speak } from './source-filter-voice.ts';

/** Simulates a recording of a line: half a second of room before and after, pink noise at an SNR in dB. */
export function record(
  pieces: readonly Piece[],
  { snr = 30, seed = 1, before = 0.5, after = 0.5, gain = 1, stretch = 1, shift = 1 } = {},
): Float32Array {
  const { samples } = speak(pieces, { seed, stretch, shift });
  const sound = joined(silence(before), samples, silence(after));
  return mixed(sound, noiseOf('pink', sound.length, seed + 99), rms(samples) * 10 ** (-snr / 20)).map(
    (x) => x * gain,
  );
}
